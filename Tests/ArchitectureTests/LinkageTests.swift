import Foundation
import Testing

/// What the released programs need of the system that they run on, and what is in them.
struct LinkageTests {
    /// Where `make` put the programs, all in one directory.
    private static let programs = ProcessInfo.processInfo.environment["WEATHERD_PROGRAMS"]

    private static let allowed: Set<String> = [
        "libc.so.6", "libm.so.6", "libgcc_s.so.1", "libsystemd.so.0",
        "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
    ]

    @Test(.enabled(if: programs != nil, "WEATHERD_PROGRAMS does not name the directory of the released programs"))
    func weatherdNeedsOnlyWhatEverySystemHas() throws {
        let needed = try Self.neededLibraries(of: "weatherd")
        #expect(needed.contains("libsystemd.so.0"))
        #expect(Set(needed).subtracting(Self.allowed) == [])
    }

    @Test(.enabled(if: programs != nil, "WEATHERD_PROGRAMS does not name the directory of the released programs"))
    func theWorkerNeedsTheNetworkAndTheGazetteer() throws {
        let needed = try Self.neededLibraries(of: "weatherd-worker")
        #expect(needed.contains("libcurl.so.4") && needed.contains("libsqlite3.so.0"))
        let allowed = Self.allowed.subtracting(["libsystemd.so.0"]).union(["libcurl.so.4", "libsqlite3.so.0"])
        #expect(Set(needed).subtracting(allowed) == [])
    }

    /// The names of modules stand in a program that has types of theirs.
    @Test(.enabled(if: programs != nil, "WEATHERD_PROGRAMS does not name the directory of the released programs"))
    func eachProgramHasItsOwnModulesAlone() throws {
        let ofStrangers = ["Forecasting", "Geocoding", "Working", "GRDB"]
        #expect(try Self.modules(ofStrangers, in: "weatherd-worker") == ofStrangers)
        #expect(try Self.modules(ofStrangers + ["NIOSSL", "AsyncHTTPClient"], in: "weatherd") == [])
        let ofClients = ["Serving", "Keeping", "Rendering", "NIOCore"]
        #expect(try Self.modules(ofClients, in: "weatherd") == ofClients)
        #expect(try Self.modules(ofClients, in: "weatherd-worker") == [])
    }

    private static func modules(_ names: [String], in program: String) throws -> [String] {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: try #require(programs) + "/" + program))
        return names.filter { bytes.range(of: Data("\0\($0)\0".utf8)) != nil }
    }

    @Test(.enabled(if: programs != nil, "WEATHERD_PROGRAMS does not name the directory of the released programs"))
    func weatherctlNeedsNothing() throws {
        #expect(try Self.neededLibraries(of: "weatherctl") == [])
    }

    @Test(.enabled(if: programs != nil, "WEATHERD_PROGRAMS does not name the directory of the released programs"))
    func theToolsNeedOnlyWhatEverySystemHas() throws {
        #expect(Set(try Self.neededLibraries(of: "weatherctl-tools")).subtracting(Self.allowed) == [])
    }

    /// Linked with musl, as it is released. Every bar pays for what it has beyond that each time that it asks.
    @Test(
        .enabled(
            if: programs != nil && ["x86_64", "aarch64"].contains { isFile("/usr/lib/\($0)-linux-musl/rcrt1.o") },
            "WEATHERD_PROGRAMS does not name the directory of the released programs, or there is no musl"))
    func weatherctlIsSmall() throws {
        let attributes = try FileManager.default.attributesOfItem(atPath: try #require(Self.programs) + "/weatherctl")
        #expect(try #require(attributes[.size] as? Int) <= 150_000)
    }

    private static func isFile(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path)
    }

    private static func neededLibraries(of program: String) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/readelf")
        process.arguments = ["--dynamic", "--wide", try #require(programs) + "/" + program]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return text.split(separator: "\n").filter { $0.contains("(NEEDED)") }.compactMap { line in
            line.split(separator: "[").last?.split(separator: "]").first.map(String.init)
        }
    }
}
