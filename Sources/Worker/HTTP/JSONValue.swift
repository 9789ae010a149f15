public import Weather

/// An untrusted JSON document: a value that is missing, null or of another type than requested is nil, and does not
/// affect other values. `JSONParser` has the limits.
public enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// - Throws: `malformed` when the body is not JSON; `host` is the sender.
    public init(_ answer: HTTPAnswer, from host: String) throws(FetchFailure) {
        do throws(JSONParser.Failure) {
            self = try JSONParser.value(of: answer.body, striking: answer.key)
        } catch {
            throw answer.failure(error, from: host)
        }
    }

    /// The member with this name; null if missing.
    public subscript(name: String) -> JSONValue {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    public subscript(index: Int) -> JSONValue {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { .null }
    }

    /// The elements of an array; otherwise empty.
    public var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The members of an object; otherwise empty.
    public var members: [String: JSONValue] {
        if case .object(let members) = self { members } else { [:] }
    }

    /// A number, or a string with one: some services send `"4.5"`.
    public var number: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    public var integer: Int? { number.flatMap(Int.init(exactly:)) }

    /// A string that is not empty, bounded by `String.longestText`. It may have several lines.
    public var text: String? {
        if case .text(let text) = self, !text.isEmpty { text } else { nil }
    }

    public var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// A moment in Unix time; nil when implausible, such as 1970.
    public var unixTime: UnixTime? {
        number.flatMap { Int(exactly: $0.rounded(.down)) }.map(UnixTime.init).flatMap { $0.isPlausible ? $0 : nil }
    }

    /// A name, as of a city or a time zone: one line of at most 200 Unicode scalars; nil when empty.
    public var name: String? { text?.oneLine(upTo: 200) }
}

extension HTTPAnswer {
    /// Passes on the elements of an array, one at a time: for answers that would take too much memory as a whole. Texts may be
    /// longer than elsewhere.
    ///
    /// - Parameters:
    ///   - name: the array, a member of the document.
    ///   - host: the sender, for failures.
    /// - Throws: `malformed` when the body is not JSON, or has no such array.
    public func eachElement(
        of name: String, from host: String, _ body: (JSONValue) -> Void
    ) throws(FetchFailure) {
        let isFound: Bool
        do throws(JSONParser.Failure) {
            isFound = try JSONParser.eachElement(of: name, in: self.body, striking: key, body)
        } catch {
            throw failure(error, from: host)
        }
        guard isFound else { throw .malformed(host: host, reason: "the response contains no list of \(name)") }
    }

    fileprivate func failure(_ failure: JSONParser.Failure, from host: String) -> FetchFailure {
        switch failure {
        case .damaged: damage(from: host)
        case .tooDeep: .malformed(host: host, reason: "the response is nested too deeply")
        case .tooManyValues: .malformed(host: host, reason: "the response has too many values")
        case .tooSlow: .tooComplex(host: host, reason: "")
        }
    }

    /// Why the body is not JSON.
    public func damage(from host: String) -> FetchFailure {
        let first = body.first { !" \t\r\n".utf8.contains($0) }
        return switch first {
        case nil: .malformed(host: host, reason: "the response is empty")
        // TLS proves that the service itself sent it, such as during maintenance.
        case UInt8(ascii: "<") where isVerified:
            .malformed(host: host, reason: "the response is a web page, not JSON")
        case UInt8(ascii: "<"): .webPage(host: host)
        case UInt8(ascii: "{"): .malformed(host: host, reason: "the response is truncated or invalid")
        default: .malformed(host: host, reason: "the response is not the expected JSON")
        }
    }
}

extension String {
    /// Decodes UTF-8. Each invalid sequence becomes U+FFFD, with the result of `String(decoding:as:)`, but without an internal
    /// error for each of them, which takes much longer than a byte.
    ///
    /// - Parameter bytes: from a service.
    init(repairing bytes: ArraySlice<UInt8>) {
        if let valid = String(validating: bytes, as: UTF8.self) {
            self = valid
            return
        }
        var valid: [UInt8] = []
        valid.reserveCapacity(bytes.count)
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar): valid.append(contentsOf: scalar)
            case .error: valid.append(contentsOf: "\u{FFFD}".utf8)
            case .emptyInput:
                self.init(decoding: valid, as: UTF8.self)
                return
            }
        }
    }
}
