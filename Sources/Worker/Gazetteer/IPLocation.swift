public import HTTP
public import Weather

/// Locates the machine by its public IP address. This reveals the address to the service, so it is used only if the
/// user enables it.
public struct IPLocation: Sendable {
    private let url: String
    private let exchange: HTTPExchange

    /// - Parameter url: of a service with JSON answers: reallyfreegeoip.org, ipapi.co, ipinfo.io, ipwho.is, ip-api.com,
    ///   geoapi.info, or a compatible one.
    public init(url: String, exchange: @escaping HTTPExchange) {
        self.url = url
        self.exchange = exchange
    }

    /// The position rounded to a tenth of a degree, about 10 km, which is finer than the accuracy of such services.
    public func fix(at now: UnixTime) async throws(LocationFailure) -> LocationFix {
        let query = HTTPQuery(url: url)
        let answer: HTTPAnswer
        do throws(FetchFailure) {
            answer = try await exchange(query)
        } catch {
            throw .network(error)
        }
        return LocationFix(coordinate: try Self.coordinate(in: answer, of: query.host, at: now), time: now, source: .ip)
    }

    /// The position in an answer.
    ///
    /// - Parameter host: the sender, for failures.
    static func coordinate(
        in answer: HTTPAnswer, of host: String, at now: UnixTime
    ) throws(LocationFailure) -> Coordinate {
        let json = try? JSONValue(answer, from: host)
        let content = json.flatMap { json in if case .object = json { IPAnswer(json) } else { nil } }
        if let failure = answer.failure(from: host, at: now, reason: content?.reason) { throw .network(failure) }
        guard let content else {
            throw .network(.malformed(host: host, reason: "the response is not a position in JSON"))
        }
        if content.isFailure { throw failure(for: content.reason, of: host) }
        guard let latitude = content.latitude, let longitude = content.longitude else {
            throw .network(.malformed(host: host, reason: "the response contains no position"))
        }
        guard let coordinate = Coordinate(latitude: latitude.toTenths, longitude: longitude.toTenths) else {
            throw .network(.malformed(host: host, reason: "the position in the response is not on Earth"))
        }
        // Services send this position, in the sea, for unknown addresses.
        guard latitude != 0 || longitude != 0 else { throw .unknownAddress }
        return coordinate
    }

    /// Maps a service's message with HTTP status 200 to a failure. Each service has its own messages.
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

/// An answer of an IP location service. Formats differ: the position is two numbers or strings called `latitude` and
/// `longitude` or `lat` and `lon`, at the top level or nested, or one string `loc`; and errors have four formats,
/// usually with HTTP status 200.
struct IPAnswer {
    /// Degrees; nil when not given.
    var latitude: Double?
    var longitude: Double?
    var isFailure: Bool
    /// Why there is no position; nil when not given.
    var reason: String?

    init(_ json: JSONValue) {
        (latitude, longitude) = Self.position(in: json)
        let error = json["error"]
        let isBogon = json["bogon"].bool == true
        isFailure =
            error.bool == true || !error.members.isEmpty || json["success"].bool == false
            || json["status"].text == "fail" || isBogon
        // The last two are ipinfo.io's.
        let words = [json["reason"], json["message"], error["message"], error["title"]]
        reason = isBogon ? "bogon" : words.lazy.compactMap(\.text?.asReason).first
    }

    private static func position(in json: JSONValue) -> (Double?, Double?) {
        if let text = json["loc"].text {
            let parts = text.split(separator: ",")
            return parts.count == 2 ? (Double(parts[0]), Double(parts[1])) : (nil, nil)
        }
        for name in ["location", "coordinates"] where !json[name].members.isEmpty { return position(in: json[name]) }
        return (json["latitude"].number ?? json["lat"].number, json["longitude"].number ?? json["lon"].number)
    }
}
