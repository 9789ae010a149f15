public import Weather

/// How a service reports the weather: its paths, units and names, written for tests from its documentation,
/// independently of the code under test.
public protocol Dialect: Sendable {
    /// The service's name in config.toml: `met-norway`.
    var id: String { get }

    /// The current values that the service reports, by the keys of weatherd's JSON (`temperatureC`), and their
    /// tolerance due to rounding and units. A value whose key is missing here must be null.
    var current: [String: Double] { get }

    /// The same for an hour, including `precipitationProbabilityPercent`.
    var hours: [String: Double] { get }

    /// The same for a day: `temperatureMaxC`.
    var days: [String: Double] { get }

    /// Hours between two forecast times, 1 or 3. Only these are compared: hours in between are interpolated.
    var hourStep: Int { get }

    /// The origin of the service's current weather.
    var origin: Origin { get }

    /// The period of the current precipitation, s: 0 for a rate.
    var currentPeriod: Int { get }

    /// The period of an hour's precipitation and probability, s, if the service does not report them hourly.
    var hourPeriod: Int { get }

    /// Whether the answer contains the past hours, or the extremes, of today.
    var hasWholeToday: Bool { get }

    /// The number of complete days after today in the answer.
    var wholeDays: Int { get }

    /// When the forecast was computed, according to the answer; nil if it does not state it.
    func issuedAt(_ weather: InventedWeather) -> UnixTime?

    /// The likelihood of wet weather with this probability in percent; nil if the service expresses no uncertainty in
    /// words.
    func likelihood(_ probability: Double) -> Likelihood?

    /// The conditions that the service distinguishes, so that each of them maps to itself.
    var conditions: Set<Condition> { get }

    /// The service's answer to a request for `path` about `weather`; nil for an unknown path.
    func answer(path: String, query: [String: String], about weather: InventedWeather) -> DialectAnswer?
}

extension Dialect {
    public var hourPeriod: Int { 3600 }
    public var hasWholeToday: Bool { true }
    public var wholeDays: Int { 3 }
    public func issuedAt(_ weather: InventedWeather) -> UnixTime? { nil }
    public func likelihood(_ probability: Double) -> Likelihood? { nil }
}

/// An answer of a service.
public struct DialectAnswer: Sendable {
    public var status: Int
    public var headers: [String: String]
    public var body: [UInt8]

    public init(status: Int = 200, headers: [String: String] = [:], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
