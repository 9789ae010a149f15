/// The state of the atmosphere at one moment, at the surface. Values that the provider does not give are nil.
public struct Conditions: Sendable, Hashable, Codable {
    public var condition: Condition
    /// How likely `condition` is; nil when the service states it as a fact or as expected.
    public var likelihood: Likelihood?
    /// Whether the sun is up; nil when the provider does not say.
    public var isDay: Bool?
    /// Whether `visibility` is the most that the station reports, and may be greater; nil for no.
    public var seesAtLeast: Bool?
    /// Air temperature at 2 m, °C.
    @Thousandths public var temperature: Double?
    /// Apparent temperature, °C.
    @Thousandths public var feelsLike: Double?
    /// °C.
    @Thousandths public var dewPoint: Double?
    /// Relative humidity, 0 to 100 %.
    @Thousandths public var humidity: Double?
    /// Share of the sky covered, 0 to 100 %.
    @Thousandths public var cloudCover: Double?
    /// Pressure reduced to sea level, hPa.
    @Thousandths public var pressure: Double?
    /// Mean wind at 10 m, m/s.
    @Thousandths public var windSpeed: Double?
    /// Where the wind comes from, degrees clockwise from north, 0 to 360.
    @Thousandths public var windDirection: Double?
    /// m/s.
    @Thousandths public var windGust: Double?
    /// Water of all precipitation, mm: in the period that begins with an hour, or that ends at the present moment.
    @Thousandths public var precipitation: Double?
    /// The period of `precipitation`, `rain` and `snowfall`, s; 0 when they are a rate per hour, nil when the period is one
    /// hour or nothing is known of precipitation. A longer period of a forecast hour also covers the hours after it, which have
    /// no precipitation of their own.
    @CompactSeconds public var precipitationPeriod: Int?
    /// The part of `precipitation` that fell as rain, showers included, mm.
    @Thousandths public var rain: Double?
    /// Depth of fresh snow in the same time, mm.
    @Thousandths public var snowfall: Double?
    /// Horizontal visibility, m.
    @Thousandths public var visibility: Double?
    /// UV index as the World Health Organization defines it, 0 and up.
    @Thousandths public var uvIndex: Double?
    /// Temperature of the surface of the ground or of water, °C.
    @Thousandths public var soilTemperature: Double?
    /// Depth of the snow on the ground, m.
    @Thousandths public var snowDepth: Double?
    /// Altitude of the 0 °C level above sea level, m.
    @Thousandths public var freezingLevel: Double?

    public init(condition: Condition = .unknown) {
        self.condition = condition
    }

    /// Without the numbers that are out of range.
    static func plausible(_ conditions: Conditions) -> Conditions {
        var plausible = quantities.plausible(conditions)
        if let period = conditions.precipitationPeriod, !precipitationPeriods.contains(period) {
            plausible.precipitationPeriod = nil
        }
        return plausible
    }
}

/// Every number of the conditions, in the order of the JSON.
extension Conditions {
    public static let quantities: [Quantity<Conditions>] = [
        .temperature, .feelsLike, .dewPoint, .humidity, .cloudCover, .pressure, .windSpeed, .windDirection, .windGust,
        .precipitation, .rain, .snowfall, .visibility, .uvIndex, .soilTemperature, .snowDepth, .freezingLevel,
    ]
}

extension Quantity<Conditions> {
    public static let temperature = Quantity(
        "temperature", .temperature, { $0.temperature }, { $0.temperature = $1 },
        placeholder: TemplatePlaceholder("temperature", "temperature"))
    public static let feelsLike = Quantity(
        "feelsLike", .temperature, { $0.feelsLike }, { $0.feelsLike = $1 },
        placeholder: TemplatePlaceholder("feels-like", "apparent temperature"))
    public static let dewPoint = Quantity(
        "dewPoint", .temperature, { $0.dewPoint }, { $0.dewPoint = $1 },
        placeholder: TemplatePlaceholder("dew-point", "dew point"))
    public static let humidity = Quantity(
        "humidity", .percent, { $0.humidity }, { $0.humidity = $1 },
        placeholder: TemplatePlaceholder("humidity", "relative humidity"))
    public static let cloudCover = Quantity(
        "cloudCover", .percent, { $0.cloudCover }, { $0.cloudCover = $1 },
        placeholder: TemplatePlaceholder("cloud-cover", "cloud cover"))
    public static let pressure = Quantity(
        "pressure", .pressure, { $0.pressure }, { $0.pressure = $1 },
        placeholder: TemplatePlaceholder("pressure", "pressure at sea level"))
    public static let windSpeed = Quantity(
        "windSpeed", .speed, { $0.windSpeed }, { $0.windSpeed = $1 },
        placeholder: TemplatePlaceholder("wind", "mean wind speed"))
    public static let windDirection = Quantity(
        "windDirection", .direction, { $0.windDirection }, { $0.windDirection = $1 })
    public static let windGust = Quantity(
        "windGust", .speed, { $0.windGust }, { $0.windGust = $1 },
        placeholder: TemplatePlaceholder("gusts", "gusts"))
    public static let precipitation = Quantity(
        "precipitation", .depth, { $0.precipitation }, { $0.precipitation = $1 },
        placeholder: TemplatePlaceholder(
            "precipitation", "rain and snow as water, with its period, or as a rate per hour"))
    public static let rain = Quantity(
        "rain", .depth, { $0.rain }, { $0.rain = $1 },
        placeholder: TemplatePlaceholder("rain", "rain"))
    public static let snowfall = Quantity(
        "snowfall", .freshSnow, { $0.snowfall }, { $0.snowfall = $1 },
        placeholder: TemplatePlaceholder("snow", "depth of fresh snow"))
    public static let visibility = Quantity(
        "visibility", .distance, { $0.visibility }, { $0.visibility = $1 },
        placeholder: TemplatePlaceholder("visibility", "visibility"))
    public static let uvIndex = Quantity(
        "uvIndex", .uvIndex, { $0.uvIndex }, { $0.uvIndex = $1 },
        placeholder: TemplatePlaceholder("uv", "UV index"))
    public static let soilTemperature = Quantity(
        "soilTemperature", .temperature, { $0.soilTemperature }, { $0.soilTemperature = $1 },
        placeholder: TemplatePlaceholder("soil-temperature", "temperature of the ground or water surface"))
    public static let snowDepth = Quantity(
        "snowDepth", .snowCover, { $0.snowDepth }, { $0.snowDepth = $1 },
        placeholder: TemplatePlaceholder("snow-depth", "depth of the snow on the ground"))
    public static let freezingLevel = Quantity(
        "freezingLevel", .altitude, { $0.freezingLevel }, { $0.freezingLevel = $1 },
        placeholder: TemplatePlaceholder("freezing-level", "altitude of the freezing level"))
}

/// Weather conditions, the same for every provider and not localised. The raw values are the `condition.code` of the
/// JSON output.
public enum Condition: String, Sendable, Codable, CaseIterable {
    case clear
    case mostlyClear = "mostly-clear"
    case partlyCloudy = "partly-cloudy"
    case overcast
    case fog
    case drizzle
    case freezingDrizzle = "freezing-drizzle"
    case rainLight = "rain-light"
    case rain
    case rainHeavy = "rain-heavy"
    case freezingRain = "freezing-rain"
    case sleet
    case snowLight = "snow-light"
    case snow
    case snowHeavy = "snow-heavy"
    case rainShowers = "rain-showers"
    case snowShowers = "snow-showers"
    case thunderstorm
    case thunderstormHail = "thunderstorm-hail"
    case haze
    case smoke
    case dust
    case squall
    case tornado
    case unknown
}

extension Condition {
    /// The rank by which several conditions of an hour, a day or a station's report are reduced to one, from fair to severe; -1
    /// for unknown. Thunderstorms are worst as in WMO code table 4677; ice on the ground is more dangerous than snow, and heavy
    /// rain than light.
    public var severity: Int { Self.ranked.firstIndex(of: self) ?? -1 }

    private static let ranked: [Condition] = [
        .clear, .mostlyClear, .partlyCloudy, .overcast, .haze, .smoke, .dust, .fog, .drizzle, .rainLight, .rainShowers,
        .rain, .snowLight, .snowShowers, .sleet, .snow, .rainHeavy, .snowHeavy, .freezingDrizzle, .squall,
        .freezingRain, .thunderstorm, .thunderstormHail, .tornado,
    ]

    /// Whether it is dangerous: heavy rain and worse.
    public var isDangerous: Bool { severity >= Condition.rainHeavy.severity }

    /// Whether it only describes how much of the sky is covered.
    public var isSky: Bool {
        switch self {
        case .clear, .mostlyClear, .partlyCloudy, .overcast: true
        default: false
        }
    }
}

extension Condition {
    /// By the share of the sky that is covered.
    ///
    /// - Parameter cover: %.
    public init(cover: Double) {
        self =
            switch cover {
            case ..<20: .clear
            case ..<50: .mostlyClear
            case ..<80: .partlyCloudy
            default: .overcast
            }
    }
}
