public import Weather

/// The number of requests to each provider on one UTC day, as providers count them, and what services and proxies have refused.
public struct RequestTally: Sendable, Hashable, Codable {
    /// The last days on which requests were counted, the present one last. There may be several because a clock that was ahead
    /// counted on another day.
    private var days: [DayCount] = []
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

    /// The most days.
    private static let mostDays = 4
    /// The maximum number of entries of `backoffs`: more than the kinds of reports and providers.
    private static let mostBackoffs = 20

    public init() {}

    /// Rejects counts that are impossible in a day, since their sum could overflow. Other unreadable values are skipped.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var last = DayCount(
            day: try container.decode(Int.self, forKey: .day),
            numbers: try container.decode([String: Int].self, forKey: .numbers))
        guard last.isValid else {
            throw DecodingError.dataCorruptedError(forKey: .numbers, in: container, debugDescription: "no such count")
        }
        pending = try container.decodeIfPresent(PendingRequests.self, forKey: .pending) ?? PendingRequests()
        writtenAt = try? container.decodeIfPresent(Moment.self, forKey: .clock)
        last.since = (try? container.decodeIfPresent(UnixTime.self, forKey: .since)).flatMap {
            $0.day == last.day ? $0 : nil
        }
        last.boot = (try? container.decodeIfPresent(String.self, forKey: .boot)) ?? writtenAt?.boot ?? ""
        let former: [DayCount] = container.readableElements(forKey: .former, upTo: Self.mostDays - 1)
        days = (former + [last]).filter { $0.isValid && !$0.numbers.isEmpty }
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
        try container.encode(days.last?.day ?? 0, forKey: .day)
        try container.encode(days.last?.numbers ?? [:], forKey: .numbers)
        try container.encode(pending, forKey: .pending)
        // The time cannot be corrected without the moment.
        if let writtenAt {
            try container.encode(writtenAt, forKey: .clock)
            try container.encodeIfPresent(days.last?.since, forKey: .since)
            try container.encodeIfPresent(days.last?.boot, forKey: .boot)
            if days.count > 1 { try container.encode(Array(days.dropLast()), forKey: .former) }
        }
        if !backoffs.isEmpty { try container.encode(backoffs, forKey: .backoffs) }
        if !refusals.isEmpty { try container.encode(refusals, forKey: .refusals) }
        if !proxies.isEmpty { try container.encode(proxies, forKey: .proxies) }
    }

    private enum CodingKeys: CodingKey {
        case day, numbers, pending, since, boot, former, clock, backoffs, refusals, proxies
    }

    /// The requests on the day of `now`, by the providers' `id`.
    public func counts(at now: UnixTime) -> [String: Int] {
        days.filter { $0.day == now.day }.reduce(into: [:]) { $0.merge($1.numbers, uniquingKeysWith: +) }
    }

    /// The requests to all providers on the day of `now`.
    public func count(at now: UnixTime) -> Int {
        counts(at: now).values.reduce(0, +)
    }

    /// - Parameter boot: the present boot, whose clock `now` uses.
    public mutating func add(_ count: Int = 1, to provider: String, at now: UnixTime, boot: String = "") {
        if days.last.map({ $0.day == now.day && $0.boot == boot }) != true {
            makeRoom()
            days.append(DayCount(day: now.day, since: now, boot: boot))
        }
        days[days.count - 1].numbers[provider, default: 0] += count
    }

    /// Merges the first counts of one day from several boots, or drops the first count.
    private mutating func makeRoom() {
        guard days.count >= Self.mostDays else { return }
        for (index, count) in days.enumerated() {
            guard let first = days[..<index].firstIndex(where: { $0.day == count.day }) else { continue }
            days[first].numbers.merge(count.numbers, uniquingKeysWith: +)
            days.remove(at: index)
            return
        }
        days.removeFirst()
    }

    /// Subtracts requests that were not sent.
    public mutating func remove(_ count: Int = 1, from provider: String, at now: UnixTime) {
        guard let index = days.lastIndex(where: { $0.day == now.day && $0.numbers[provider] != nil }) else { return }
        let rest = (days[index].numbers[provider] ?? 0) - count
        days[index].numbers[provider] = rest > 0 ? rest : nil
    }
}

/// The requests of one day.
struct DayCount: Sendable, Hashable, Codable {
    /// Days since 1970-01-01.
    var day: Int
    /// When the first request was counted; nil in files of 0.2.0.
    var since: UnixTime?
    /// The boot whose clock `since` uses.
    var boot = ""
    /// By the provider's `id`.
    var numbers: [String: Int] = [:]

    /// More than there are providers.
    private static let mostProviders = 100

    /// Whether the numbers are possible in a day; larger ones could overflow when added.
    var isValid: Bool {
        numbers.count <= Self.mostProviders && numbers.values.allSatisfy { (0...1_000_000_000).contains($0) }
            && boot.utf8.count <= 64 && (since == nil || since?.day == day)
    }

    mutating func redate(by step: Int) {
        guard let time = since?.advanced(by: step) else { return }
        (since, day) = (time, time.day)
    }
}

extension UnixTime {
    /// Days since 1970-01-01.
    fileprivate var day: Int { Int((Double(seconds) / 86_400).rounded(.down)) }
}

extension RequestTally {
    /// The refusals after one interface's were changed. Refusals of that interface with other settings are discarded.
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

    /// The wall clock was set by `step` seconds: requests counted by the old clock move to the day of the new one.
    ///
    /// - Parameter boot: the present boot. Counts of other boots stay: their clock may have been right.
    mutating func redate(by step: Int, boot: String) {
        for index in days.indices where days[index].boot == boot { days[index].redate(by: step) }
        pending.redate(by: step)
    }

    /// Converts the times from a file to the present clock.
    mutating func date(at now: Moment) {
        guard let writtenAt else { return }
        let step = now.correction(ofWritten: writtenAt)
        guard step != 0 else { return }
        // After another boot, the present clock is behind all of them, and the time in between counts as none.
        for index in days.indices where writtenAt.boot != now.boot || days[index].boot == now.boot {
            days[index].redate(by: step)
            days[index].boot = now.boot
        }
        pending.redate(by: step)
    }

    /// Before writing: converts moments of this boot to the present clock, since the next boot may start with a correct clock.
    mutating func dateMoments(at now: Moment) {
        backoffs = backoffs.mapValues { list in
            list.map { backoff in
                var dated = backoff
                dated.failedAt = backoff.failedAt.byClock(of: now)
                return dated
            }
        }
        for (index, proxy) in proxies.enumerated() { proxies[index].at = proxy.at.byClock(of: now) }
        for index in refusals.indices { refusals[index].date(at: now) }
    }

    /// Whether the file depends on the wall clock.
    var hasTimes: Bool { !(days.isEmpty && backoffs.isEmpty && proxies.isEmpty && refusals.isEmpty) }
}

extension ServiceRefusals {
    fileprivate mutating func date(at now: Moment) {
        names = names.mapValues { $0.byClock(of: now) }
        for (coordinate, place) in places { places[coordinate]?.at = place.at.byClock(of: now) }
        if let at = longest?.at { longest?.at = at.byClock(of: now) }
        if let at = vain?.at { vain?.at = at.byClock(of: now) }
    }
}

extension Moment {
    /// The moment converted to the wall clock of `now`, which may have been set since; unchanged for another boot.
    fileprivate func byClock(of now: Moment) -> Moment {
        boot == now.boot ? byClock(aheadBy: now.offset) : self
    }
}

/// The providers with pending requests, so that a start detects requests during which the last run ended. Otherwise, an
/// answer that crashes the program would be requested again at each start.
struct PendingRequests: Sendable, Hashable, Codable {
    private struct Request: Hashable, Codable {
        /// When the last request was sent.
        var since: UnixTime
        /// Whether no fetch with such requests has completed since.
        var isRunning = true
        /// The number of consecutive runs that ended during such a request.
        var interruptions = 0
    }

    /// By the provider's `id`.
    private var requests: [String: Request] = [:]

    /// The maximum backoff after a run that ended during a request, s.
    private static let longestBackoff = 3600
    /// More than the number of providers, and longer than their ids: a corrupt file must not fill memory.
    private static let most = 100

    init() {}

    init(from decoder: any Decoder) throws {
        requests = try decoder.singleValueContainer().decode([String: Request].self)
        guard requests.count <= Self.most, requests.values.allSatisfy({ (0...1_000_000).contains($0.interruptions) })
        else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "too many requests"))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(requests)
    }

    /// The end of a provider's backoff after interrupted runs; nil when there is none.
    ///
    /// It starts at `RefreshFloor.seconds` and doubles with each further interrupted run.
    func backsOffUntil(_ provider: String, at now: UnixTime) -> UnixTime? {
        guard let request = requests[provider], !request.isRunning, request.interruptions > 0 else { return nil }
        let rest = min(RefreshFloor.seconds << min(request.interruptions - 1, 10), Self.longestBackoff)
        let end = request.since.advanced(by: rest)
        return now < end ? end : nil
    }

    /// Call before sending a request.
    mutating func begin(to provider: String, at now: UnixTime) {
        requests[provider] = Request(since: now, interruptions: requests[provider]?.interruptions ?? 0)
    }

    /// The answers have been processed and stored.
    ///
    /// - Returns: whether any request was pending.
    mutating func end() -> Bool {
        let running = requests.filter { $0.value.isRunning }
        for provider in running.keys { requests[provider] = nil }
        return !running.isEmpty
    }

    /// The wall clock was set by `step` seconds.
    mutating func redate(by step: Int) {
        for (provider, request) in requests { requests[provider]?.since = request.since.advanced(by: step) }
    }

    /// The run that wrote these requests has ended.
    ///
    /// - Parameter now: the start of this run; the previous run's clock may have been ahead.
    mutating func interrupt(at now: UnixTime) {
        for (provider, request) in requests {
            requests[provider]?.since = min(request.since, now)
            guard request.isRunning else { continue }
            requests[provider]?.isRunning = false
            requests[provider]?.interruptions = request.interruptions + 1
        }
    }
}

/// A proxy's rejection of the user or the password, kept across restarts: proxies lock accounts after a few failures.
public struct ProxyRejection: Sendable, Hashable, Codable {
    /// A fingerprint of the proxy with its user and password.
    public var proxy: String
    /// The reason in the proxy's answer.
    public var reason: String
    /// Consecutive rejections.
    public var count: Int
    public var at: Moment
    /// How long the user and the password are not sent, s.
    public var seconds: Int

    public init(proxy: String, reason: String, count: Int, at: Moment, seconds: Int) {
        (self.proxy, self.reason, self.count, self.at, self.seconds) = (proxy, reason, count, at, seconds)
    }

    /// The maximum number kept across restarts: the last configurations.
    public static let most = 10
    /// The longest wait, s.
    public static let longest = 86_400

    /// Seconds until they may be sent again; 0 or less if they may be sent now.
    public func rest(at now: Moment) -> Int { seconds - now.seconds(since: at) }

    /// Whether the values are possible; a file may be damaged.
    var isValid: Bool {
        (1...1_000_000).contains(count) && (1...Self.longest).contains(seconds) && proxy.utf8.count <= 100
            && reason.utf8.count <= 1000
    }
}
