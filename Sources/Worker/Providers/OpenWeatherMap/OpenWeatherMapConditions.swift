import Almanac
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

extension Condition {
    /// The condition of an OpenWeatherMap id (<https://openweathermap.org/weather-conditions>); `unknown` for any
    /// other.
    init(openWeatherMapID id: Int) {
        self =
            switch id {
            case 200...202, 210...212, 221, 230...232: .thunderstorm
            case 300...302, 310...312, 321: .drizzle
            case 313, 314, 520...522, 531: .rainShowers
            case 500: .rainLight
            case 501: .rain
            case 502...504: .rainHeavy
            case 511: .freezingRain
            case 600: .snowLight
            case 601: .snow
            case 602: .snowHeavy
            case 611...613, 615, 616: .sleet
            case 620...622: .snowShowers
            case 701, 741: .fog
            case 711: .smoke
            case 721: .haze
            case 731, 751, 761, 762: .dust
            case 771: .squall
            case 781: .tornado
            case 800: .clear
            case 801: .mostlyClear
            case 802, 803: .partlyCloudy
            case 804: .overcast
            default: .unknown
            }
    }

    /// The condition of a dry sky, with the thresholds of OpenWeatherMap's ids 800 to 804.
    ///
    /// - Parameter cloudCover: %.
    init(cloudCover: Double) {
        self =
            switch cloudCover {
            case ..<11: .clear
            case ..<25: .mostlyClear
            case ..<85: .partlyCloudy
            default: .overcast
            }
    }

    /// Whether it is rain, snow or a thunderstorm.
    var isWet: Bool {
        switch self {
        case .drizzle, .freezingDrizzle, .rainLight, .rain, .rainHeavy, .freezingRain, .sleet, .snowLight, .snow,
            .snowHeavy, .rainShowers, .snowShowers, .thunderstorm, .thunderstormHail:
            true
        default: false
        }
    }
}

extension JSONValue {
    /// The most dangerous condition of the ids in `weather`: mist may be before snow.
    var openWeatherMapCondition: Condition {
        openWeatherMapIDs.map(Condition.init(openWeatherMapID:)).max { $0.severity < $1.severity } ?? .unknown
    }

    /// At most ten.
    fileprivate var openWeatherMapIDs: [Int] { self["weather"].elements.prefix(10).compactMap { $0["id"].integer } }
}

extension Sequence<JSONValue> {
    /// The ids that OpenWeatherMap does not document, as text; nil for none.
    var unknownOpenWeatherMapCodes: [String]? {
        let ids = flatMap(\.openWeatherMapIDs)
        let unknown = Set(ids.filter { Condition(openWeatherMapID: $0) == .unknown })
        return unknown.isEmpty ? nil : unknown.sorted().prefix(10).map { "condition id \($0)" }
    }
}

/// Amounts as OpenWeatherMap sends them: rain and snow separately, both in mm of water.
struct PrecipitationAmounts {
    var rain: Double?
    var snow: Double?

    /// - Parameter period: the name of the amount within `rain` and `snow`; days have the amount there directly.
    init(_ json: JSONValue, period: String = "") {
        rain = Self.amount(json["rain"], period)
        snow = Self.amount(json["snow"], period)
    }

    /// The sum, mm; nil when either amount is unknown.
    var water: Double? {
        guard let rain, let snow else { return nil }
        return (rain + snow).rounded(decimals: 3)
    }

    /// As fresh snow, mm.
    var depth: Double? { snow.map(FreshSnow.depth(ofWater:)) }

    func put(into conditions: inout Conditions) {
        conditions.precipitation = water
        conditions.rain = rain
        conditions.snowfall = depth
    }

    /// No precipitation is omitted, null or an empty object. Anything else but a number is an unknown amount.
    private static func amount(_ json: JSONValue, _ period: String) -> Double? {
        switch json {
        case .null: 0
        case .object(let members): members.isEmpty ? 0 : QuantityKind.depth.believed(json[period].number)
        default: QuantityKind.depth.believed(json.number)
        }
    }
}

extension PlaceCalendar {
    /// - Parameters:
    ///   - zone: as in tzdata.
    ///   - utcOffset: seconds, for an unknown zone; UTC without either.
    init(zone: String?, utcOffset: Int?) {
        let offset = utcOffset.flatMap { (-86_400...86_400).contains($0) ? $0 : nil }
        let zone = zone.flatMap(TimeZone.init(known:)) ?? offset.flatMap(TimeZone.init(offset:))
        self.init(timeZone: zone ?? .gmt)
    }
}

extension JSONValue {
    /// A moment in Unix time from the day before `now`; nil for anything else.
    func time(near now: UnixTime) -> UnixTime? {
        unixTime.flatMap { (-86_400...(20 * 86_400)).contains($0.seconds(since: now)) ? $0 : nil }
    }

    /// Several times the 60 minutes of the longest list, so that a broken service cannot fill memory and cache.
    private static let mostTimes = 400

    /// The elements with their times. An element without a plausible time, or not after the previous one, is skipped.
    func timed(near now: UnixTime) -> [(time: UnixTime, value: JSONValue)] {
        var timed: [(time: UnixTime, value: JSONValue)] = []
        for value in elements.prefix(Self.mostTimes) {
            guard let time = value["dt"].time(near: now) else { continue }
            if let last = timed.last, time <= last.time { continue }
            timed.append((time, value))
        }
        return timed
    }
}
