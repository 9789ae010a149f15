/// What kind of source the weather of a moment comes from. The raw values are the contract's `origin`.
public enum Origin: String, Sendable, Hashable, Codable, CaseIterable {
    /// A weather station measured it.
    case station
    /// Derived from radar measurements.
    case radar
    /// A weather model's estimate of the present, which no instrument at the place confirmed.
    case analysis
    /// The forecast for the moment.
    case forecast
    /// The sample provider made it up.
    case sample
}

/// The weather station that measured the present.
public struct Station: Sendable, Hashable, Codable {
    /// As the service identifies it: `KSEA`.
    public var id: String
    /// As the service writes it: `Seattle-Tacoma International Airport`; nil when it gives no name.
    public var name: String?
    /// From the place to the station, m; nil when the service does not say where the station is.
    public var distance: Double?

    public init(id: String, name: String? = nil, distance: Double? = nil) {
        self.id = id
        self.name = name
        self.distance = distance
    }
}

/// How sure a service is of a condition that it does not state as expected.
public enum Likelihood: String, Sendable, Hashable, Codable, CaseIterable {
    /// Less than an even chance: "slight chance", "chance", "isolated", "possible".
    case possible
    /// More likely than not, but not certain: "likely".
    case likely
}
