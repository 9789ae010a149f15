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
        4700 + Conditions.quantities.count + Day.quantities.count + AirQuality.quantities.count

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

extension WorkerSandbox: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(landlock)
        writer.value(seccomp)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(landlock: try reader.value(), seccomp: try reader.value())
    }
}

extension WorkerSandbox.Layer: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .inForce(let version):
            writer.bool(true)
            writer.int(version)
        case .unavailable(let error):
            writer.bool(false)
            writer.int(Int(error))
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self =
            try reader.bool()
            ? .inForce(version: try reader.int(in: 1...1000))
            : .unavailable(systemError: Int32(try reader.int(in: 0...4095)))
    }
}

/// The files with the world's places and regions.
public struct GazetteerFiles: Sendable, Hashable {
    /// The configured gazetteer; nil for none.
    public var named: String?
    /// The gazetteer of the optional package weatherd-places.
    public var installed: String
    /// The list of the largest cities, which ships with weatherd and is the fallback; nil for none.
    public var cities: String?
    /// The regions of warnings; nil for none.
    public var regions: String?

    /// The borders of countries; nil for none.
    public var borders: String?

    /// Maximum length of a path, bytes: PATH_MAX without the terminator.
    public static let longestPath = 4095

    public init(
        named: String? = nil, installed: String, cities: String? = nil, regions: String? = nil,
        borders: String? = nil
    ) {
        self.named = named
        self.installed = installed
        self.cities = cities
        self.regions = regions
        self.borders = borders
    }

    /// The same files with this configured gazetteer; nil for none.
    public func naming(_ named: String?) -> GazetteerFiles {
        GazetteerFiles(named: named, installed: installed, cities: cities, regions: regions, borders: borders)
    }

    /// The path of the gazetteer.
    public var gazetteer: String { named ?? installed }

    /// The paths of the files, which may not exist.
    public var all: [String] { [gazetteer] + [cities, regions, borders].compactMap(\.self) }

    /// The directory where the package installs the gazetteer, if it is not installed yet; nil when it is, or when the
    /// configuration sets another path.
    public func awaitedDirectory(exists: (String) -> Bool) -> String? {
        guard named == nil, !exists(installed) else { return nil }
        return installed.lastIndex(of: "/").map { String(installed[..<$0]) }
    }
}
