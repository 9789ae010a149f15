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
