public import Almanac
public import Weather

/// The daemon's own state, from which `doctor` derives its diagnostics.
public struct DaemonHealth: Sendable, Hashable {
    /// A forecast provider, and the result of probing it.
    public struct Service: Sendable, Hashable {
        /// The provider's id, as in config.toml.
        public var provider: String
        public var host: String
        /// The proxy, as `host:port`; nil for none.
        public var proxy: String?
        /// Whether its address is an http:// one.
        public var isPlain: Bool
        public var outcome: Result<Answer, FetchFailure>

        var scheme: String { isPlain ? "http" : "https" }
        var hasFailed: Bool { if case .failure = outcome { true } else { false } }

        public init(
            provider: String, host: String, proxy: String? = nil, isPlain: Bool = false,
            outcome: Result<Answer, FetchFailure>
        ) {
            self.provider = provider
            self.host = host
            self.proxy = proxy
            self.isPlain = isPlain
            self.outcome = outcome
        }
    }

    /// A reply of any kind.
    public struct Answer: Sendable, Hashable {
        public var milliseconds: Int
        /// How far this machine's clock is ahead of the service's, seconds; nil when unknown.
        public var clockLead: Int?

        public init(milliseconds: Int, clockLead: Int? = nil) {
            self.milliseconds = milliseconds
            self.clockLead = clockLead
        }
    }

    /// The status of the current place.
    public var status: DaemonStatus
    /// Whether the location is automatic.
    public var isAutomatic: Bool
    /// Whether the location is still being determined.
    public var isBeingLocated: Bool
    /// In order of preference; empty for sample data.
    public var services: [Service]
    /// The gazetteer file in use.
    public var gazetteer: GazetteerStatus
    /// Why the borders of countries cannot be used; nil when they can.
    public var borders: GazetteerError?
    /// The sandbox of the workers; nil when none has started.
    public var sandbox: WorkerSandbox?
    /// Why the time zones of tzdata cannot be used; nil when they can.
    public var timeZoneProblem: TimeZoneError?
    /// The paths of former settings files that had more than the limits.
    public var fullSettings: [String]
    /// Whether logind announces sleep.
    public var followsSleep: Bool
    /// The environment variables that override config.toml, by key: `["location.latitude":
    /// "WEATHERD_LOCATION_LATITUDE"]`.
    public var variables: [String: String]
    /// The locale whose language is none of ours, so that texts are in English; nil when it is one, or is configured.
    public var unsupportedLocale: String?

    public init(
        status: DaemonStatus, isAutomatic: Bool = false, isBeingLocated: Bool = false, services: [Service] = [],
        gazetteer: GazetteerStatus, borders: GazetteerError? = nil, sandbox: WorkerSandbox? = nil,
        timeZoneProblem: TimeZoneError? = nil, fullSettings: [String] = [], followsSleep: Bool = true,
        variables: [String: String] = [:], unsupportedLocale: String? = nil
    ) {
        self.status = status
        self.isAutomatic = isAutomatic
        self.isBeingLocated = isBeingLocated
        self.services = services
        self.gazetteer = gazetteer
        self.borders = borders
        self.sandbox = sandbox
        self.timeZoneProblem = timeZoneProblem
        self.fullSettings = fullSettings
        self.followsSleep = followsSleep
        self.variables = variables
        self.unsupportedLocale = unsupportedLocale
    }
}
