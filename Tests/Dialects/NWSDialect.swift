import Foundation
public import Weather

/// <https://www.weather.gov/documentation/services-web-api>, in the units that the service uses when it is not told.
public struct NWSDialect: Dialect {
    public init() {}

    public let id = "nws"
    public let hourStep = 1
    public let conditions: Set<Condition> = [
        .clear, .mostlyClear, .partlyCloudy, .overcast, .fog, .drizzle, .freezingDrizzle, .rainLight, .rain, .rainHeavy,
        .freezingRain, .sleet, .snowLight, .snow, .snowHeavy, .rainShowers, .snowShowers, .thunderstorm, .haze, .smoke,
        .dust, .squall, .tornado,
    ]

    /// The station measures in finer units than the forecast is told in, but has words alone for the clouds.
    public var current: [String: Double] {
        [
            "temperatureC": 0, "feelsLikeC": 0, "dewPointC": 0, "humidityPercent": 0, "cloudCoverPercent": 7,
            "pressureHPa": 0, "windSpeedMS": 0, "windDirectionDeg": 0, "windGustMS": 0, "precipitationMM": 0,
            "rainMM": 0, "snowfallMM": 0, "visibilityM": 0,
        ]
    }

    /// Whole degrees Fahrenheit and miles an hour.
    public var hours: [String: Double] {
        [
            "temperatureC": 0.28, "feelsLikeC": 0, "dewPointC": 0, "humidityPercent": 0, "cloudCoverPercent": 0,
            "windSpeedMS": 0.23, "windDirectionDeg": 0, "windGustMS": 0, "precipitationMM": 0, "rainMM": 0,
            "snowfallMM": 0, "visibilityM": 0, "precipitationProbabilityPercent": 0,
        ]
    }

    public var days: [String: Double] {
        [
            "temperatureMaxC": 0.28, "temperatureMinC": 0.28, "feelsLikeMaxC": 0, "feelsLikeMinC": 0,
            "cloudCoverPercent": 0, "precipitationMM": 0, "rainMM": 0, "snowfallMM": 0,
            "precipitationProbabilityPercent": 0, "precipitationHours": 0, "windSpeedMaxMS": 0.23,
            "windGustMaxMS": 0, "windDirectionDeg": 0,
        ]
    }

    private static let gridPoint = "/gridpoints/OKX/33,35"
    private static let station = "KNYC"

    public func answer(path: String, query: [String: String], about weather: InventedWeather) -> DialectAnswer? {
        let properties: [String: Any]
        switch path {
        case Self.gridPoint + "/forecast/hourly": properties = ["units": "us", "periods": Self.hourly(weather)]
        case Self.gridPoint + "/forecast": properties = ["units": "us", "periods": Self.halfDays(weather)]
        case Self.gridPoint: properties = Self.grid(weather)
        case Self.gridPoint + "/stations":
            let stations = [Self.station, "KLGA"].map { ["properties": ["stationIdentifier": $0]] }
            return DialectAnswer(body: Self.bytes(["type": "FeatureCollection", "features": stations]))
        case "/stations/\(Self.station)/observations/latest": properties = Self.observation(weather)
        case _ where path.hasPrefix("/points/"): properties = Self.point(weather)
        default: return nil
        }
        return DialectAnswer(
            headers: ["Content-Type": "application/geo+json"],
            body: Self.bytes(["type": "Feature", "geometry": NSNull(), "properties": properties]))
    }

    private static func point(_ weather: InventedWeather) -> [String: Any] {
        let url = "https://api.weather.gov" + gridPoint
        return [
            "gridId": "OKX", "gridX": 33, "gridY": 35, "forecast": url + "/forecast",
            "forecastHourly": url + "/forecast/hourly", "forecastGridData": url,
            "observationStations": url + "/stations", "timeZone": weather.timeZone,
        ]
    }

    /// The service tells 156 hours; these do for six days.
    private static let count = 140

    private static func hourly(_ weather: InventedWeather) -> [[String: Any]] {
        // The service's forecast is some hours old, and its first periods are past.
        let start = (weather.hours.firstIndex { $0.time > weather.now } ?? 1) - 1
        return weather.hours[max(start - 3, 0)...].prefix(count).map { hour in
            let conditions = hour.conditions
            return [
                "startTime": text(hour.time, weather), "endTime": text(hour.time.advanced(by: 3600), weather),
                "isDaytime": conditions.isDay == true, "temperature": fahrenheit(conditions.temperature),
                "temperatureUnit": "F", "temperatureTrend": NSNull(),
                "probabilityOfPrecipitation": quantity("percent", hour.precipitationProbability),
                "dewpoint": quantity("degC", conditions.dewPoint),
                "relativeHumidity": quantity("percent", conditions.humidity),
                "windSpeed": milesAnHour(conditions.windSpeed), "windDirection": "SW",
                "icon": icon(conditions, "small"), "shortForecast": words(conditions.condition),
            ]
        }
    }

    private static func halfDays(_ weather: InventedWeather) -> [[String: Any]] {
        weather.days.flatMap { day in
            // Six to six by the clock.
            let hours = weather.hours.filter { day.start <= $0.time && $0.time < day.start.advanced(by: 30 * 3600) }
            return [(6..<18, true), (18..<30, false)].map { span, isDay -> [String: Any] in
                let half = hours.dropFirst(span.lowerBound).prefix(12)
                let temperatures = half.compactMap(\.conditions.temperature)
                let worst = half.map(\.conditions).first ?? Conditions()
                return [
                    "startTime": text(day.start.advanced(by: span.lowerBound * 3600), weather),
                    "endTime": text(day.start.advanced(by: span.upperBound * 3600), weather), "isDaytime": isDay,
                    "temperature": fahrenheit(isDay ? temperatures.max() : temperatures.min()),
                    "temperatureUnit": "F",
                    "probabilityOfPrecipitation": quantity(
                        "percent", half.compactMap(\.precipitationProbability).max()),
                    "windSpeed": "5 to 15 mph", "windDirection": "SW", "icon": icon(worst, "medium"),
                    "shortForecast": words(worst.condition),
                ]
            }
        }
    }

    private static func grid(_ weather: InventedWeather) -> [String: Any] {
        func layer(_ unit: String, hours: Int, _ value: (ArraySlice<Hour>) -> Double?) -> [String: Any] {
            let values = stride(from: 0, to: weather.hours.count, by: hours).map { index -> [String: Any] in
                let span = weather.hours[index...].prefix(hours)
                return [
                    "validTime": "\(text(weather.hours[index].time, weather))/PT\(hours)H",
                    "value": value(span) ?? NSNull() as Any,
                ]
            }
            return ["uom": "wmoUnit:\(unit)", "values": values]
        }
        func sum(_ quantity: KeyPath<Conditions, Double?>) -> (ArraySlice<Hour>) -> Double? {
            { $0.compactMap { $0.conditions[keyPath: quantity] }.reduce(0, +) }
        }
        return [
            "apparentTemperature": layer("degC", hours: 1) { $0.first?.conditions.feelsLike },
            "skyCover": layer("percent", hours: 1) { $0.first?.conditions.cloudCover },
            "windGust": layer("km_h-1", hours: 3) { ($0.first?.conditions.windGust).map { $0 * 3.6 } },
            "visibility": layer("m", hours: 6) { $0.first?.conditions.visibility },
            "quantitativePrecipitation": layer("mm", hours: 6, sum(\.precipitation)),
            "snowfallAmount": layer("mm", hours: 6, sum(\.snowfall)),
        ]
    }

    private static func observation(_ weather: InventedWeather) -> [String: Any] {
        let conditions = weather.current
        let amount = conditions.cloudCover == 0 ? "CLR" : conditions.cloudCover == 100 ? "OVC" : "SCT"
        return [
            "timestamp": text(weather.now.advanced(by: -9 * 60), weather),
            "textDescription": words(conditions.condition), "icon": icon(conditions, "medium"),
            "temperature": quantity("degC", conditions.temperature), "dewpoint": quantity("degC", conditions.dewPoint),
            "windDirection": quantity("degree_(angle)", conditions.windDirection),
            "windSpeed": quantity("km_h-1", conditions.windSpeed.map { $0 * 3.6 }),
            "windGust": quantity("km_h-1", conditions.windGust.map { $0 * 3.6 }),
            "barometricPressure": quantity("Pa", nil),
            "seaLevelPressure": quantity("Pa", conditions.pressure.map { $0 * 100 }),
            "visibility": quantity("m", conditions.visibility), "heatIndex": quantity("degC", nil),
            "relativeHumidity": quantity("percent", conditions.humidity),
            "windChill": quantity("degC", conditions.feelsLike),
            "cloudLayers": [["base": quantity("m", 1500), "amount": amount]],
        ]
    }

    private static func quantity(_ unit: String, _ value: Double?) -> [String: Any] {
        ["unitCode": "wmoUnit:\(unit)", "value": value ?? NSNull() as Any]
    }

    private static func fahrenheit(_ celsius: Double?) -> Any {
        celsius.map { Int(($0 * 1.8 + 32).rounded()) } ?? NSNull() as Any
    }

    private static func milesAnHour(_ speed: Double?) -> String {
        "\(Int(((speed ?? 0) / 0.44704).rounded())) mph"
    }

    private static func text(_ time: UnixTime, _ weather: InventedWeather) -> String {
        let zone = TimeZone(identifier: weather.timeZone) ?? .gmt
        let style = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone)
        return Date(timeIntervalSince1970: Double(time.seconds)).formatted(style)
    }

    private static func icon(_ conditions: Conditions, _ size: String) -> String {
        let codes: [Condition: String] = [
            .clear: "skc", .mostlyClear: "few", .partlyCloudy: "sct", .overcast: "wind_ovc", .fog: "fog",
            .drizzle: "rain,40", .freezingDrizzle: "fzra", .rainLight: "rain,30", .rain: "rain,80",
            .rainHeavy: "rain,100", .freezingRain: "fzra,60", .sleet: "snow_sleet", .snowLight: "snow,30",
            .snow: "snow,80", .snowHeavy: "blizzard", .rainShowers: "rain_showers_hi,40", .snowShowers: "snow,40",
            .thunderstorm: "tsra_sct,60", .haze: "haze", .smoke: "smoke", .dust: "dust", .squall: "tropical_storm",
            .tornado: "tornado",
        ]
        let light = conditions.isDay == true ? "day" : "night"
        return "https://api.weather.gov/icons/land/\(light)/\(codes[conditions.condition] ?? "frogs")?size=\(size)"
    }

    private static func words(_ condition: Condition) -> String {
        let words: [Condition: String] = [
            .drizzle: "Chance Drizzle", .freezingDrizzle: "Patchy Freezing Drizzle", .rainLight: "Chance Light Rain",
            .rain: "Rain", .rainHeavy: "Heavy Rain", .snowLight: "Light Snow Likely", .snow: "Snow",
            .snowShowers: "Scattered Snow Showers", .unknown: "A Plague of Frogs",
        ]
        return words[condition] ?? "Some Weather"
    }
}
