public import HTTP
public import Weather

/// Where a service on the Internet takes the address to be that it is asked from. It tells that service the user's
/// address, so it is asked only when the user has it so.
public struct IPLocation: Sendable {
    private let url: String
    private let exchange: HTTPExchange

    /// - Parameter url: of a service that answers with JSON: reallyfreegeoip.org, ipapi.co, ipinfo.io, ipwho.is,
    ///   ip-api.com, geoapi.info, or one that answers alike.
    public init(url: String, exchange: @escaping HTTPExchange) {
        self.url = url
        self.exchange = exchange
    }

    /// The place to a tenth of a degree, some 10 km, which is finer than such services know.
    public func fix(at now: UnixTime) async throws(LocationFailure) -> Fix {
        let query = HTTPQuery(url: url)
        let answer: HTTPAnswer
        do throws(FetchFailure) {
            answer = try await exchange(query)
        } catch {
            throw .network(error)
        }
        return Fix(coordinate: try Self.coordinate(in: answer, of: query.host, at: now), time: now, source: .ip)
    }

    /// The position that an answer holds.
    ///
    /// - Parameter host: who answered, for the failure.
    static func coordinate(
        in answer: HTTPAnswer, of host: String, at now: UnixTime
    ) throws(LocationFailure) -> Coordinate {
        let json = try? JSONValue(answer, from: host)
        let content = json.flatMap { json in if case .object = json { IPAnswer(json) } else { nil } }
        if let failure = answer.failure(from: host, at: now, reason: content?.reason) { throw .network(failure) }
        guard let content else {
            throw .network(.malformed(host: host, reason: "the answer is not a position in JSON"))
        }
        if content.isFailure { throw failure(for: content.reason, of: host) }
        guard let latitude = content.latitude, let longitude = content.longitude else {
            throw .network(.malformed(host: host, reason: "there is no position in the answer"))
        }
        guard let coordinate = Coordinate(latitude: latitude.toTenths, longitude: longitude.toTenths) else {
            throw .network(.malformed(host: host, reason: "the position in the answer is not on Earth"))
        }
        // What services answer that do not know. There is only sea.
        guard latitude != 0 || longitude != 0 else { throw .unknownAddress }
        return coordinate
    }

    /// What the words of a service mean that answers HTTP 200 all the same. Each has its own.
    private static func failure(for reason: String?, of host: String) -> LocationFailure {
        guard let reason else { return .unknownAddress }
        let words = reason.lowercased()
        if ["rate", "limit", "quota"].contains(where: words.contains) {
            return .network(.rateLimited(host: host, reason: reason, retryAfter: nil))
        }
        let isUnknown = ["reserved", "private", "bogon", "invalid", "not found"].contains(where: words.contains)
        return isUnknown ? .unknownAddress : .failed(reason: reason)
    }
}

extension Double {
    fileprivate var toTenths: Double { (self * 10).rounded() / 10 }
}
