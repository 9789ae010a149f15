/// The state of the atmosphere at one moment, at the surface. A nil value is one that the provider does not give.
public struct Conditions: Sendable, Hashable, Codable {
    public var condition: Condition
    /// How likely `condition` is; nil when the service states it as a fact or as expected.
    public var likelihood: Likelihood?
    /// Whether the sun is up; nil when the provider does not say.
    public var isDay: Bool?
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
    /// hour or nothing is known of precipitation. A forecast hour with a longer period speaks for the hours after it too:
    /// these have no precipitation of their own.
    @CompactSeconds public var precipitationPeriod: Int?
    /// The part of `precipitation` that fell as rain, showers included, mm.
    @Thousandths public var rain: Double?
    /// Depth of fresh snow in the same time, mm.
    @Thousandths public var snowfall: Double?
    /// Horizontal visibility, m.
    @Thousandths public var visibility: Double?
    /// UV index as the World Health Organization defines it, 0 and up.
    @Thousandths public var uvIndex: Double?

    public init(condition: Condition = .unknown) {
        self.condition = condition
    }
}
