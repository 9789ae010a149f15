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
