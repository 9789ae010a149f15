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
    /// Writes only the failures that IP location can have.
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
