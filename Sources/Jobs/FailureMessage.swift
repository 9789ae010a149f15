public import Weather

extension FetchFailure: Message {
    /// Why a worker failed is for the daemon alone to say: a worker that says so of itself is taken to be malformed.
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
        case .tooLarge(let host, let bytes): writer.failure(13, host, number: bytes)
        case .worker: writer.byte(.max)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        let kind = try reader.byte()
        guard kind > 0 else {
            self = .noNetwork
            return
        }
        let host = try reader.text(upTo: 300)
        let reason = try reader.optionalText(upTo: 1000)
        let number = try reader.int(in: 0...1_000_000_000)
        // No wait is longer than the month that `Retry-After` is bounded to.
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
        default: throw Malformed("no failure")
        }
    }
}

extension MessageWriter {
    fileprivate mutating func failure(
        _ kind: UInt8, _ host: String, _ reason: String? = nil, number: Int = 0, seconds: Int? = nil
    ) {
        byte(kind)
        text(host)
        text(reason)
        int(number)
        int(seconds)
    }
}

extension GazetteerError: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .missing(let path):
            writer.byte(0)
            writer.text(path)
        case .notRead(let path, let reason):
            writer.byte(1)
            writer.text(path)
            writer.text(reason)
        case .damaged(let path, let reason):
            writer.byte(2)
            writer.text(path)
            writer.text(reason)
        case .notInstalled(let path):
            writer.byte(3)
            writer.text(path)
        case .worker: writer.byte(.max)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .missing(path: try reader.text(upTo: 4096))
        case 1: self = .notRead(path: try reader.text(upTo: 4096), reason: try reader.text(upTo: 1000))
        case 2: self = .damaged(path: try reader.text(upTo: 4096), reason: try reader.text(upTo: 1000))
        case 3: self = .notInstalled(path: try reader.text(upTo: 4096))
        default: throw Malformed("no failure of the gazetteer")
        }
    }
}

extension LocationFailure: Message {
    /// Those alone that locating by address has.
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .network(let failure):
            writer.byte(0)
            writer.value(failure)
        case .unknownAddress: writer.byte(1)
        case .failed(let reason):
            writer.byte(2)
            writer.text(reason)
        default: writer.byte(.max)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .network(try reader.value())
        case 1: self = .unknownAddress
        case 2: self = .failed(reason: try reader.text(upTo: 1000))
        default: throw Malformed("no failure of a location")
        }
    }
}

extension ProviderNotice: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .deprecated(let host, let path):
            writer.byte(0)
            writer.text(host)
            writer.text(path)
        case .incomplete(let part, let failure):
            writer.byte(1)
            writer.text(part)
            writer.value(failure)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .deprecated(host: try reader.text(upTo: 300), path: try reader.text(upTo: 1000))
        case 1: self = .incomplete(part: try reader.text(upTo: 100), try reader.value())
        default: throw Malformed("no notice")
        }
    }
}
