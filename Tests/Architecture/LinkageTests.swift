import Foundation
import Testing

/// The libraries that the released programs link, and the modules that they contain.
@Suite(.timeLimit(.minutes(20)))
struct LinkageTests {
    /// The directory in which `make` put the programs.
    private static let programs = ProcessInfo.processInfo.environment["WEATHERD_PROGRAMS"]

    private static let allowed: Set<String> = [
        "libc.so.6", "libm.so.6", "libgcc_s.so.1", "libsystemd.so.0",
        "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
    ]

    @Test(.enabled(if: programs != nil, "WEATHERD_PROGRAMS does not name the directory of the released programs"))
    func weatherdLinksOnlySystemLibraries() throws {
        let needed = try Self.neededLibraries(of: "weatherd")
        #expect(needed.contains("libsystemd.so.0"))
        #expect(Set(needed).subtracting(Self.allowed) == [])
    }

    @Test(.enabled(if: programs != nil, "WEATHERD_PROGRAMS does not name the directory of the released programs"))
    func workerLinksCurlSQLiteAndExpat() throws {
        let needed = try Self.neededLibraries(of: "weatherd-worker")
        #expect(needed.contains("libcurl.so.4") && needed.contains("libsqlite3.so.0"))
        // Every distribution has this number since 2001.
        #expect(needed.contains("libexpat.so.1"))
        let allowed = Self.allowed.subtracting(["libsystemd.so.0"]).union([
            "libcurl.so.4", "libsqlite3.so.0", "libexpat.so.1",
        ])
        #expect(Set(needed).subtracting(allowed) == [])
    }

    /// A library beside a program would be loaded before the system's, and before the worker's sandbox.
    @Test(
        .enabled(if: programs != nil, "WEATHERD_PROGRAMS does not name the directory of the released programs"),
        arguments: ["weatherd", "weatherd-worker", "weatherctl", "weatherctl-tools"])
    func programsHaveNoSearchPath(program: String) throws {
        let paths = try Self.dynamicSection(of: program).filter { $0.contains("RUNPATH") || $0.contains("RPATH") }
        #expect(paths == [])
    }

    /// libm.so.6 is linked by both.
    @Test(
        .enabled(if: programs != nil, "WEATHERD_PROGRAMS does not name the directory of the released programs"),
        arguments: ["weatherd", "weatherd-worker"])
    func plantedLibraryIsNotLoaded(program: String) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "planted-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let copy = directory.appending(path: program)
        // By another process: see TemporaryDirectory.writeProgram.
        let original = try #require(Self.programs) + "/" + program
        try Process.run(URL(filePath: "/usr/bin/cp"), arguments: [original, copy.path]).waitUntilExit()
        for library in try Self.neededLibraries(of: program) {
            try Data("not a library".utf8).write(to: directory.appending(path: library))
        }
        let process = Process()
        process.executableURL = copy
        process.currentDirectoryURL = directory
        process.arguments = ["--version"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }

    /// A program contains the names of the modules whose types it uses.
    @Test(.enabled(if: programs != nil, "WEATHERD_PROGRAMS does not name the directory of the released programs"))
    func programsLinkOnlyTheirOwnModules() throws {
        let networkModules = ["Gazetteer", "HTTP", "Providers"]
        #expect(try Self.modules(networkModules, in: "weatherd-worker") == networkModules)
        #expect(try Self.modules(networkModules, in: "weatherd") == [])
        let large = ["FoundationEssentials", "_FoundationCollections", "_StringProcessing"]
        #expect(try Self.modules(large, in: "weatherd") == [])
        let ofClients = ["Refreshing", "SystemBus", "Languages", "Configuration"]
        #expect(try Self.modules(ofClients, in: "weatherd") == ofClients)
        #expect(try Self.modules(ofClients, in: "weatherd-worker") == [])
    }

    /// ICU alone has 36 MB of data, and each search after a pause starts a worker.
    @Test(.enabled(if: programs != nil, "WEATHERD_PROGRAMS does not name the directory of the released programs"))
    func workerSizeIsLimited() throws {
        let foundationModules = ["Foundation", "FoundationEssentials", "FoundationInternationalization"]
        #expect(try Self.modules(foundationModules, in: "weatherd-worker") == [])
        // The name of the module's data, with which the strings of a program that contains it begin.
        #expect(try Self.content(of: "weatherd-worker").range(of: Data("icudt".utf8)) == nil)
        #expect(try Self.content(of: "weatherd-worker").count <= 20_000_000)
    }

    private static func modules(_ names: [String], in program: String) throws -> [String] {
        let bytes = try content(of: program)
        return names.filter { contains($0, bytes) }
    }

    /// Whether a name is there as a string of its own, which may follow the bytes of a number.
    private static func contains(_ name: String, _ bytes: Data) -> Bool {
        var rest = bytes.startIndex..<bytes.endIndex
        while let found = bytes.range(of: Data("\(name)\0".utf8), in: rest) {
            let before = found.lowerBound > bytes.startIndex ? bytes[found.lowerBound - 1] : 0
            let isLetter = before < 0x80 && Character(Unicode.Scalar(before)).isLetter
            if !isLetter, before != UInt8(ascii: "_") { return true }
            rest = found.upperBound..<bytes.endIndex
        }
        return false
    }

    private static func content(of program: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: try #require(programs) + "/" + program))
    }

    @Test(
        .enabled(if: programs != nil, "WEATHERD_PROGRAMS does not name the directory of the released programs"),
        arguments: ["weatherctl", "weatherctl-tools"])
    func clientLinksNoLibraries(program: String) throws {
        #expect(try Self.neededLibraries(of: program) == [])
    }

    /// Linked with musl, as released. Bars start it often, so its size matters.
    @Test(
        .enabled(
            if: programs != nil && ["x86_64", "aarch64"].contains { isFile("/usr/lib/\($0)-linux-musl/rcrt1.o") },
            "WEATHERD_PROGRAMS does not name the directory of the released programs, or there is no musl"),
        arguments: [("weatherctl", 150_000), ("weatherctl-tools", 800_000)])
    func clientSizeIsLimited(program: String, limit: Int) throws {
        #expect(try Self.content(of: program).count <= limit)
    }

    private static func isFile(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    private static func neededLibraries(of program: String) throws -> [String] {
        try dynamicSection(of: program).filter { $0.contains("(NEEDED)") }.compactMap { line in
            line.split(separator: "[").last?.split(separator: "]").first.map(String.init)
        }
    }

    /// The lines of `readelf --dynamic`.
    private static func dynamicSection(of program: String) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/readelf")
        process.arguments = ["--dynamic", "--wide", try #require(programs) + "/" + program]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return text.split(separator: "\n").map(String.init)
    }
}
