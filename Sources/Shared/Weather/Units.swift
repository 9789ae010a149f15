/// The unit of each quantity. The raw values are the words of config.toml and `set-units`.
public struct Units: Sendable, Hashable {
    public enum Temperature: String, Sendable, Codable, CaseIterable {
        case celsius = "c"
        case fahrenheit = "f"
        case kelvin = "k"
    }

    public enum Wind: String, Sendable, Codable, CaseIterable {
        case metersPerSecond = "ms"
        case kilometersPerHour = "kmh"
        case milesPerHour = "mph"
        case knots = "kn"
        case beaufort = "bft"
    }

    public enum Pressure: String, Sendable, Codable, CaseIterable {
        case hectopascals = "hpa"
        case millimetersOfMercury = "mmhg"
        case inchesOfMercury = "inhg"
    }

    public enum Precipitation: String, Sendable, Codable, CaseIterable {
        case millimeters = "mm"
        case inches = "in"
    }

    /// Follows `Precipitation`: centimetres of snow with millimetres of rain.
    public enum SnowDepth: String, Sendable, CaseIterable {
        case centimeters = "cm"
        case millimeters = "mm"
        case inches = "in"
    }

    public enum Distance: String, Sendable, Codable, CaseIterable {
        case kilometers = "km"
        case miles = "mi"
    }

    public var temperature: Temperature
    public var wind: Wind
    public var pressure: Pressure
    public var precipitation: Precipitation
    public var distance: Distance

    public var snowDepth: SnowDepth { precipitation == .inches ? .inches : .centimeters }

    public static let metric = Units(
        temperature: .celsius, wind: .kilometersPerHour, pressure: .hectopascals, precipitation: .millimeters,
        distance: .kilometers)
    public static let imperial = Units(
        temperature: .fahrenheit, wind: .milesPerHour, pressure: .inchesOfMercury, precipitation: .inches,
        distance: .miles)
}

/// A unit with several spellings: `km/h`, `kmh`, `kph`.
public protocol SpelledUnit: RawRepresentable<String>, CaseIterable, Sendable {
    /// Spellings besides the raw value, in lower case and without spaces, slashes and degree signs.
    var otherSpellings: [String] { get }
}

extension SpelledUnit {
    /// The unit with this spelling, ignoring case; nil for none. Used by the configuration, `set-units` and templates.
    public init?(spelling: some StringProtocol) {
        let plain = String(spelling.lowercased().unicodeScalars.filter { !"°/ ".unicodeScalars.contains($0) })
        guard let unit = Self.allCases.first(where: { $0.rawValue == plain || $0.otherSpellings.contains(plain) })
        else {
            return nil
        }
        self = unit
    }
}

extension Units.Temperature: SpelledUnit {
    public var otherSpellings: [String] {
        switch self {
        case .celsius: ["celsius"]
        case .fahrenheit: ["fahrenheit"]
        case .kelvin: ["kelvin"]
        }
    }
}

extension Units.Wind: SpelledUnit {
    public var otherSpellings: [String] {
        switch self {
        case .metersPerSecond: ["mps"]
        case .kilometersPerHour: ["kph"]
        case .milesPerHour: ["mih"]
        case .knots: ["kt", "kts", "knot", "knots"]
        case .beaufort: ["beaufort"]
        }
    }
}

extension Units.Pressure: SpelledUnit {
    public var otherSpellings: [String] {
        switch self {
        // A millibar is a hectopascal.
        case .hectopascals: ["mbar", "mb"]
        case .millimetersOfMercury, .inchesOfMercury: []
        }
    }
}

extension Units.Precipitation: SpelledUnit {
    public var otherSpellings: [String] {
        switch self {
        case .millimeters: []
        case .inches: ["inch", "inches"]
        }
    }
}

extension Units.SnowDepth: SpelledUnit {
    public var otherSpellings: [String] {
        switch self {
        case .centimeters, .millimeters: []
        case .inches: ["inch", "inches"]
        }
    }
}

extension Units.Distance: SpelledUnit {
    public var otherSpellings: [String] {
        switch self {
        case .kilometers: []
        case .miles: ["mile", "miles"]
        }
    }
}

// Exact factors are those of the international yard and pound agreement of 1959 and of the nautical mile (1929); the
// others are from NIST Special Publication 811 (2008), appendix B.8.

extension Units.Temperature {
    /// Converts from °C.
    public func converted(_ celsius: Double) -> Double {
        switch self {
        case .celsius: celsius
        case .fahrenheit: celsius * 9 / 5 + 32
        case .kelvin: celsius + 273.15
        }
    }

    /// Converts to °C.
    public func celsius(_ value: Double) -> Double {
        switch self {
        case .celsius: value
        case .fahrenheit: (value - 32) * 5 / 9
        case .kelvin: value - 273.15
        }
    }
}

extension Units.Wind {
    /// Lowest mean wind of each Beaufort force from 1 to 12, m/s (WMO-No. 8, Guide to Instruments and Methods of
    /// Observation, 2018, volume I, table 5.1).
    private static let beaufortThresholds = [
        0.3, 1.6, 3.4, 5.5, 8.0, 10.8, 13.9, 17.2, 20.8, 24.5, 28.5, 32.7,
    ]

    /// Converts from m/s; Beaufort is a whole number from 0 to 12.
    public func converted(_ metersPerSecond: Double) -> Double {
        switch self {
        case .metersPerSecond: metersPerSecond
        case .kilometersPerHour: metersPerSecond * 3.6
        case .milesPerHour: metersPerSecond / 0.44704
        case .knots: metersPerSecond * 3600 / 1852
        case .beaufort: Double(Self.beaufortThresholds.count { $0 <= metersPerSecond })
        }
    }
}

extension Units.Pressure {
    /// Converts from hPa.
    public func converted(_ hectopascals: Double) -> Double {
        switch self {
        case .hectopascals: hectopascals
        case .millimetersOfMercury: hectopascals / 1.333224
        case .inchesOfMercury: hectopascals / 33.86389
        }
    }
}

extension Units.Precipitation {
    /// Converts from mm.
    public func converted(_ millimeters: Double) -> Double {
        switch self {
        case .millimeters: millimeters
        case .inches: millimeters / 25.4
        }
    }
}

extension Units.SnowDepth {
    /// Converts from mm.
    public func converted(_ millimeters: Double) -> Double {
        switch self {
        case .centimeters: millimeters / 10
        case .millimeters: millimeters
        case .inches: millimeters / 25.4
        }
    }
}

extension Units.Distance {
    /// Converts from m.
    public func converted(_ meters: Double) -> Double {
        switch self {
        case .kilometers: meters / 1000
        case .miles: meters / 1609.344
        }
    }
}

/// A partial choice of units: nil for quantities without a choice.
public struct UnitsChoice: Sendable, Hashable, Codable {
    public var temperature: Units.Temperature?
    public var wind: Units.Wind?
    public var pressure: Units.Pressure?
    public var precipitation: Units.Precipitation?
    public var distance: Units.Distance?

    /// No choices.
    public init() {}

    /// A choice for every quantity.
    public init(_ units: Units) {
        temperature = units.temperature
        wind = units.wind
        pressure = units.pressure
        precipitation = units.precipitation
        distance = units.distance
    }

    /// A word that is neither a system of units, nor a unit, nor `quantity=unit`.
    public struct UnknownUnit: Error, Hashable {
        public var word: String
        /// The accepted words, for the message.
        public var accepted: String
    }

    /// Words as in `set-units`: `metric`, `imperial`, `kn` or `wind=kn`; later words override earlier ones.
    public init(words: some Sequence<some StringProtocol>) throws(UnknownUnit) {
        for word in words { try add(word.lowercased()) }
    }

    /// The units with this choice applied.
    public func applied(to units: Units) -> Units {
        Units(
            temperature: temperature ?? units.temperature, wind: wind ?? units.wind,
            pressure: pressure ?? units.pressure, precipitation: precipitation ?? units.precipitation,
            distance: distance ?? units.distance)
    }

    /// This choice overridden by `other`.
    public func overlaid(by other: UnitsChoice) -> UnitsChoice {
        var result = self
        result.temperature = other.temperature ?? temperature
        result.wind = other.wind ?? wind
        result.pressure = other.pressure ?? pressure
        result.precipitation = other.precipitation ?? precipitation
        result.distance = other.distance ?? distance
        return result
    }

    /// Sets the unit `word` for a quantity as named in config.toml.
    public mutating func choose(_ word: String, for quantity: String) throws(UnknownUnit) {
        func unit<Unit: SpelledUnit>(_: Unit.Type) throws(UnknownUnit) -> Unit {
            guard let unit = Unit(spelling: word) else {
                let accepted = Unit.allCases.map(\.rawValue).joined(separator: ", ")
                throw UnknownUnit(word: word, accepted: "\(quantity) in \(accepted)")
            }
            return unit
        }
        switch quantity {
        case "temperature": temperature = try unit(Units.Temperature.self)
        case "wind": wind = try unit(Units.Wind.self)
        case "pressure": pressure = try unit(Units.Pressure.self)
        case "precipitation": precipitation = try unit(Units.Precipitation.self)
        case "distance": distance = try unit(Units.Distance.self)
        default: throw UnknownUnit(word: quantity, accepted: Self.quantities.joined(separator: ", "))
        }
    }

    /// The quantities with configurable units, as named in config.toml.
    public static let quantities = ["temperature", "wind", "pressure", "precipitation", "distance"]

    private mutating func add(_ word: String) throws(UnknownUnit) {
        switch word {
        case "metric": self = UnitsChoice(.metric)
        case "imperial": self = UnitsChoice(.imperial)
        default:
            guard let sign = word.firstIndex(of: "=") else { return try choose(word) }
            try choose(String(word[word.index(after: sign)...]), for: String(word[..<sign]))
        }
    }

    /// Sets a unit without its quantity: no spelling is a unit of two quantities.
    private mutating func choose(_ word: String) throws(UnknownUnit) {
        if let unit = Units.Temperature(spelling: word) {
            temperature = unit
        } else if let unit = Units.Wind(spelling: word) {
            wind = unit
        } else if let unit = Units.Pressure(spelling: word) {
            pressure = unit
        } else if let unit = Units.Precipitation(spelling: word) {
            precipitation = unit
        } else if let unit = Units.Distance(spelling: word) {
            distance = unit
        } else {
            throw UnknownUnit(word: word, accepted: Self.accepted)
        }
    }

    /// The accepted words, for the message.
    public static let accepted = "metric, imperial, or a unit such as kn or wind=kn"
}
