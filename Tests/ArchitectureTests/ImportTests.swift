import Foundation
import Testing

/// The arrows of the house point down, and each module keeps to its libraries.
struct ImportTests {
    /// Everything that a module may import. What is not listed is forbidden.
    private static let allowed: [String: Set<String>] = [
        "Weather": ["Glibc"],
        "TimeZones": ["Glibc", "Synchronization"],
        "Astronomy": ["Weather", "Glibc"],
        "Wire": ["Glibc"],
        "Endpoints": ["Glibc"],
        "Transport": ["Weather", "Endpoints", "HTTP", "CCurl", "Glibc", "Synchronization"],
        "HTTP": ["Weather", "Endpoints", "Glibc"],
        "Bus": ["CSystemd", "Dispatch", "Glibc"],
        "Routing": ["CLinux", "Dispatch", "Glibc"],
        "Confinement": ["CLinux", "Glibc"],
        "Locating": ["Weather", "Bus", "Glibc", "Synchronization", "Logging", "ServiceLifecycle"],
        "Searching": ["Weather"],
        "Geocoding": ["Weather", "Searching", "Endpoints", "HTTP", "Foundation", "Glibc", "Synchronization", "GRDB"],
        "Jobs": ["Weather", "Endpoints", "Searching", "Glibc"],
        "Workers": ["Weather", "Jobs", "Searching", "CLinux", "Dispatch", "Glibc", "Synchronization"],
        "Providers": ["Weather", "Endpoints", "Synchronization"],
        "Forecasting": [
            "Weather", "Astronomy", "TimeZones", "Endpoints", "HTTP", "Providers", "Glibc", "Synchronization",
        ],
        "Working": [
            "Weather", "Endpoints", "HTTP", "Jobs", "Providers", "Forecasting", "Geocoding", "Searching", "Dispatch",
            "Glibc", "Synchronization",
        ],
        "weatherd-worker": [
            "Weather", "Wire", "Jobs", "Working", "Confinement", "Transport", "Geocoding", "Searching", "Dispatch",
            "Glibc",
        ],
        "Keeping": ["Weather", "CLinux", "FoundationEssentials", "Glibc", "Dispatch", "Synchronization", "Logging"],
        "Rendering": ["Weather", "Astronomy", "TimeZones", "Wire", "Glibc"],
        "Refreshing": ["Weather", "Keeping", "Rendering", "Logging", "ServiceLifecycle"],
        "Serving": [
            "Synchronization", "Weather", "Wire", "Keeping", "Rendering", "CLinux", "Glibc", "NIOCore", "NIOPosix",
            "ServiceLifecycle",
        ],
        "Systemd": ["CSystemd", "Glibc", "Logging", "ServiceLifecycle"],
        "Client": ["Wire", "Glibc"],
        // CGlibc is what the Glibc of Embedded Swift is made of.
        "weatherctl": ["Client", "Wire", "Glibc", "CGlibc"],
        "weatherctl-tools": ["Client", "Wire", "Glibc", "ArgumentParser"],
    ]

    private static let sources = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources")

    @Test(arguments: allowed.keys.sorted())
    func importsOnlyWhatItMay(module: String) throws {
        let allowed = try #require(Self.allowed[module])
        let files = try Self.swiftFiles(of: module)
        #expect(!files.isEmpty)
        for file in files {
            for name in try Self.imports(in: file) {
                #expect(allowed.contains(name), "\(module)/\(file.lastPathComponent) imports \(name)")
            }
        }
    }

    /// What meets strangers, or reads what they say, is linked by the worker alone.
    @Test func theDaemonMeetsNoStrangers() throws {
        let forbidden: Set = [
            "HTTP", "Transport", "Forecasting", "Geocoding", "Working", "Confinement", "CCurl", "GRDB", "NIOSSL",
            "NIOHTTP1", "AsyncHTTPClient", "FoundationNetworking",
        ]
        var seen: Set<String> = []
        var modules = ["weatherd"]
        while let module = modules.popLast() {
            guard seen.insert(module).inserted,
                FileManager.default.fileExists(atPath: Self.sources.appendingPathComponent(module).path)
            else { continue }
            for file in try Self.swiftFiles(of: module) {
                let imports = Set(try Self.imports(in: file))
                #expect(imports.isDisjoint(with: forbidden), "\(module)/\(file.lastPathComponent)")
                modules += imports
            }
        }
        #expect(seen.contains("Jobs"))
    }

    /// The composition root may import everything else, and it alone is free of the rules; no module is outside them.
    @Test func everyModuleHasItsRules() throws {
        let modules = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
        #expect(Set(modules).subtracting(["CCurl", "CSystemd", "CLinux", "weatherd"]) == Set(Self.allowed.keys))
    }

    /// Only the daemon and the client read the environment.
    @Test(arguments: allowed.keys.filter { $0 != "Client" }.sorted())
    func leavesTheEnvironmentAlone(module: String) throws {
        for file in try Self.swiftFiles(of: module) {
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains("getenv") && !text.contains("ProcessInfo"), "\(file.lastPathComponent)")
        }
    }

    private static func swiftFiles(of module: String) throws -> [URL] {
        let directory = sources.appendingPathComponent(module)
        let files = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil)
        return try #require(files).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    }

    private static func imports(in file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard let keyword = words.firstIndex(of: "import"), keyword + 1 < words.count,
                words[..<keyword].allSatisfy({ $0.hasPrefix("@") || ["public", "package", "internal"].contains($0) })
            else { return nil }
            return String(words[keyword + 1].prefix { $0 != "." })
        }
    }
}
