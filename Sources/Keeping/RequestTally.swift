public import Weather

/// The number of requests to each provider on one UTC day, as providers count them, and what services and proxies have refused.
public struct RequestTally: Sendable, Hashable, Codable {
    /// Days since 1970-01-01.
    public private(set) var day = 0
    /// When the first request of the day was counted, by the present wall clock; nil in files of 0.2.0.
    private var since: UnixTime?
    /// By the provider's `id`.
    private var numbers: [String: Int] = [:]
    /// The pending requests, or those at the end of the last run.
    var pending = PendingRequests()
    /// The providers that are backing off, by the kind of report.
    public internal(set) var backoffs: [String: [ProviderBackoff]] = [:]
    /// What services have refused; one for each interface.
    public internal(set) var refusals: [ServiceRefusals] = []
    /// The proxies that rejected their user or password.
    public internal(set) var proxies: [ProxyRejection] = []
    /// When the file was written.
    var writtenAt: Moment?

    /// The most entries of `backoffs`: more than there are kinds of reports and providers.
    private static let mostBackoffs = 20

    public init() {}

    /// Rejects counts that cannot be reached in a day, since sums of them could overflow. Other values that cannot be read are
    /// left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        day = try container.decode(Int.self, forKey: .day)
        numbers = try container.decode([String: Int].self, forKey: .numbers)
        pending = try container.decodeIfPresent(PendingRequests.self, forKey: .pending) ?? PendingRequests()
        guard numbers.count <= Self.mostProviders, numbers.values.allSatisfy({ (0...1_000_000_000).contains($0) })
        else {
            throw DecodingError.dataCorruptedError(forKey: .numbers, in: container, debugDescription: "no such count")
        }
        since = (try? container.decodeIfPresent(UnixTime.self, forKey: .since)).flatMap {
            Self.day(of: $0) == day ? $0 : nil
        }
        writtenAt = try? container.decodeIfPresent(Moment.self, forKey: .clock)
        typealias Lists = [String: ReadableList<ProviderBackoff>]
        let lists = try? container.decodeIfPresent(Lists.self, forKey: .backoffs)
        backoffs = (lists ?? [:]).mapValues { Array($0.elements.filter(\.isValid).prefix(Self.mostBackoffs)) }
            .filter { !$0.value.isEmpty }
        if backoffs.count > Self.mostBackoffs { backoffs = [:] }
        refusals = container.readableElements(forKey: .refusals, upTo: ServiceRefusals.most)
        refusals = refusals.bounded
        proxies = container.readableElements(forKey: .proxies, upTo: ProxyRejection.most)
        proxies.removeAll { !$0.isValid }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(day, forKey: .day)
        try container.encode(numbers, forKey: .numbers)
        try container.encode(pending, forKey: .pending)
        // Without the moment, the time could not be corrected.
        if let writtenAt {
            try container.encode(writtenAt, forKey: .clock)
            try container.encodeIfPresent(since, forKey: .since)
        }
        if !backoffs.isEmpty { try container.encode(backoffs, forKey: .backoffs) }
        if !refusals.isEmpty { try container.encode(refusals, forKey: .refusals) }
        if !proxies.isEmpty { try container.encode(proxies, forKey: .proxies) }
    }

    /// More than there are providers.
    private static let mostProviders = 100

    private enum CodingKeys: CodingKey {
        case day, numbers, pending, since, clock, backoffs, refusals, proxies
    }

    /// The requests on the day of `now`, by the providers' `id`.
    public func counts(at now: UnixTime) -> [String: Int] {
        Self.day(of: now) == day ? numbers : [:]
    }

    /// The requests to all providers on the day of `now`.
    public func count(at now: UnixTime) -> Int {
        counts(at: now).values.reduce(0, +)
    }

    public mutating func add(_ count: Int = 1, to provider: String, at now: UnixTime) {
        numbers = counts(at: now)
        if numbers.isEmpty { since = now }
        numbers[provider, default: 0] += count
        day = Self.day(of: now)
    }

    /// Subtracts requests that were not sent.
    public mutating func remove(_ count: Int = 1, from provider: String, at now: UnixTime) {
        guard Self.day(of: now) == day, let number = numbers[provider] else { return }
        numbers[provider] = number <= count ? nil : number - count
    }

    private static func day(of now: UnixTime) -> Int {
        Int((Double(now.seconds) / 86_400).rounded(.down))
    }
}

extension RequestTally {
    /// The refusals after a change of those of one interface. What it refused with other settings is forgotten.
    ///
    /// - Returns: the outcome of the change, and the refusals; nil if they are the same.
    func changing<Outcome>(
        _ interface: ServiceRefusals.Interface, by change: (inout ServiceRefusals) -> Outcome
    ) -> (outcome: Outcome, refusals: [ServiceRefusals]?) {
        let former = refusals.first { $0.interface == interface } ?? ServiceRefusals(of: interface)
        var refused = former
        let outcome = change(&refused)
        guard refused != former || refusals.contains(where: { interface.replaces($0.interface) }) else {
            return (outcome, nil)
        }
        let others = refusals.filter { $0.interface != interface && !interface.replaces($0.interface) }
        return (outcome, (others + [refused]).bounded)
    }

    /// The wall clock was set by `step` seconds: the requests count for the current day by the new clock.
    mutating func redate(by step: Int) {
        if let time = since {
            since = time.advanced(by: step)
            day = Self.day(of: time.advanced(by: step))
        }
        pending.redate(by: step)
    }

    /// Converts the times from a file to the present clock.
    mutating func date(at now: Moment) {
        if let writtenAt { redate(by: now.correction(ofWritten: writtenAt)) }
    }
}
