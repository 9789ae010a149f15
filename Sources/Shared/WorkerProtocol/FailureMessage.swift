public import Weather

/// The longest texts of failures and notices, Unicode scalars. Services write some of these texts.
private enum Longest {
    static let host = 300
    static let reason = 1000
    static let path = 1000
    static let filePath = 4096
    static let part = 100
    static let name = UnknownName.longest
}

extension FetchFailure: Message {
    /// Only the daemon reports worker failures: a worker that reports one is malformed.
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .noNetwork: writer.byte(0)
        case .hostNotFound(let host): writer.failure(1, host)
        case .unreachable(let host, let reason): writer.failure(2, host, reason)
        case .timedOut(let host, let seconds): writer.failure(3, host, seconds: seconds)
        case .untrusted(let host, let reason): writer.failure(4, host, reason)
        case .rateLimited(let host, let reason, let seconds): writer.failure(5, host, reason, seconds: seconds)
        case .serviceFailed(let host, let status, let reason, let seconds):
            writer.failure(6, host, reason, number: status, seconds: seconds)
        case .refused(let host, let status, let reason): writer.failure(7, host, reason, number: status)
        case .keyRefused(let host, let reason): writer.failure(8, host, reason)
        case .notCovered(let host, let reason): writer.failure(9, host, reason)
        case .budgetSpent(let host, let limit, let seconds): writer.failure(10, host, number: limit, seconds: seconds)
        case .interrupted(let host, let seconds): writer.failure(11, host, seconds: seconds)
        case .malformed(let host, let reason): writer.failure(12, host, reason)
        case .unreadableWarnings(let host, let count, let reason):
            writer.failure(20, host, reason, number: count)
        case .tooLarge(let host, let bytes): writer.failure(13, host, number: bytes)
        case .noRoute(let host, let reason): writer.failure(14, host, reason)
        case .webPage(let host): writer.failure(15, host)
        case .settingRefused(let host, let setting, let reason):
            writer.failure(16, host, reason)
            writer.text(setting, upTo: Longest.part)
        case .tooComplex(let host, let reason): writer.failure(19, host, reason)
        case .proxyFailed(let proxy, let host, let reason):
            writer.failure(17, proxy, reason)
            writer.text(host, upTo: Longest.host)
        case .proxyRefused(let proxy, let reason, let seconds): writer.failure(18, proxy, reason, seconds: seconds)
        case .worker: writer.byte(.max)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        let kind = try reader.byte()
        guard kind > 0 else {
            self = .noNetwork
            return
        }
        let host = try reader.text(upTo: Longest.host)
        let reason = try reader.optionalText(upTo: Longest.reason)
        let number = try reader.int(in: 0...1_000_000_000)
        // `Retry-After` is limited to a month.
        let seconds = try reader.optionalInt(in: 0...31 * 86_400)
        switch kind {
        case 1: self = .hostNotFound(host: host)
        case 2: self = .unreachable(host: host, reason: reason ?? "")
        case 3: self = .timedOut(host: host, seconds: seconds ?? 0)
        case 4: self = .untrusted(host: host, reason: reason ?? "")
        case 5: self = .rateLimited(host: host, reason: reason, retryAfter: seconds)
        case 6: self = .serviceFailed(host: host, status: number, reason: reason, retryAfter: seconds)
        case 7: self = .refused(host: host, status: number, reason: reason)
        case 8: self = .keyRefused(host: host, reason: reason)
        case 9: self = .notCovered(host: host, reason: reason)
        case 10: self = .budgetSpent(host: host, limit: number, retryAfter: seconds)
        case 11: self = .interrupted(host: host, retryAfter: seconds)
        case 12: self = .malformed(host: host, reason: reason ?? "")
        case 13: self = .tooLarge(host: host, bytes: number)
        case 14: self = .noRoute(host: host, reason: reason ?? "")
        case 15: self = .webPage(host: host)
        case 16: self = .settingRefused(host: host, setting: try reader.text(upTo: Longest.part), reason: reason)
        case 19: self = .tooComplex(host: host, reason: reason ?? "")
        case 17:
            self = .proxyFailed(proxy: host, host: try reader.optionalText(upTo: Longest.host), reason: reason ?? "")
        case 20: self = .unreadableWarnings(host: host, count: number, reason: reason ?? "")
        case 18: self = .proxyRefused(proxy: host, reason: reason ?? "", retryAfter: seconds)
        default: throw Malformed("no failure")
        }
    }
}

extension MessageWriter {
    fileprivate mutating func failure(
        _ kind: UInt8, _ host: String, _ reason: String? = nil, number: Int = 0, seconds: Int? = nil
    ) {
        byte(kind)
        text(host, upTo: Longest.host)
        text(reason, upTo: Longest.reason)
        int(number)
        int(seconds)
    }
}

extension GazetteerError: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .missing(let path):
            writer.byte(0)
            writer.text(path, upTo: Longest.filePath)
        case .notRead(let path, let reason):
            writer.byte(1)
            writer.text(path, upTo: Longest.filePath)
            writer.text(reason, upTo: Longest.reason)
        case .damaged(let path, let reason):
            writer.byte(2)
            writer.text(path, upTo: Longest.filePath)
            writer.text(reason, upTo: Longest.reason)
        case .notInstalled(let path):
            writer.byte(3)
            writer.text(path, upTo: Longest.filePath)
        case .worker: writer.byte(.max)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .missing(path: try reader.text(upTo: Longest.filePath))
        case 1:
            self = .notRead(
                path: try reader.text(upTo: Longest.filePath), reason: try reader.text(upTo: Longest.reason))
        case 2:
            self = .damaged(
                path: try reader.text(upTo: Longest.filePath), reason: try reader.text(upTo: Longest.reason))
        case 3: self = .notInstalled(path: try reader.text(upTo: Longest.filePath))
        default: throw Malformed("an invalid gazetteer failure")
        }
    }
}

extension LocationFailure: Message {
    /// The failures that locating by IP address can have.
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .network(let failure):
            writer.byte(0)
            writer.value(failure)
        case .unknownAddress: writer.byte(1)
        case .failed(let reason):
            writer.byte(2)
            writer.text(reason, upTo: Longest.reason)
        default: writer.byte(.max)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .network(try reader.value())
        case 1: self = .unknownAddress
        case 2: self = .failed(reason: try reader.text(upTo: Longest.reason))
        default: throw Malformed("an invalid location failure")
        }
    }
}

extension ProviderNotice: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .deprecated(let host, let path):
            writer.byte(0)
            writer.text(host, upTo: Longest.host)
            writer.text(path, upTo: Longest.path)
        case .incomplete(let part, let failure):
            writer.byte(1)
            writer.text(part, upTo: Longest.part)
            writer.value(failure)
        case .unknown(let name, let host):
            writer.byte(2)
            writer.value(name)
            writer.text(host, upTo: Longest.host)
        case .repaired(let part, let host, let reason):
            writer.byte(3)
            writer.text(part, upTo: Longest.part)
            writer.text(host, upTo: Longest.host)
            writer.text(reason, upTo: Longest.reason)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0:
            self = .deprecated(
                host: try reader.text(upTo: Longest.host), path: try reader.text(upTo: Longest.path))
        case 1: self = .incomplete(part: try reader.text(upTo: Longest.part), try reader.value())
        case 2: self = .unknown(try reader.value(), host: try reader.text(upTo: Longest.host))
        case 3:
            self = .repaired(
                part: try reader.text(upTo: Longest.part), host: try reader.text(upTo: Longest.host),
                reason: try reader.text(upTo: Longest.reason))
        default: throw Malformed("no notice")
        }
    }
}

extension ReportGap: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .failed(let part, let failure):
            writer.byte(0)
            writer.text(part, upTo: Longest.part)
            writer.value(failure)
        case .unknown(let name, let host):
            writer.byte(1)
            writer.value(name)
            writer.text(host, upTo: Longest.host)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .failed(part: try reader.text(upTo: Longest.part), try reader.value())
        case 1: self = .unknown(try reader.value(), host: try reader.text(upTo: Longest.host))
        default: throw Malformed("nothing that is missing")
        }
    }
}

extension UnknownName: Message {
    public func write(to writer: inout MessageWriter) {
        writer.text(parameter, upTo: Longest.name)
        writer.text(value, upTo: Longest.name)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            parameter: try reader.text(upTo: Longest.name), value: try reader.optionalText(upTo: Longest.name))
    }
}
