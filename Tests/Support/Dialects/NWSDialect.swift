import Foundation
public import Weather

/// <https://www.weather.gov/documentation/services-web-api>, in the service's default units.
public struct NWSDialect: Dialect {
    public init() {}

    public let id = "nws"
    public let hourStep = 1
    public let conditions: Set<Condition> = [
        .clear, .mostlyClear, .partlyCloudy, .overcast, .fog, .drizzle, .freezingDrizzle, .rainLight, .rain, .rainHeavy,
        .freezingRain, .sleet, .snowLight, .snow, .snowHeavy, .rainShowers, .snowShowers, .thunderstorm, .haze, .smoke,
        .dust, .squall, .tornado,
    ]

    /// The station measures in finer units than the forecast uses, but describes clouds only in words.
    public var current: [String: Double] {
        [
            "temperatureC": 0, "feelsLikeC": Self.computed, "dewPointC": 0, "humidityPercent": 0,
            "cloudCoverPercent": 7,
            "pressureHPa": 0, "windSpeedMS": 0, "windDirectionDeg": 0, "windGustMS": 0, "precipitationMM": 0,
            "rainMM": 0, "snowfallMM": 0, "visibilityM": 0,
        ]
    }

    /// Whole degrees Fahrenheit and miles per hour.
    public var hours: [String: Double] {
        [
            "temperatureC": 0.28, "feelsLikeC": Self.computed, "dewPointC": 0, "humidityPercent": 0,
            "cloudCoverPercent": 0,
            "windSpeedMS": 0.23, "windDirectionDeg": 0, "windGustMS": 0, "precipitationMM": 0, "rainMM": 0,
            "snowfallMM": 0, "visibilityM": 0, "precipitationProbabilityPercent": 0,
        ]
    }

    public var days: [String: Double] {
        [
            "temperatureMaxC": 0.28, "temperatureMinC": 0.28, "feelsLikeMaxC": Self.computed,
            "feelsLikeMinC": Self.computed,
            "cloudCoverPercent": 0, "precipitationMM": 0, "rainMM": 0, "snowfallMM": 0,
            "precipitationProbabilityPercent": 0, "precipitationHours": 6, "windSpeedMaxMS": 0.23,
            "windGustMaxMS": 0, "windDirectionDeg": 0,
        ]
    }

    /// The service's definition of the apparent temperature may differ this far from the invented one.
    private static let computed = 6.0

    public let origin = Origin.station
    public let currentPeriod = 3600
    /// For amounts. Probabilities are reported hourly.
    public let hourPeriod = 6 * 3600
    public let hasWholeToday = false

    public func issuedAt(_ weather: InventedWeather) -> UnixTime? { weather.now.advanced(by: -2 * 3600) }

    public func likelihood(_ probability: Double) -> Likelihood? {
        probability < 55 ? .possible : probability < 75 ? .likely : nil
    }

    private static let gridPoint = "/gridpoints/OKX/33,35"
    private static let station = "KNYC"

    public func answer(path: String, query: [String: String], about weather: InventedWeather) -> DialectAnswer? {
        let properties: [String: Any]
        switch path {
        case Self.gridPoint + "/forecast/hourly":
            properties = [
                "units": "us", "generatedAt": Self.text(weather.now.advanced(by: -600), weather),
                "updateTime": Self.text(issuedAt(weather) ?? weather.now, weather), "periods": Self.hourly(weather),
            ]
        case Self.gridPoint + "/forecast": properties = ["units": "us", "periods": Self.halfDays(weather)]
        case Self.gridPoint: properties = Self.grid(weather)
        case Self.gridPoint + "/stations":
            let stations = [(Self.station, "New York City, Central Park"), ("KLGA", "La Guardia Airport")].map {
                [
                    "type": "Feature",
                    "geometry": [
                        "type": "Point",
                        "coordinates": [weather.coordinate.longitude, weather.coordinate.latitude + 0.1],
                    ],
                    "properties": ["stationIdentifier": $0, "name": $1],
                ] as [String: Any]
            }
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

    /// The service reports 156 hours; six days suffice here.
    private static let count = 140

    private static func hourly(_ weather: InventedWeather) -> [[String: Any]] {
        // The service's forecast is several hours old, and its first periods are in the past.
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
                "icon": icon(conditions, "small", hour.precipitationProbability),
                "shortForecast": forecast(conditions.condition, hour.precipitationProbability ?? 0),
            ]
        }
    }

    private static func halfDays(_ weather: InventedWeather) -> [[String: Any]] {
        weather.days.flatMap { day in
            // From six to six, local time.
            let hours = weather.hours.filter { day.start <= $0.time && $0.time < day.start.advanced(by: 30 * 3600) }
            return [(6..<18, true), (18..<30, false)].map { span, isDay -> [String: Any] in
                let half = hours.dropFirst(span.lowerBound).prefix(12)
                let temperatures = half.compactMap(\.conditions.temperature)
                let worst = half.map(\.conditions).first ?? Conditions()
                let probability = half.compactMap(\.precipitationProbability).max()
                return [
                    "startTime": text(day.start.advanced(by: span.lowerBound * 3600), weather),
                    "endTime": text(day.start.advanced(by: span.upperBound * 3600), weather), "isDaytime": isDay,
                    "temperature": fahrenheit(isDay ? temperatures.max() : temperatures.min()),
                    "temperatureUnit": "F",
                    "probabilityOfPrecipitation": quantity("percent", probability),
                    "windSpeed": "5 to 15 mph", "windDirection": "SW", "icon": icon(worst, "medium", probability),
                    "shortForecast": forecast(worst.condition, probability ?? 0),
                ]
            }
        }
    }

    private static func grid(_ weather: InventedWeather) -> [String: Any] {
        // Intervals begin at multiples of their length after midnight UTC, so the first one is truncated here.
        func layer(_ unit: String, hours: Int, _ value: (ArraySlice<Hour>) -> Double?) -> [String: Any] {
            let first = weather.hours.firstIndex { $0.time.seconds.isMultiple(of: hours * 3600) } ?? 0
            let values = stride(from: first, to: weather.hours.count, by: hours).map { index -> [String: Any] in
                let span = weather.hours[index...].prefix(hours)
                let start = Date(timeIntervalSince1970: Double(weather.hours[index].time.seconds)).formatted(.iso8601)
                return [
                    "validTime": "\(start.dropLast())+00:00/PT\(hours)H",
                    "value": value(span) ?? NSNull() as Any,
                ]
            }
            return ["uom": "wmoUnit:\(unit)", "values": values]
        }
        func sum(_ quantity: KeyPath<Conditions, Double?>) -> (ArraySlice<Hour>) -> Double? {
            { $0.compactMap { $0.conditions[keyPath: quantity] }.reduce(0, +) }
        }
        return [
            "updateTime": text(weather.now.advanced(by: -2 * 3600), weather),
            "apparentTemperature": layer("degC", hours: 1) { $0.first.map { apparent($0.conditions) } },
            "skyCover": layer("percent", hours: 1) { $0.first?.conditions.cloudCover },
            "windGust": layer("km_h-1", hours: 1) { ($0.first?.conditions.windGust).map { $0 * 3.6 } },
            "visibility": layer("m", hours: 1) { $0.first?.conditions.visibility },
            "probabilityOfPrecipitation": layer("percent", hours: 1) { $0.first?.precipitationProbability },
            "quantitativePrecipitation": layer("mm", hours: 6, sum(\.precipitation)),
            "snowfallAmount": layer("mm", hours: 6, sum(\.snowfall)),
        ]
    }

    private static func observation(_ weather: InventedWeather) -> [String: Any] {
        let conditions = weather.current
        let amount = conditions.cloudCover == 0 ? "SKC" : conditions.cloudCover == 100 ? "OVC" : "SCT"
        return [
            "timestamp": text(weather.now.advanced(by: -9 * 60), weather),
            "textDescription": words(conditions.condition), "icon": icon(conditions, "medium", nil),
            "temperature": quantity("degC", conditions.temperature), "dewpoint": quantity("degC", conditions.dewPoint),
            "windDirection": quantity("degree_(angle)", conditions.windDirection),
            "windSpeed": quantity("km_h-1", conditions.windSpeed.map { $0 * 3.6 }),
            "windGust": quantity("km_h-1", conditions.windGust.map { $0 * 3.6 }),
            "barometricPressure": quantity("Pa", nil),
            "seaLevelPressure": quantity("Pa", conditions.pressure.map { $0 * 100 }),
            "visibility": quantity("m", conditions.visibility), "heatIndex": quantity("degC", nil),
            "relativeHumidity": quantity("percent", conditions.humidity),
            "windChill": quantity("degC", windChill(conditions)),
            "precipitationLastHour": quantity("mm", conditions.precipitation),
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

    /// <https://digital.weather.gov/staticpages/definitions.php>: wind chill up to 50 °F, and the air temperature up to
    /// 80 °F. The invented weather is never hot enough for the heat index.
    private static func apparent(_ conditions: Conditions) -> Double {
        windChill(conditions) ?? conditions.temperature ?? 0
    }

    /// <https://www.weather.gov/safety/cold-wind-chill-chart>, from 3 mph.
    private static func windChill(_ conditions: Conditions) -> Double? {
        guard let temperature = conditions.temperature, let speed = conditions.windSpeed else { return nil }
        let (fahrenheit, miles) = (temperature * 1.8 + 32, speed / 0.44704)
        guard fahrenheit <= 50, miles >= 3 else { return nil }
        let power = pow(miles, 0.16)
        return (35.74 + 0.6215 * fahrenheit - 35.75 * power + 0.4275 * fahrenheit * power - 32) / 1.8
    }

    private static func icon(_ conditions: Conditions, _ size: String, _ probability: Double?) -> String {
        let codes: [Condition: String] = [
            .clear: "skc", .mostlyClear: "few", .partlyCloudy: "sct", .overcast: "wind_ovc", .fog: "fog",
            .drizzle: "rain", .freezingDrizzle: "fzra", .rainLight: "rain", .rain: "rain", .rainHeavy: "rain",
            .freezingRain: "fzra", .sleet: "sleet", .snowLight: "snow", .snow: "snow", .snowHeavy: "snow",
            .rainShowers: "rain_showers", .snowShowers: "snow", .thunderstorm: "tsra", .haze: "haze",
            .smoke: "smoke", .dust: "dust", .squall: "tropical_storm", .tornado: "tornado",
        ]
        let light = conditions.isDay == true ? "day" : "night"
        let chance = InventedWeather.isWet(conditions.condition) ? probability.map { ",\(Int($0))" } ?? "" : ""
        let code = (codes[conditions.condition] ?? "frogs") + chance
        return "https://api.weather.gov/icons/land/\(light)/\(code)?size=\(size)"
    }

    /// Wet weather in the service's terms for uncertainty, <https://www.weather.gov/hun/zfp_terminology>.
    private static func forecast(_ condition: Condition, _ probability: Double) -> String {
        let words = words(condition)
        guard InventedWeather.isWet(condition) else { return words }
        return switch probability {
        case ..<25: "Slight Chance \(words)"
        case ..<55: "Chance \(words)"
        case ..<75: "\(words) Likely"
        default: words
        }
    }

    private static func words(_ condition: Condition) -> String {
        let words: [Condition: String] = [
            .clear: "Clear", .mostlyClear: "Mostly Clear", .partlyCloudy: "Partly Cloudy", .overcast: "Cloudy",
            .fog: "Fog", .drizzle: "Drizzle", .freezingDrizzle: "Freezing Drizzle", .rainLight: "Light Rain",
            .rain: "Rain", .rainHeavy: "Heavy Rain", .freezingRain: "Freezing Rain", .sleet: "Sleet",
            .snowLight: "Light Snow", .snow: "Snow", .snowHeavy: "Heavy Snow", .rainShowers: "Rain Showers",
            .snowShowers: "Snow Showers", .thunderstorm: "Thunderstorms", .haze: "Haze", .smoke: "Smoke",
            .dust: "Blowing Dust", .squall: "Tropical Storm Conditions", .tornado: "Tornado",
            .unknown: "A Plague of Frogs",
        ]
        return words[condition] ?? "A Plague of Frogs"
    }
}
