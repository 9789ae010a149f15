/// A weather station's measurement, for comparison with forecasts. nil was not measured.
public struct StationReading: Sendable, Hashable {
    /// When it was measured.
    public var time: UnixTime
    /// °C, at 2 m.
    public var temperature: Double?
    /// Mean wind at 10 m, m/s.
    public var wind: Double?
    /// Precipitation of the hour that ends at `time`, mm; nil when the amount or its period is unknown.
    public var precipitation: Double?

    public init(time: UnixTime, temperature: Double? = nil, wind: Double? = nil, precipitation: Double? = nil) {
        self.time = time
        self.temperature = temperature
        self.wind = wind
        self.precipitation = precipitation
    }

    /// The measurement in a report; nil when its current weather is not from a station.
    public init?(_ report: Report) {
        guard report.currentOrigin == .station, let current = report.current, let time = report.observedAt else {
            return nil
        }
        self.init(time: time, conditions: current)
    }

    public init(_ observation: Observation) {
        self.init(time: observation.time, conditions: observation.conditions)
    }

    private init(time: UnixTime, conditions: Conditions) {
        self.init(time: time, temperature: conditions.temperature, wind: conditions.windSpeed)
        // Amounts for three or six hours cannot be compared with those for one.
        if conditions.precipitationPeriod == 3600 { precipitation = conditions.precipitation }
    }
}
