public import Weather

/// The daemon's first message, which the worker needs before it sandboxes itself.
public struct Setup: Message, Sendable, Hashable {
    /// The gazetteer files; the worker can read no other files of the user.
    public var gazetteer: GazetteerFiles
    /// The parent process; the worker ends when it ends.
    public var daemon: Int32

    public init(gazetteer: GazetteerFiles, daemon: Int32) {
        self.gazetteer = gazetteer
        self.daemon = daemon
    }

    public func write(to writer: inout MessageWriter) {
        writer.text(gazetteer.named)
        writer.text(gazetteer.installed)
        writer.text(gazetteer.cities)
        writer.text(gazetteer.regions)
        writer.text(gazetteer.borders)
        writer.int(Int(daemon))
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        gazetteer = GazetteerFiles(
            named: try reader.optionalPath(), installed: try reader.path(), cities: try reader.optionalPath(),
            regions: try reader.optionalPath(), borders: try reader.optionalPath())
        daemon = Int32(try reader.int(in: 1...Int(Int32.max)))
    }
}

/// The worker's first message: its version and its sandbox.
public struct Greeting: Message, Sendable, Hashable {
    /// The worker's version.
    public var version: String
    /// The version of the message format.
    public var format: Int
    /// nil when the worker could not parse the setup or sandbox itself; it then runs no job.
    public var sandbox: WorkerSandbox?
    /// Why the worker could not sandbox itself; completes a sentence.
    public var sandboxProblem: String?
    /// The limit of heap and stack memory in bytes; nil for none.
    public var memoryLimit: Int?

    /// The layout of the messages, incremented with each change, and the number of quantities in them.
    public static let currentFormat =
        4602 + Conditions.quantities.count + Day.quantities.count + AirQuality.quantities.count

    /// Unicode scalars.
    private static let longestProblem = 200

    public init(
        version: String, format: Int = currentFormat, sandbox: WorkerSandbox? = nil, sandboxProblem: String? = nil,
        memoryLimit: Int? = nil
    ) {
        self.version = version
        self.format = format
        self.sandbox = sandbox
        self.sandboxProblem = sandboxProblem
        self.memoryLimit = memoryLimit
    }

    /// Decodes the fields that every version has: version and format.
    public init(versionOf bytes: [UInt8]) throws(Malformed) {
        var reader = MessageReader(bytes)
        self.init(version: "")
        format = try reader.int(in: 0...1_000_000)
        version = try reader.text(upTo: 100)
    }

    public func write(to writer: inout MessageWriter) {
        writer.int(format)
        writer.text(version)
        writer.value(sandbox)
        writer.text(sandboxProblem, upTo: Self.longestProblem)
        writer.int(memoryLimit)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        // The position of these two fields never changes, so that any version can be decoded.
        format = try reader.int(in: 0...1_000_000)
        version = try reader.text(upTo: 100)
        sandbox = try reader.optionalValue()
        sandboxProblem = try reader.optionalText(upTo: Self.longestProblem)
        memoryLimit = try reader.optionalInt(in: 1...1 << 40)
    }
}

extension MessageReader {
    mutating func optionalPath() throws(Malformed) -> String? {
        try optional { reader throws(Malformed) in try reader.path() }
    }

    /// A path as bytes, which may not be UTF-8.
    mutating func path() throws(Malformed) -> String {
        let bytes = try byteString(upTo: GazetteerFiles.longestPath)
        guard !bytes.contains(0), let path = String(validating: bytes, as: UTF8.self) else {
            throw Malformed("an invalid path")
        }
        return path
    }
}

/// The descriptors that a worker inherits.
public enum WorkerDescriptor {
    /// Its end of the socket pair.
    public static let socket: Int32 = 3
}
