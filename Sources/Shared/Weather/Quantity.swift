/// A number of conditions, hours, days or the air, declared once: the cache, the messages of the worker, the JSON, the
/// templates, the interpolation and the checks of ranges handle all quantities by their declarations.
///
/// Accessors are functions instead of key paths, which take ten times as long.
public struct Quantity<Owner>: Sendable {
    /// The property's name, which is also the column of reports.json.
    public let name: String
    public let kind: QuantityKind
    /// The key in JSON: the name with its unit.
    public let key: String
    /// How a day's value follows from its hours; nil for a quantity that days do not have.
    public let aggregation: DailyAggregation?
    /// The placeholder in templates; nil for none.
    public let placeholder: TemplatePlaceholder?
    public let get: @Sendable (Owner) -> Double?
    public let set: @Sendable (inout Owner, Double?) -> Void

    /// - Parameter key: the key in JSON without its unit; nil for the name.
    init(
        _ name: String, _ kind: QuantityKind, _ get: @escaping @Sendable (Owner) -> Double?,
        _ set: @escaping @Sendable (inout Owner, Double?) -> Void, key: String? = nil,
        aggregation: DailyAggregation? = nil,
        placeholder: TemplatePlaceholder? = nil
    ) {
        (self.name, self.kind, self.get, self.set) = (name, kind, get, set)
        self.key = (key ?? name) + kind.keySuffix
        (self.aggregation, self.placeholder) = (aggregation, placeholder)
    }

    /// A quantity that is derived from others, and not stored.
    init(
        derived name: String, _ kind: QuantityKind, placeholder: TemplatePlaceholder,
        _ get: @escaping @Sendable (Owner) -> Double?
    ) {
        self.init(name, kind, get, { _, _ in }, placeholder: placeholder)
    }

    /// The valid values. Each of the 25 hours in a sum may have the most that is valid.
    public var range: ClosedRange<Double> {
        if case .sum = aggregation { 0...kind.range.upperBound * 25 } else { kind.range }
    }
}

extension Double? {
    /// nil when it is out of range.
    func within(_ range: ClosedRange<Double>) -> Double? { flatMap { range.contains($0) ? $0 : nil } }
}

extension Array {
    /// Without the numbers that are out of range.
    func plausible<Owner>(_ owner: Owner) -> Owner where Element == Quantity<Owner> {
        var owner = owner
        for quantity in self where quantity.get(owner).map(quantity.range.contains) == false {
            quantity.set(&owner, nil)
        }
        return owner
    }
}

extension Quantity: Hashable {
    public static func == (one: Quantity, other: Quantity) -> Bool { one.name == other.name }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}

/// How a day's value follows from its hours.
public indirect enum DailyAggregation: Sendable {
    case highest(Quantity<Conditions>)
    case lowest(Quantity<Conditions>)
    /// To a whole number.
    case mean(Quantity<Conditions>)
    case sum(Quantity<Conditions>)
    /// The value of the hour with the strongest wind.
    case atStrongestWind(Quantity<Conditions>)
    case highestProbability
    /// How long it rains or snows.
    case wetHours
}

/// A placeholder in templates: `{dew-point}`.
public struct TemplatePlaceholder: Sendable, Hashable {
    public let name: String
    /// In one line, for people.
    public let meaning: String

    init(_ name: String, _ meaning: String) {
        (self.name, self.meaning) = (name, meaning)
    }
}

/// What a number measures: its unit, its valid range, and its value between two moments.
public enum QuantityKind: Sendable, Hashable, CaseIterable {
    /// °C.
    case temperature
    /// m/s.
    case speed
    /// Water that falls in a period, mm.
    case depth
    /// Depth of the snow that falls in a period, mm.
    case freshSnow
    /// Depth of the snow on the ground, m.
    case snowCover
    /// hPa.
    case pressure
    /// 0 to 100 %.
    case percent
    /// Degrees clockwise from north.
    case direction
    /// m.
    case distance
    /// Above sea level, m.
    case altitude
    /// From trough to crest, m.
    case waveHeight
    /// Above mean sea level, m.
    case seaLevel
    /// As the World Health Organization defines it.
    case uvIndex
    /// As Environment Canada defines it.
    case humidex
    case hours
    case seconds
    /// An air quality index without an upper end.
    case airIndex
    /// OpenWeather's air quality index.
    case airLevel
    /// Of particles or of a gas, µg/m³.
    case concentration
    /// Grains/m³.
    case pollen

    /// The numbers accepted from providers and workers: wider than the records in the World Meteorological Organization's
    /// archive of weather and climate extremes.
    public var range: ClosedRange<Double> {
        switch self {
        case .temperature: -120...100
        case .speed: 0...200
        case .depth: 0...5000
        // Ten times the water.
        case .freshSnow: 0...50_000
        case .snowCover: 0...100
        case .pressure: 800...1150
        case .percent: 0...100
        case .direction: 0...360
        case .distance: 0...1_000_000
        case .altitude: -1000...50_000
        // A buoy measured waves of 19 m.
        case .waveHeight: 0...30
        // Tides in the Bay of Fundy reach 8 m; storm surges add to them.
        case .seaLevel: -12...12
        case .uvIndex: 0...60
        case .humidex: 0...200
        // A day has 25 hours when the clocks go back.
        case .hours: 0...25
        case .seconds: 0...90_000
        // The indices end at 500, but storms of dust and smoke have led them beyond.
        case .airIndex: 0...2000
        case .airLevel: 1...5
        case .concentration: 0...1_000_000
        case .pollen: 0...100_000
        }
    }

    /// The end of a key of JSON; empty for numbers without a unit, and for hours, whose name has it.
    public var keySuffix: String {
        switch self {
        case .temperature: "C"
        case .speed: "MS"
        case .depth, .freshSnow: "MM"
        case .pressure: "HPa"
        case .percent: "Percent"
        case .direction: "Deg"
        case .snowCover, .distance, .altitude, .waveHeight, .seaLevel: "M"
        case .uvIndex, .humidex, .hours, .airIndex, .airLevel: ""
        case .seconds: "Seconds"
        case .concentration: "UgM3"
        case .pollen: "GrainsM3"
        }
    }

    /// How a value is interpolated between two forecasts.
    public var interpolation: Interpolation {
        switch self {
        case .depth, .freshSnow: .ofPeriod
        case .direction: .circular(decimals: 1)
        case .snowCover: .linear(decimals: 3)
        case .temperature, .speed, .pressure, .percent, .distance, .altitude, .waveHeight, .seaLevel, .uvIndex,
            .humidex,
            .hours, .seconds, .airIndex, .airLevel, .concentration, .pollen:
            .linear(decimals: 2)
        }
    }

    public enum Interpolation: Sendable, Hashable {
        /// In equal steps.
        case linear(decimals: Int)
        /// Along the shorter arc.
        case circular(decimals: Int)
        /// An amount belongs to a whole period: it is stated at the period's first hour, and scaled if the period is cut.
        case ofPeriod
    }
}

extension QuantityKind {
    /// How far a value must return over a threshold until it may be reported again, in the unit of the kind: more than values
    /// vary from one fetch to the next.
    public var hysteresis: Double {
        switch self {
        case .temperature: 1
        case .speed: 2
        case .depth: 0.2
        case .freshSnow: 2
        case .snowCover: 0.02
        case .waveHeight, .seaLevel: 0.2
        case .pressure: 1
        case .percent: 5
        case .direction: 20
        case .distance: 500
        case .altitude: 100
        case .uvIndex, .airLevel: 0.5
        case .humidex: 1
        case .hours: 1
        case .seconds: 3600
        case .airIndex: 10
        case .concentration, .pollen: 5
        }
    }
}

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
            case .percent, .direction, .waveHeight, .seaLevel, .uvIndex, .humidex, .hours, .seconds, .airIndex,
                .airLevel, .concentration,
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
            case .percent, .direction, .waveHeight, .seaLevel, .uvIndex, .humidex, .hours, .seconds, .airIndex,
                .airLevel, .concentration,
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
            case .percent, .direction, .waveHeight, .seaLevel, .uvIndex, .humidex, .hours, .seconds, .airIndex,
                .airLevel, .concentration,
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
        case .distance, .altitude, .snowCover, .waveHeight, .seaLevel: ["m"]
        case .direction: ["°"]
        case .concentration: ["µg/m³", "μg/m³", "ug/m3"]
        case .pollen: ["grains/m³", "grains/m3"]
        case .temperature, .speed, .depth, .freshSnow, .pressure, .uvIndex, .humidex, .hours, .seconds, .airIndex,
            .airLevel:
            []
        }
    }
}
