import Almanac
public import Weather
public import WorkerProtocol

/// Sends a request and returns the response, whatever its status. Throws only when there is no response.
public typealias HTTPExchange = @Sendable (HTTPQuery) async throws(FetchFailure) -> HTTPAnswer

/// A GET request.
public struct HTTPQuery: Sendable, Hashable {
    public var url: String
    /// The API key in the URL, redacted from the response; nil for none.
    public var key: APIKey?
    /// Sent in addition to the headers of every request.
    public var headers: [String: String]
    /// Maximum size of the response, bytes after decompression.
    public var answerLimit: Int

    /// Enough for one place, for which Open-Meteo sends about 30 KB.
    public static let commonAnswerLimit = 2 << 20
    /// The upper bound of `answerLimit`, bytes after decompression.
    public static let largestAnswerLimit = 32 << 20

    public init(
        url: String, key: APIKey? = nil, headers: [String: String] = [:], answerLimit: Int = commonAnswerLimit
    ) {
        self.url = url
        self.key = key
        self.headers = headers
        self.answerLimit = answerLimit
    }

    /// The server as named in failures: `api.open-meteo.com`, `127.0.0.1:8080`.
    public var host: String { url.urlHost }
}

/// The URL; with a key, only its host.
extension HTTPQuery: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { key == nil ? url : host }
    public var debugDescription: String { description }
}

/// A server's response.
public struct HTTPAnswer: Sendable, Hashable {
    public var status: Int
    /// Decompressed.
    public var body: [UInt8]
    /// Whether it arrived over verified TLS, without a plain hop, so that the service itself sent it.
    public var isVerified = false
    private var headers: [String: String] = [:]
    /// Redacted from the strings of the body; nil for none.
    private(set) var key: APIKey?

    /// Longer header values are ignored, bytes.
    private static let longestHeader = 4096

    /// - Parameter headers: the first of several duplicates wins. Values that are too long, or not ASCII (RFC 9110, 5.5), are
    ///   ignored.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.body = body
        let plain = headers.filter { header in
            header.value.utf8.count <= Self.longestHeader && (header.name + header.value).utf8.allSatisfy { $0 < 0x80 }
        }
        self.headers = Dictionary(plain.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
    }

    /// The same response without the key in headers and body.
    public func redacted(_ key: APIKey?) -> HTTPAnswer {
        guard let key else { return self }
        var answer = self
        answer.key = key
        answer.headers = headers.mapValues(key.masked)
        return answer
    }

    /// The value of a header; names ignore case.
    public subscript(header name: String) -> String? {
        headers[name.lowercased()]
    }
}

extension HTTPAnswer {
    /// The failure for the status; nil for a success.
    ///
    /// - Parameter reason: the service's explanation, if any.
    public func failure(from host: String, at now: UnixTime, reason: String?) -> FetchFailure? {
        switch status {
        case 200..<300:
            nil
        case 429:
            .rateLimited(host: host, reason: reason, retryAfter: retryAfter(at: now))
        // Network Authentication Required is sent by networks, never by services (RFC 6585, section 6).
        case 511 where isVerified:
            .malformed(host: host, reason: "unexpected HTTP status \(status)")
        // 408 is the only client error that may be retried.
        case 408, 500...:
            .serviceFailed(host: host, status: status, reason: reason, retryAfter: retryAfter(at: now))
        case 400..<500:
            .refused(host: host, status: status, reason: reason)
        default:
            .malformed(host: host, reason: "unexpected HTTP status \(status)")
        }
    }
}

extension String {
    /// Untrusted text for a log line or a terminal: one line of at most 200 characters without control characters; nil
    /// when empty.
    public var asReason: String? { oneLine(upTo: 200) }
}

extension HTTPAnswer {
    /// The delay that the server requests, s (RFC 9110, 10.2.3); nil when not given. A date is relative to the server's clock.
    public func retryAfter(at now: UnixTime) -> Int? {
        guard let value = self[header: "Retry-After"]?.withoutBlanks else { return nil }
        let seconds = value.wholeSeconds ?? UnixTime(httpDate: value).map { max(0, $0.seconds(since: date ?? now)) }
        return seconds.map { min($0, String.mostSeconds) }
    }

    /// How long the answer was in caches, s (RFC 9111, 5.1); 0 when not given. A cache that sends no Age sends its own Date,
    /// and so reports what is left of `Expires`.
    public var age: Int { self[header: "Age"]?.withoutBlanks.wholeSeconds ?? 0 }

    /// How long the answer was in caches after the end of its freshness lifetime, s; without a lifetime, its whole time in
    /// caches.
    public func overdue(at now: UnixTime) -> Int { max(0, age - max(0, lifetime(at: now) ?? 0)) }

    /// What is left of the freshness lifetime (RFC 9111, 4.2); nil when not given. It is relative to the server's clock, since
    /// this machine's may be wrong.
    public func httpFreshness(at now: UnixTime) -> HTTPFreshness? {
        let left = lifetime(at: now).map { min(max(0, $0 - age), HTTPFreshness.longest) }
        let httpFreshness = HTTPFreshness(
            expires: left.map(now.advanced(by:)), lastModified: self[header: "Last-Modified"])
        return httpFreshness == HTTPFreshness() ? nil : httpFreshness
    }

    /// The freshness lifetime from when the service sent the answer, s (RFC 9111, 4.2.1); negative after its end.
    private func lifetime(at now: UnixTime) -> Int? {
        let directives = (self[header: "Cache-Control"] ?? "").lowercased().split(separator: ",").map {
            String($0).withoutBlanks
        }
        if directives.contains("no-cache") || directives.contains("no-store") { return 0 }
        let ages = directives.lazy.filter { $0.hasPrefix("max-age=") }.compactMap { directive in
            String(directive.dropFirst("max-age=".count).filter { $0 != "\"" }).wholeSeconds
        }
        if let age = ages.first { return age }
        return self[header: "Expires"].map { text in
            // An invalid date is in the past (RFC 9111, 5.3).
            UnixTime(httpDate: text.withoutBlanks)?.seconds(since: date ?? now) ?? 0
        }
    }

    /// The server's clock (RFC 9110, 6.6.1); nil when not given.
    public var date: UnixTime? { self[header: "Date"].flatMap { UnixTime(httpDate: $0.withoutBlanks) } }
}

extension UnixTime {
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter text: `Sun, 06 Nov 1994 08:49:37 GMT`, the only date format that servers may send (RFC 9110, 5.6.7).
    /// - Returns: nil for another format, and for an impossible time.
    init?(httpDate text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].hasSuffix(","), Self.weekdays.contains(String(words[0].dropLast())),
            let day = words[1].number(digits: 2), let month = Self.months.firstIndex(of: String(words[2])),
            let year = words[3].number(digits: 4), words[5] == "GMT"
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false).compactMap { $0.number(digits: 2) }
        guard clock.count == 3, words[4].count == 8, clock[2] <= 60,
            let minute = CivilTime(year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1]).utc
        else { return nil }
        self.init(minute + clock[2])
    }
}

extension Substring {
    /// nil unless it is exactly this many ASCII digits.
    fileprivate func number(digits: Int) -> Int? {
        utf8.count == digits && utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(self) : nil
    }
}

extension String {
    /// Caps numbers of seconds: no service means more than a month, and larger numbers could overflow.
    fileprivate static let mostSeconds = 30 * 86_400

    /// nil unless the text consists of digits.
    fileprivate var wholeSeconds: Int? {
        guard !isEmpty, utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Swift.min(Int(self) ?? .max, Self.mostSeconds)
    }

    /// Without white space at either end.
    fileprivate var withoutBlanks: String {
        let start = drop { $0.isWhitespace }
        return String(
            start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex))
    }
}
