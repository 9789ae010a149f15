import Formats

/// A reply of the daemon: lines, or an error.
public enum Reply: Sendable, Hashable {
    case ok([String])
    /// The message is one sentence without a line end.
    case error(Code, String)

    /// The stable identifier of an error.
    public enum Code: String, Sendable, CaseIterable {
        case badRequest = "bad-request"
        case tooLong = "too-long"
        case unknownCommand = "unknown-command"
        case badArgument = "bad-argument"
        case notFound = "not-found"
        case noData = "no-data"
        case noLocation = "no-location"
        case busy
        case `internal`
    }

    /// The encoded reply: `OK n` and its lines, or `ERR code message`.
    public var text: String {
        switch self {
        case .ok(let lines):
            var text = "OK \(lines.count)\n"
            text.reserveCapacity(lines.reduce(text.utf8.count) { $0 + $1.utf8.count + 1 })
            for line in lines {
                text += line
                text += "\n"
            }
            return text
        case .error(let code, let message):
            return "ERR \(code.rawValue) \(message)\n"
        }
    }
}

/// Decodes replies from bytes in chunks of any size.
public struct ReplyDecoder: Sendable {
    /// The bytes violate the protocol.
    public struct Malformed: Error, Hashable {
        public init() {}
    }

    /// The most lines, and bytes of lines, of a valid reply.
    public static let lineLimit = 100_000
    public static let byteLimit = 4 << 20

    private var bytes: [UInt8] = []
    private var start = 0
    /// The end of the part after `start` that contains no line end.
    private var searched = 0
    private var lines: [String] = []
    /// The bytes of the lines so far.
    private var size = 0
    private var expected: Int?

    public init() {}

    public mutating func append(_ more: [UInt8]) {
        bytes.removeFirst(start)
        searched -= start
        start = 0
        bytes.append(contentsOf: more)
    }

    /// The next complete reply; nil when more bytes are needed.
    public mutating func next() throws(Malformed) -> Reply? {
        while true {
            if let expected, lines.count == expected {
                defer {
                    self.expected = nil
                    (lines, size) = ([], 0)
                }
                return .ok(lines)
            }
            guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
                searched = bytes.count
                guard size + bytes.count - start <= Self.byteLimit else { throw Malformed() }
                return nil
            }
            let line = bytes[start..<end]
            start = end + 1
            searched = start
            if expected != nil {
                size += line.count + 1
                guard size <= Self.byteLimit else { throw Malformed() }
                lines.append(String(decoding: line, as: UTF8.self))
            } else if let error = try head(line) {
                return error
            }
        }
    }

    /// Parses a reply's first line: an error is complete; after an `OK` the lines follow.
    private mutating func head(_ line: ArraySlice<UInt8>) throws(Malformed) -> Reply? {
        guard line.count <= Self.byteLimit else { throw Malformed() }
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        if words.count == 2, words[0] == "OK", let count = Int(words[1]), (0...Self.lineLimit).contains(count) {
            expected = count
            return nil
        }
        guard words.count == 3, words[0] == "ERR", !words[1].isEmpty else { throw Malformed() }
        // A later version may have more error codes; the message is still valid.
        return .error(Reply.Code(rawValue: words[1]) ?? .internal, words[2])
    }
}

/// The keys of the text reply to `status`, in its order.
public enum StatusKey: String, Sendable, CaseIterable {
    case place
    case locationSource = "location-source"
    case locatedAt = "located-at"
    case locationError = "location-error"
    case favourites, provider, freshness
    case observedAt = "observed-at"
    case fetchedAt = "fetched-at"
    case issuedAt = "issued-at"
    case age
    case nextRefresh = "next-refresh"
    case saving, network, offline
    case lastErrorCode = "last-error-code"
    case lastError = "last-error"
    case requestsToday = "requests-today"
    case requestsByProvider = "requests-by-provider"
    case backingOffProviders = "resting-providers"
    case refusedPlaces = "refused-places"
    case leftOutProviders = "left-out-providers"
    case missing
    case warnings
    case station
    case ownStation = "own-station"
    case providerOrder = "provider-order"
    case settingsError = "settings-error"
    case configFiles = "config-files"
    case configKeys = "config-keys"
    case configErrors = "config-errors"
    case unavailable, version
}

/// The text reply to `status`, one `key: value` a line.
public struct StatusReply: Sendable {
    private let lines: [String]

    /// The value of a key that is unknown or empty.
    public static let none = "-"
    /// The value of `network` with a route to the provider, and without.
    public static let up = "up", down = "down"
    /// The value of `freshness` without a report.
    public static let noReport = "none"

    public init(_ lines: [String]) {
        self.lines = lines
    }

    public static func line(_ key: StatusKey, _ value: String?) -> String {
        [key.rawValue, ": ", value ?? none].joined()
    }

    /// nil when the daemon is of a release that does not have the key.
    @inline(__always) public subscript(key: StatusKey) -> String? { value(of: key.rawValue + ": ") }

    private func value(of start: String) -> String? {
        lines.first { $0.begins(with: start) }?.dropping(start.utf8.count)
    }

    /// Whether the first report is on its way: there is none, no fetch has failed, and there is a route.
    public var awaitsFirstWeather: Bool {
        self[.freshness] == Self.noReport && self[.lastErrorCode] == Self.none && self[.network] == Self.up
    }
}

/// The result of one check of `doctor`, with advice.
public struct Diagnostic: Sendable, Hashable {
    /// The raw values are the words of the protocol.
    public enum State: String, Sendable, Hashable, CaseIterable {
        case ok
        /// Worth knowing: harmless, or recovers without user action.
        case note
        /// A problem that the user must solve.
        case wrong
        /// The check was not possible.
        case skipped
    }

    /// The subject of clock diagnostics, both from `weatherctl doctor` and from the daemon.
    public static let clock = "clock"

    public var state: State
    /// What was checked, in a word or two: `socket`.
    public var subject: String
    /// The result, a sentence without a period.
    public var found: String
    /// What to do, with a command if there is one; nil for nothing.
    public var advice: String?

    public init(_ state: State, _ subject: String, _ found: String, advice: String? = nil) {
        self.state = state
        self.subject = subject
        self.found = found
        self.advice = advice
    }

    /// The diagnostic as a line of a reply, without its line end: `note place "Oslo, by the time zone" "set yours with
    /// …"`.
    public var line: String {
        QuotedWords.join([state.rawValue, subject, found] + (advice.map { [$0] } ?? []))
    }

    /// nil if the line is invalid. Ignores words that later versions may add.
    public init?(line: String) {
        guard let words = try? QuotedWords.split(line.utf8), words.count >= 3, let state = State(rawValue: words[0])
        else {
            return nil
        }
        self.init(state, words[1], words[2], advice: words.count > 3 ? words[3] : nil)
    }

    /// All diagnostics as a JSON object on one line.
    public static func json(_ findings: [Diagnostic]) -> String {
        let objects = findings.map { finding in
            let advice = finding.advice.map { "\"\($0.escapedForJSON)\"" } ?? "null"
            return "{\"state\":\"\(finding.state.rawValue)\",\"subject\":\"\(finding.subject.escapedForJSON)\","
                + "\"found\":\"\(finding.found.escapedForJSON)\",\"advice\":\(advice)}"
        }
        let isWell = !findings.contains { $0.state == .wrong }
        return "{\"schema\":1,\"well\":\(isWell),\"findings\":[\(objects.joined(separator: ","))]}"
    }
}
