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

    /// The numbers that are believed of a provider and of a worker: wider than the records in the World Meteorological
    /// Organization's archive of weather and climate extremes.
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
        case .snowCover, .distance, .altitude: "M"
        case .uvIndex, .humidex, .hours, .airIndex, .airLevel: ""
        case .seconds: "Seconds"
        case .concentration: "UgM3"
        case .pollen: "GrainsM3"
        }
    }

    /// How a value follows from those of the forecasts before and after it.
    public var interpolation: Interpolation {
        switch self {
        case .depth, .freshSnow: .ofPeriod
        case .direction: .circular(decimals: 1)
        case .snowCover: .linear(decimals: 3)
        case .temperature, .speed, .pressure, .percent, .distance, .altitude, .uvIndex, .humidex, .hours, .seconds,
            .airIndex, .airLevel, .concentration, .pollen:
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
