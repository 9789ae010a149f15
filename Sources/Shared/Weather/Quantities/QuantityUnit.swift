/// A unit in which the user writes a number.
public enum QuantityUnit: Sendable, Hashable {
    case temperature(Units.Temperature)
    case wind(Units.Wind)
    case pressure(Units.Pressure)
    case precipitation(Units.Precipitation)
    case snowDepth(Units.SnowDepth)
    case distance(Units.Distance)
    /// The unit of the kind itself, or none.
    case plain

    /// The configured unit.
    public init(of kind: QuantityKind, in units: Units) {
        self =
            switch kind {
            case .temperature: .temperature(units.temperature)
            case .speed: .wind(units.wind)
            case .depth: .precipitation(units.precipitation)
            case .freshSnow, .snowCover: .snowDepth(units.snowDepth)
            case .pressure: .pressure(units.pressure)
            case .distance, .altitude: .distance(units.distance)
            case .percent, .direction, .uvIndex, .humidex, .hours, .seconds, .airIndex, .airLevel, .concentration,
                .pollen:
                .plain
            }
    }

    /// The unit with this spelling, as in `SpelledUnit`; nil when the kind has no such unit.
    public init?(spelling: String, of kind: QuantityKind) {
        if kind.plainSpellings.contains(spelling) {
            self = .plain
            return
        }
        let unit: QuantityUnit? =
            switch kind {
            case .temperature: Units.Temperature(spelling: spelling).map { .temperature($0) }
            case .speed: Units.Wind(spelling: spelling).map { .wind($0) }
            case .depth: Units.Precipitation(spelling: Self.withoutHour(spelling)).map { .precipitation($0) }
            case .freshSnow: Units.SnowDepth(spelling: Self.withoutHour(spelling)).map { .snowDepth($0) }
            case .snowCover: Units.SnowDepth(spelling: spelling).map { .snowDepth($0) }
            case .pressure: Units.Pressure(spelling: spelling).map { .pressure($0) }
            case .distance, .altitude: Units.Distance(spelling: spelling).map { .distance($0) }
            case .percent, .direction, .uvIndex, .humidex, .hours, .seconds, .airIndex, .airLevel, .concentration,
                .pollen:
                nil
            }
        guard let unit else { return nil }
        self = unit
    }

    /// Amounts are compared as rates: `mm/h`.
    private static func withoutHour(_ spelling: String) -> Substring {
        spelling.hasSuffix("/h") ? spelling.dropLast(2) : spelling[...]
    }

    /// The accepted words for a kind, without other spellings.
    public static func words(of kind: QuantityKind) -> [String] {
        let words: [String] =
            switch kind {
            case .temperature: Units.Temperature.allCases.map(\.rawValue)
            case .speed: Units.Wind.allCases.map(\.rawValue)
            case .depth: Units.Precipitation.allCases.map(\.rawValue)
            case .freshSnow, .snowCover: Units.SnowDepth.allCases.map(\.rawValue)
            case .pressure: Units.Pressure.allCases.map(\.rawValue)
            case .distance, .altitude: Units.Distance.allCases.map(\.rawValue)
            case .percent, .direction, .uvIndex, .humidex, .hours, .seconds, .airIndex, .airLevel, .concentration,
                .pollen:
                []
            }
        return words + kind.plainSpellings.prefix(1)
    }

    /// Converts from the unit of the kind.
    public func converted(_ value: Double, of kind: QuantityKind) -> Double {
        switch self {
        case .temperature(let unit): unit.converted(value)
        case .wind(let unit): unit.converted(value)
        case .pressure(let unit): unit.converted(value)
        case .precipitation(let unit): unit.converted(value)
        case .snowDepth(let unit): unit.converted(kind == .snowCover ? value * 1000 : value)
        case .distance(let unit): unit.converted(value)
        case .plain: value
        }
    }
}

extension QuantityKind {
    /// The spellings of the kind's own unit that the user's units do not include.
    fileprivate var plainSpellings: [String] {
        switch self {
        case .percent: ["%"]
        case .distance, .altitude, .snowCover: ["m"]
        case .direction: ["°"]
        case .concentration: ["µg/m³", "μg/m³", "ug/m3"]
        case .pollen: ["grains/m³", "grains/m3"]
        case .temperature, .speed, .depth, .freshSnow, .pressure, .uvIndex, .humidex, .hours, .seconds, .airIndex,
            .airLevel:
            []
        }
    }
}
