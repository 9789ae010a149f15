public import TimeZones
public import Weather

/// What the daemon knows of its own health: all that `doctor` decides by.
public struct DaemonHealth: Sendable, Hashable {
    /// One whom forecasts are from, and what came of knocking there.
    public struct Service: Sendable, Hashable {
        /// As in config.toml.
        public var provider: String
        public var host: String
        /// The proxy on the way, as `host:port`; nil for none.
        public var proxy: String?
        public var outcome: Result<Answer, FetchFailure>

        var hasFailed: Bool { if case .failure = outcome { true } else { false } }

        public init(provider: String, host: String, proxy: String? = nil, outcome: Result<Answer, FetchFailure>) {
            self.provider = provider
            self.host = host
            self.proxy = proxy
            self.outcome = outcome
        }
    }

    /// That somebody answers, whatever it is.
    public struct Answer: Sendable, Hashable {
        public var milliseconds: Int
        /// How far this machine's clock is ahead of the service's, seconds; nil when that does not tell.
        public var clockLead: Int?

        public init(milliseconds: Int, clockLead: Int? = nil) {
            self.milliseconds = milliseconds
            self.clockLead = clockLead
        }
    }

    /// Of the current place.
    public var status: DaemonStatus
    /// Whether the current place is wherever the machine is.
    public var isAutomatic: Bool
    /// Whether that is still being found out.
    public var isBeingLocated: Bool
    /// In the order in which they are tried; empty for weather that is made up.
    public var services: [Service]
    /// Which file of places answers.
    public var gazetteer: GazetteerStatus
    /// Why the time zones of tzdata cannot be used; nil when they can.
    public var timeZoneProblem: TimeZoneError?
    /// Which variable of the environment gives a key of config.toml, for those that one gives:
    /// `["location.latitude": "WEATHERD_LOCATION_LATITUDE"]`.
    public var variables: [String: String]

    public init(
        status: DaemonStatus, isAutomatic: Bool = false, isBeingLocated: Bool = false, services: [Service] = [],
        gazetteer: GazetteerStatus, timeZoneProblem: TimeZoneError? = nil, variables: [String: String] = [:]
    ) {
        self.status = status
        self.isAutomatic = isAutomatic
        self.isBeingLocated = isBeingLocated
        self.services = services
        self.gazetteer = gazetteer
        self.timeZoneProblem = timeZoneProblem
        self.variables = variables
    }
}
