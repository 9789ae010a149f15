// swift-tools-version: 6.2
import Foundation
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    // A newer version of a library must not break the build.
    .treatWarning("DeprecatedDeclaration", as: .warning),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Also optimized in debug builds, since tests run these rooms thousands of times.
let fast = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

/// The source archive contains the package, and builds without network (packaging/source).
let vendored = "Packages/swift-log"
let loggingPackage: Package.Dependency =
    FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(vendored)")
    ? .package(path: vendored) : .package(url: "https://github.com/apple/swift-log", from: "1.16.2")

/// The rooms of a floor: each uses what is listed, and all of the floor below. Another program's room is refused.
@MainActor func floor(_ floor: String, above below: [Target] = [], _ rooms: [Target]) -> [Target] {
    let usable = Set((libraries + rooms).map(\.name))
    for room in rooms {
        room.path = "Sources/\(floor)/\(room.name)"
        for case .byNameItem(let name, _) in room.dependencies where !usable.contains(name) {
            fatalError("\(room.name) of the floor \(floor) uses \(name) of another floor")
        }
        room.dependencies += below.map { .target(name: $0.name) }
    }
    return rooms
}

func room(
    _ name: String, _ uses: [Target.Dependency] = [], data: [String] = [], as settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: uses + ["CLinux"], exclude: data, swiftSettings: settings)
}

func program(_ name: String, _ uses: [Target.Dependency], data: [String] = []) -> Target {
    .executableTarget(name: name, dependencies: uses + ["CLinux"], exclude: data, swiftSettings: strict)
}

/// The header of a C library, and Debian's package of it.
func library(_ name: String, _ configuration: String, _ package: String) -> Target {
    .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: configuration, providers: [.apt([package])])
}

let libraries: [Target] = [
    .systemLibrary(name: "CLinux", path: "Sources/C/CLinux"),
    library("CCurl", "libcurl", "libcurl4-openssl-dev"),
    library("CSQLite", "sqlite3", "libsqlite3-dev"),
    library("CSystemd", "libsystemd", "libsystemd-dev"),
    library("CXML", "expat", "libexpat1-dev"),
]

let shared = floor(
    "Shared",
    [
        // Escaping.swift is also compiled as Embedded Swift, for weatherctl, and so is ClientProtocol.
        room("Formats", as: fast),
        room("Platform"),
        room("Weather", ["Formats"], as: fast),
        room("Almanac", ["Formats", "Weather", "Platform"], as: fast),
        room("ClientProtocol", ["Formats"]),
        room("WorkerProtocol", ["Weather", "Formats", "Platform"]),
    ])

let daemon = floor(
    "Daemon", above: shared,
    [
        room("SystemBus", ["CSystemd", logging]),
        room("Store", [logging], as: fast),
        room("Languages"),
        room("Rendering", ["Languages"], data: ["Map/Coastline"]),
        room("Refreshing", ["Languages", "Store", "SystemBus", logging], as: fast),
        room("Location", ["Languages", "Refreshing", "Store", "SystemBus", logging]),
        room("Notifications", ["Languages", "Rendering", "Store", "SystemBus", logging]),
        room("Server", ["Languages", "Rendering", "Store"]),
        room("SessionBus", ["Languages", "Rendering", "Server", "Store", "SystemBus", logging]),
        room("Configuration", ["Languages", "Notifications", "Refreshing", "Rendering", "Store"]),
        program(
            "weatherd",
            [
                "Configuration", "Languages", "Location", "Notifications", "Refreshing", "Rendering", "Server",
                "SessionBus", "Store", "SystemBus", logging,
            ]),
    ])

let worker = floor(
    "Worker", above: shared,
    [
        room("HTTP", ["CCurl"], as: fast),
        room("Providers", ["HTTP", "CXML"], data: ["Regions"], as: fast),
        room("Gazetteer", ["HTTP", "CSQLite"], data: ["Borders", "GeoNames"], as: fast),
        // The life of a worker, shared by the program and the faulty worker of the tests.
        room("Session", ["HTTP", "Providers", "Gazetteer"]),
        program("weatherd-worker", ["Gazetteer", "Session"]),
    ])

let client = floor(
    "Client", above: shared,
    [
        room("Client"),
        // Both are released as Embedded Swift (.make/embedded); these targets are for the debugger, tests and sanitizers.
        program("weatherctl", ["Client"]),
        program("weatherctl-tools", ["Client"]),
    ])

func names(_ targets: [Target]) -> [Target.Dependency] { targets.map { .target(name: $0.name) } }

/// What tests share, in Tests/Support.
func support(_ name: String, _ uses: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: uses, path: "Tests/Support/\(name)", swiftSettings: strict)
}

/// A program for tests.
@MainActor func helper(_ name: String, at path: String, _ uses: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: uses + names(shared), path: "Tests/\(path)", swiftSettings: strict)
}

@MainActor func tests(_ name: String, at path: String, _ uses: [Target.Dependency], data: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: uses + names(shared) + ["Scratch", "Pages", "Dialects", "CLinux"],
        path: "Tests/\(path)", exclude: data, swiftSettings: strict)
}

let supports: [Target] = [
    // The system's OpenSSL, for the test servers; needs libssl-dev.
    .systemLibrary(name: "COpenSSL", path: "Tests/Support/COpenSSL"),
    // A scriptable web server on the loopback interface.
    support("LoopbackHTTP", ["Platform", "CLinux", "COpenSSL"]),
    // An event loop with a simulated clock and sockets.
    support("ManualLoop", ["Platform"]),
    // Parsers of what status bars receive, for the tests of rendering and for fuzzing.
    support("BarReaders", ["ClientProtocol"]),
    // The same weather in the format of each service.
    support("Dialects", ["Weather"]),
    // Temporary directories, clocks and reports.
    support("Scratch", ["Weather", logging]),
    // Reads the documentation, for the tests that run its examples.
    support("Pages"),
    // Simulates a million installations of one provider: `make fleet`, and the parts shared with tests.
    support("Fleet", ["Weather", "Refreshing", "Scratch"]),
    helper("fleet-simulation", at: "Benchmarks/Fleet", ["Fleet"]),
    // A process that confines itself, to test what it can no longer do.
    helper("confinement-probe", at: "Support/ConfinementProbe", ["Session", "CLinux"]),
    // A worker with faulty decoders, to test the daemon's reaction.
    helper("faulty-worker", at: "Support/FaultyWorker", ["HTTP", "Gazetteer", "Session"]),
]

let fuzzed: [Target.Dependency] =
    names(daemon.dropLast() + worker.dropLast()) + ["Client", "weatherctl-tools", "BarReaders", logging]

let suites: [Target] = [
    tests("Architecture", at: "Architecture", []),
    tests("Formats", at: "Shared/Formats", []),
    tests("Platform", at: "Shared/Platform", ["ManualLoop"]),
    tests("Weather", at: "Shared/Weather", []),
    tests("Almanac", at: "Shared/Almanac", []),
    tests("ClientProtocol", at: "Shared/ClientProtocol", []),
    tests("WorkerProtocol", at: "Shared/WorkerProtocol", []),
    tests("SystemBus", at: "Daemon/SystemBus", ["SystemBus", logging]),
    tests("Store", at: "Daemon/Store", ["Store", logging], data: ["Recorded"]),
    tests("Rendering", at: "Daemon/Rendering", ["Rendering", "Languages", "BarReaders"], data: ["days.tsv"]),
    tests("Refreshing", at: "Daemon/Refreshing", ["Refreshing", "Store", "Languages", "Fleet", logging]),
    tests("Location", at: "Daemon/Location", ["Location", "Languages", "SystemBus", logging]),
    tests("Notifications", at: "Daemon/Notifications", ["Notifications", "Rendering", "Store", logging]),
    tests("Server", at: "Daemon/Server", ["Server", "Languages", "Rendering", "Store", "ManualLoop", logging]),
    tests(
        "SessionBus", at: "Daemon/SessionBus", ["SessionBus", "SystemBus", "Server", "Rendering", "Store", logging]),
    tests("Configuration", at: "Daemon/Configuration", names(daemon.dropLast())),
    tests("Weatherd", at: "Daemon/weatherd", names(daemon + worker.dropLast()) + [logging]),
    tests("HTTP", at: "Worker/HTTP", ["HTTP", "LoopbackHTTP", "CCurl"]),
    tests("Providers", at: "Worker/Providers", ["Providers", "HTTP", "Refreshing"], data: ["warnings.tsv"]),
    tests("Gazetteer", at: "Worker/Gazetteer", ["Gazetteer", "HTTP", "CSQLite"], data: ["zones-on-land.tsv"]),
    tests("Session", at: "Worker/Session", ["Session", "confinement-probe"], data: ["system-calls.tsv"]),
    tests("Client", at: "Client/Client", ["Client", "Languages", "Rendering"]),
    tests("Weatherctl", at: "Client/weatherctl", ["weatherctl-tools", "Client", "Languages"]),
    // Without libFuzzer, which `make fuzz` adds.
    tests("Fuzz", at: "Fuzz", fuzzed, data: ["Corpus", "Dictionaries", "Driver", "run"]),
    tests(
        "EndToEnd", at: "EndToEnd",
        ["Refreshing", "SystemBus", "LoopbackHTTP", "confinement-probe", "faulty-worker"],
        data: [
            "Clients/Transcripts", "Fleet/CacheClock.c", "Harness/FaultyDisk.c", "Harness/WallClock.c",
            "Harness/tray-host.py", "Soak/FastClock.c",
        ]),
    // Run by `make integration`, and skipped elsewhere.
    tests(
        "Integration", at: "Integration", names(daemon.dropLast()) + ["LoopbackHTTP", logging],
        data: [
            "geoclue-agent.py", "mcp-client.py", "mcp-schemas.py", "geoclue.py", "notifications.py", "run",
            "Bars/waybar-labels.py", "Install/complete.py",
            "Install/debian", "Network/logind.py", "Network/names.py", "Systemd/alice", "Systemd/machine",
            "Systemd/probe.c",
        ]),
]

let package = Package(
    name: "weatherd",
    products: ["weatherd", "weatherd-worker", "weatherctl", "weatherctl-tools"].map {
        .executable(name: $0, targets: [$0])
    },
    dependencies: [loggingPackage],
    targets: libraries + shared + daemon + worker + client + supports + suites,
    swiftLanguageModes: [.v6]
)

// An empty daemon as the baseline of memory benchmarks; built only by `make bench`.
if Context.environment["WEATHERD_BENCHMARKS"] != nil {
    package.targets.append(helper("floor", at: "Benchmarks/Floor", []))
}

// The targets of Tests/Fuzz with libFuzzer, and weatherctl-tools as a library of theirs; built only by `make fuzz`.
if Context.environment["WEATHERD_FUZZING"] != nil {
    package.products.removeAll()
    package.targets.removeAll { $0.isTest || $0.name == "weatherctl-tools" }
    let tools = room("weatherctl-tools", data: ["main.swift"])
    package.targets += floor("Client", above: shared + client.filter { $0.name == "Client" }, [tools])
    package.targets.append(
        .executableTarget(
            name: "fuzz", dependencies: names(shared) + fuzzed, path: "Tests/Fuzz",
            exclude: ["Corpus", "CorpusTests.swift", "Dictionaries", "run"], swiftSettings: strict))
}
