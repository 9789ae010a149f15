/// The type of source of a moment's weather. The raw values are the `origin` of the JSON output.
public enum Origin: String, Sendable, Hashable, Codable, CaseIterable {
    /// Measured by a weather station.
    case station
    /// Derived from radar measurements.
    case radar
    /// A weather model's estimate for the present, without a measurement at the place.
    case analysis
    /// The forecast for the moment.
    case forecast
    /// Sample data.
    case sample
}

/// The parts of a measured present that are the model's, because the station does not report them.
public struct ModelledParts: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let condition = ModelledParts(rawValue: 1)
    /// The amounts of rain and snow.
    public static let precipitation = ModelledParts(rawValue: 2)
    public static let all: ModelledParts = [.condition, .precipitation]
}

/// The weather station of a measurement.
public struct Station: Sendable, Hashable, Codable {
    /// The service's identifier: `KSEA`.
    public var id: String
    /// The service's name for it: `Seattle-Tacoma International Airport`; nil when not given.
    public var name: String?
    /// From the place to the station, m; nil when unknown.
    public var distance: Double?
    /// Metres above sea level; nil when unknown.
    public var elevation: Double?
    /// How much higher the station is than the place, m; nil when unknown.
    public var heightDifference: Double?
    /// The temperature correction for the elevation difference, K; nil for none.
    public var temperatureCorrection: Double?

    public init(id: String, name: String? = nil, distance: Double? = nil, elevation: Double? = nil) {
        self.id = id
        self.name = name
        self.distance = distance
        self.elevation = elevation
    }

    /// The user's own station.
    public static let ownID = "own"
}

/// The likelihood of a condition that is not certain.
public enum Likelihood: String, Sendable, Hashable, Codable, CaseIterable {
    /// Up to 50 %: "slight chance", "chance", "isolated", "possible".
    case possible
    /// More likely than not: "likely".
    case likely
}
