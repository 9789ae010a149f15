import Foundation
import Testing

/// Modules import only lower modules, and only their own libraries.
struct ImportTests {
    /// The allowed imports of each module.
    private static let allowed: [String: Set<String>] = [
        "Escaping": [],
        "Weather": ["Escaping", "Glibc", "Synchronization"],
        "Threads": ["CLinux", "Glibc"],
        "TimeZones": ["Threads", "Dispatch", "Glibc", "Synchronization"],
        "TOML": [],
        "Astronomy": ["Weather", "Glibc"],
        "Wire": ["Escaping", "CLinux", "Glibc"],
        "Endpoints": ["Glibc"],
        "Transport": [
            "Weather", "Endpoints", "HTTP", "Threads", "CCurl", "Dispatch", "Glibc", "Synchronization",
        ],
        "HTTP": ["Weather", "Endpoints", "Escaping", "Glibc"],
        "JSON": ["Escaping"],
        "Lifecycle": ["Dispatch"],
        "Platform": ["Lifecycle", "CLinux", "Dispatch", "Glibc", "Synchronization"],
        "Bus": ["CSystemd", "Dispatch", "Glibc"],
        "Confinement": ["Weather", "CLinux", "Glibc"],
        "Locating": [
            "Weather", "Bus", "Endpoints", "Fetching", "Jobs", "Keeping", "Languages", "Lifecycle", "Providers",
            "Rendering",
            "Searching", "Workers", "Glibc", "Logging", "Synchronization",
        ],
        "Searching": ["Weather"],
        "Geocoding": ["Weather", "Wire", "Searching", "Endpoints", "HTTP", "CSQLite", "Glibc", "Synchronization"],
        "Jobs": ["Weather", "Endpoints", "Searching", "Glibc"],
        "Workers": [
            "Weather", "Jobs", "Platform", "Searching", "Threads", "CLinux", "Dispatch", "Glibc", "Synchronization",
        ],
        "Providers": ["Weather", "Endpoints", "Synchronization"],
        "CAP": ["Weather", "TimeZones", "CXML", "Glibc"],
        "Forecasting": [
            "Weather", "Astronomy", "CAP", "TimeZones", "Endpoints", "HTTP", "Providers", "Glibc", "Synchronization",
        ],
        "Working": [
            "Weather", "CAP", "Endpoints", "HTTP", "Jobs", "Providers", "Forecasting", "Geocoding", "Searching",
            "Dispatch",
            "Glibc", "Synchronization",
        ],
        "Executors": ["Dispatch", "Glibc", "Synchronization"],
        "WorkerRuntime": [
            "Weather", "Endpoints", "HTTP", "Searching", "Wire", "Jobs", "Working", "Confinement", "Transport",
            "Executors", "Glibc",
        ],
        "weatherd-worker": ["Wire", "Jobs", "Working", "WorkerRuntime", "Geocoding", "Searching", "Glibc"],
        "Keeping": ["Weather", "JSON", "CLinux", "Glibc", "Dispatch", "Synchronization", "Logging"],
        "Languages": ["Weather", "Astronomy", "TimeZones"],
        "Rendering": ["Weather", "Astronomy", "Escaping", "Languages", "TimeZones", "Wire", "Glibc"],
        "Refreshing": ["Weather", "Keeping", "Rendering", "Logging", "Lifecycle", "Synchronization"],
        "Connectivity": [
            "Weather", "Bus", "CLinux", "Keeping", "Lifecycle", "Refreshing", "Dispatch", "Glibc", "Logging",
            "Synchronization",
        ],
        "Fetching": [
            "Weather", "Wire", "Connectivity", "Endpoints", "Jobs", "Keeping", "Lifecycle", "Providers", "Refreshing",
            "Rendering", "Searching", "Workers", "Logging", "Synchronization",
        ],
        "Diagnostics": [
            "Weather", "Wire", "Endpoints", "Fetching", "Jobs", "Keeping", "Providers", "Refreshing", "Rendering",
            "TimeZones", "Logging", "Synchronization",
        ],
        "DaemonConfiguration": [
            "Weather", "Wire", "Connectivity", "Endpoints", "Fetching", "Keeping", "Languages", "Measuring",
            "Notifications",
            "Platform",
            "Refreshing", "Rendering", "Searching", "TOML", "Dispatch", "Glibc", "Synchronization",
        ],
        "Notifications": [
            "Weather", "Astronomy", "Bus", "Escaping", "Keeping", "Lifecycle", "Platform", "Rendering", "TimeZones",
            "Glibc",
            "Logging", "Synchronization",
        ],
        "Measuring": [
            "Weather", "JSON", "Lifecycle", "Platform", "Rendering", "TimeZones", "CLinux", "Dispatch", "Glibc",
            "Logging",
            "Synchronization",
        ],
        "EventLoops": ["Threads", "CLinux", "Dispatch", "Glibc", "Synchronization"],
        "Serving": [
            "Synchronization", "Weather", "Wire", "Keeping", "Languages", "Rendering", "EventLoops", "CLinux", "Glibc",
            "Lifecycle",
        ],
        "Systemd": ["CSystemd", "Escaping", "Glibc", "Logging", "Lifecycle"],
        "Client": ["Escaping", "Wire", "CLinux", "Glibc"],
        // Embedded Swift's Glibc is built from CGlibc.
        "weatherctl": ["Client", "Wire", "Glibc", "CGlibc"],
        "weatherctl-tools": ["Client", "Escaping", "Platform", "Wire", "CLinux", "Glibc", "ArgumentParser"],
    ]

    private static let sources = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources")

    @Test(arguments: allowed.keys.sorted())
    func filesImportOnlyAllowedModules(module: String) throws {
        let allowed = try #require(Self.allowed[module])
        let files = try Self.swiftFiles(of: module)
        #expect(!files.isEmpty)
        for file in files {
            for name in try Self.imports(in: file) {
                #expect(allowed.contains(name), "\(module)/\(file.lastPathComponent) imports \(name)")
            }
        }
    }

    /// Only the worker links libraries that connect to servers or parse their responses.
    @Test func daemonLinksNoNetworkLibraries() throws {
        let forbidden: Set = [
            "HTTP", "Transport", "Forecasting", "Geocoding", "Working", "WorkerRuntime", "Confinement", "CCurl",
            "CAP", "CSQLite", "CXML", "NIOCore", "NIOPosix", "NIOHTTP1", "FoundationNetworking",
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

    /// The composition root may import all modules, and has no rule. All other modules have one.
    @Test func everyModuleHasAnImportRule() throws {
        let modules = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
        let withoutRules: Set = ["CCurl", "CSQLite", "CSystemd", "CLinux", "CXML", "weatherd"]
        #expect(Set(modules).subtracting(withoutRules) == Set(Self.allowed.keys))
    }

    /// Only the daemon and the client read the environment.
    @Test(arguments: allowed.keys.filter { $0 != "Client" }.sorted())
    func noModuleChangesTheEnvironment(module: String) throws {
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
