import HTTP
import Weather

extension Conditions {
    /// As `weather` and `forecast` of version 2.5 have them; nil when nothing is known. The dew point, which they lack, follows
    /// from temperature and humidity.
    ///
    /// - Parameter period: of what falls, `1h` or `3h`. The present's `1h` is documented as mm/h, so it is a rate.
    init?(openWeatherMap json: JSONValue, period: String) {
        self.init(condition: json.openWeatherMapCondition)
        let main = json["main"]
        let wind = json["wind"]
        temperature = Quantity.temperature.believed(main["temp"].number)
        feelsLike = Quantity.temperature.believed(main["feels_like"].number)
        humidity = Quantity.share.believed(main["humidity"].number)
        pressure = Quantity.pressure.believed(main["sea_level"].number ?? main["pressure"].number)
        cloudCover = Quantity.share.believed(json["clouds"]["all"].number)
        windSpeed = Quantity.speed.believed(wind["speed"].number)
        windDirection = Quantity.direction.believed(wind["deg"].number)
        windGust = Quantity.speed.believed(wind["gust"].number)
        visibility = Quantity.visibility.believed(json["visibility"].number)
        if self == Conditions() { return nil }
        if let temperature, let humidity, humidity > 0 {
            let air = MoistAir(temperature: temperature, humidity: humidity)
            dewPoint = Quantity.temperature.believed(air.dewPoint.rounded(decimals: 1))
        }
        Falling(json, period: period).put(into: &self)
        if period == "1h", rain != nil || snowfall != nil { precipitationPeriod = 0 }
    }

    /// As One Call has them; nil when nothing is known.
    init?(oneCall json: JSONValue) {
        self.init(condition: json.openWeatherMapCondition)
        temperature = Quantity.temperature.believed(json["temp"].number)
        feelsLike = Quantity.temperature.believed(json["feels_like"].number)
        dewPoint = Quantity.temperature.believed(json["dew_point"].number)
        humidity = Quantity.share.believed(json["humidity"].number)
        pressure = Quantity.pressure.believed(json["pressure"].number)
        cloudCover = Quantity.share.believed(json["clouds"].number)
        windSpeed = Quantity.speed.believed(json["wind_speed"].number)
        windDirection = Quantity.direction.believed(json["wind_deg"].number)
        windGust = Quantity.speed.believed(json["wind_gust"].number)
        visibility = Quantity.visibility.believed(json["visibility"].number)
        uvIndex = Quantity.uvIndex.believed(json["uvi"].number)
        if self == Conditions() { return nil }
        Falling(json, period: "1h").put(into: &self)
    }
}

extension JSONValue {
    /// 0 to 100 %, of a probability from 0 to 1.
    var percentage: Double? { Quantity.share.believed(number.map { $0 * 100 }) }
}
