public import Searching

/// What the worker has to know before it confines itself. The daemon sends it first.
public struct Setup: Message, Sendable, Hashable {
    /// The files to search for places in; the worker can read no other of the user's.
    public var gazetteer: GazetteerFiles
    /// The process without which the worker is to end.
    public var daemon: Int32

    public init(gazetteer: GazetteerFiles, daemon: Int32) {
        self.gazetteer = gazetteer
        self.daemon = daemon
    }

    public func write(to writer: inout MessageWriter) {
        writer.text(gazetteer.named)
        writer.text(gazetteer.installed)
        writer.text(gazetteer.cities)
        writer.int(Int(daemon))
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        gazetteer = GazetteerFiles(
            named: try reader.optionalPath(), installed: try reader.path(), cities: try reader.optionalPath())
        daemon = Int32(try reader.int(in: 1...Int(Int32.max)))
    }
}

/// What the worker says first: who it is, and what it has denied itself.
public struct Greeting: Message, Sendable, Hashable {
    /// The release that the worker is of.
    public var version: String
    /// The form of the messages.
    public var format: Int
    /// What confines the worker: `landlock 3, seccomp`.
    public var confinement: String

    /// Counted up with each change of a message.
    public static let currentFormat = 1

    public init(version: String, format: Int = currentFormat, confinement: String) {
        self.version = version
        self.format = format
        self.confinement = confinement
    }

    /// Of a worker of whatever version, what every version has: its version and form.
    public init(versionOf bytes: [UInt8]) throws(Malformed) {
        var reader = MessageReader(bytes)
        self.init(version: "", confinement: "")
        format = try reader.int(in: 0...1_000_000)
        version = try reader.text(upTo: 100)
    }

    public func write(to writer: inout MessageWriter) {
        writer.int(format)
        writer.text(version)
        writer.text(confinement)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        // These two stay where they are for good, so that any version can be named.
        format = try reader.int(in: 0...1_000_000)
        version = try reader.text(upTo: 100)
        confinement = try reader.text(upTo: 500)
    }
}

extension MessageReader {
    mutating func optionalPath() throws(Malformed) -> String? {
        try optional { reader throws(Malformed) in try reader.path() }
    }

    /// A path, with all that is in it: it may be no text at all.
    mutating func path() throws(Malformed) -> String {
        let bytes = try byteString(upTo: 4096)
        guard !bytes.contains(0), let path = String(validating: bytes, as: UTF8.self) else {
            throw Malformed("what is no path")
        }
        return path
    }
}

/// What the worker finds open as it starts.
public enum WorkerDescriptor {
    /// Its end of the socket pair.
    public static let socket: Int32 = 3
}
