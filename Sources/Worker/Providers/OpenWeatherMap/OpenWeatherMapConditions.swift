import HTTP
import Weather

extension Conditions {
    /// From `weather` and `forecast` of version 2.5; nil when nothing is known. The dew point, which they lack, is
    /// computed from temperature and humidity.
    ///
    /// - Parameter period: of amounts, `1h` or `3h`. The `1h` of current weather is documented as mm/h, so it is a
    ///   rate.
    init?(openWeatherMap json: JSONValue, period: String) {
        self.init(condition: json.openWeatherMapCondition)
        let main = json["main"]
        let wind = json["wind"]
        temperature = QuantityKind.temperature.believed(main["temp"].number)
        feelsLike = QuantityKind.temperature.believed(main["feels_like"].number)
        humidity = QuantityKind.percent.believed(main["humidity"].number)
        pressure = QuantityKind.pressure.believed(main["sea_level"].number ?? main["pressure"].number)
        cloudCover = QuantityKind.percent.believed(json["clouds"]["all"].number)
        windSpeed = QuantityKind.speed.believed(wind["speed"].number)
        windDirection = QuantityKind.direction.believed(wind["deg"].number)
        windGust = QuantityKind.speed.believed(wind["gust"].number)
        visibility = QuantityKind.distance.believed(json["visibility"].number)
        if self == Conditions() { return nil }
        if let temperature, let humidity, humidity > 0 {
            let air = MoistAir(temperature: temperature, humidity: humidity)
            dewPoint = QuantityKind.temperature.believed(air.dewPoint.rounded(decimals: 1))
        }
        PrecipitationAmounts(json, period: period).put(into: &self)
        if period == "1h", rain != nil || snowfall != nil { precipitationPeriod = 0 }
    }

    /// From One Call; nil when nothing is known.
    init?(oneCall json: JSONValue) {
        self.init(condition: json.openWeatherMapCondition)
        temperature = QuantityKind.temperature.believed(json["temp"].number)
        feelsLike = QuantityKind.temperature.believed(json["feels_like"].number)
        dewPoint = QuantityKind.temperature.believed(json["dew_point"].number)
        humidity = QuantityKind.percent.believed(json["humidity"].number)
        pressure = QuantityKind.pressure.believed(json["pressure"].number)
        cloudCover = QuantityKind.percent.believed(json["clouds"].number)
        windSpeed = QuantityKind.speed.believed(json["wind_speed"].number)
        windDirection = QuantityKind.direction.believed(json["wind_deg"].number)
        windGust = QuantityKind.speed.believed(json["wind_gust"].number)
        visibility = QuantityKind.distance.believed(json["visibility"].number)
        uvIndex = QuantityKind.uvIndex.believed(json["uvi"].number)
        if self == Conditions() { return nil }
        PrecipitationAmounts(json, period: "1h").put(into: &self)
    }
}

extension JSONValue {
    /// A probability from 0 to 1 as 0 to 100 %.
    var percentage: Double? { QuantityKind.percent.believed(number.map { $0 * 100 }) }
}
