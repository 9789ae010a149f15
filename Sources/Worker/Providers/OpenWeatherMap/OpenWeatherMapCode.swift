import HTTP
import Weather

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
