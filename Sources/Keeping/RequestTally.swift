public import Weather

/// The number of requests to each provider on one UTC day, as providers count them.
public struct RequestTally: Sendable, Hashable, Codable {
    /// Days since 1970-01-01.
    public private(set) var day = 0
    /// By the provider's `id`.
    private var numbers: [String: Int] = [:]
    /// The pending requests, or those at the end of the last run.
    var pending = PendingRequests()

    public init() {}

    /// Rejects counts that cannot be reached in a day, since sums of them could overflow.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        day = try container.decode(Int.self, forKey: .day)
        numbers = try container.decode([String: Int].self, forKey: .numbers)
        pending = try container.decodeIfPresent(PendingRequests.self, forKey: .pending) ?? PendingRequests()
        guard numbers.count <= Self.mostProviders, numbers.values.allSatisfy({ (0...1_000_000_000).contains($0) })
        else {
            throw DecodingError.dataCorruptedError(forKey: .numbers, in: container, debugDescription: "no such count")
        }
    }

    /// More than there are providers.
    private static let mostProviders = 100

    private enum CodingKeys: CodingKey {
        case day, numbers, pending
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
