public import Weather

/// How one service tells the weather: its paths, its units, its names, written for tests from its documentation and apart
/// from the program that reads them.
public protocol Dialect: Sendable {
    /// As config.toml names the service: `met-norway`.
    var id: String { get }

    /// What the service tells of the present, by the keys of weatherd's JSON: `temperatureC`; and how far from the truth its
    /// rounding and its units may lead. A key that is not there is told by nobody and has to be null.
    var current: [String: Double] { get }

    /// The same of an hour, `precipitationProbabilityPercent` among them.
    var hours: [String: Double] { get }

    /// The same of a day: `temperatureMaxC`.
    var days: [String: Double] { get }

    /// Hours from one forecast to the next, 1 or 3. Only these are compared: those between are interpolated.
    var hourStep: Int { get }

    /// What kind of source the service's present is.
    var origin: Origin { get }

    /// The period of the present's precipitation, s: 0 for a rate.
    var currentPeriod: Int { get }

    /// The period of an hour's precipitation and probability, s, where the service does not give them hour by hour.
    var hourPeriod: Int { get }

    /// Whether the answer has the hours or the extremes of today that have passed.
    var hasWholeToday: Bool { get }

    /// How many days after today the answer contains whole.
    var wholeDays: Int { get }

    /// When the answer says that the forecast was computed; nil when it does not.
    func issuedAt(_ weather: InventedWeather) -> UnixTime?

    /// How sure the service is of wet weather with this probability in percent; nil when it states no doubt in words.
    func likelihood(_ probability: Double) -> Likelihood?

    /// The conditions that the service can tell apart, so that each of them comes back as the same word.
    var conditions: Set<Condition> { get }

    /// What the service answers to a request for `path` about `weather`; nil for a path that it does not have.
    func answer(path: String, query: [String: String], about weather: InventedWeather) -> DialectAnswer?
}

extension Dialect {
    public var hourPeriod: Int { 3600 }
    public var hasWholeToday: Bool { true }
    public var wholeDays: Int { 3 }
    public func issuedAt(_ weather: InventedWeather) -> UnixTime? { nil }
    public func likelihood(_ probability: Double) -> Likelihood? { nil }
}

/// An answer of a service's.
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
