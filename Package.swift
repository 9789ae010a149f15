// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Also optimized in debug builds, since tests run these rooms thousands of times.
let fast = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let nio = ["NIOCore", "NIOPosix", "NIOHTTP1"].map { Target.Dependency.product(name: $0, package: "swift-nio") }
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// The rooms of a floor, which use these rooms and each other, but no other floor (docs/architecture.md).
func floor(_ floor: String, beside others: [Target], _ rooms: [Target]) -> [Target] {
    let usable = Set((others + rooms).map(\.name))
    for room in rooms {
        room.path = "Sources/\(floor)/\(room.name)"
        for case .byNameItem(let name, _) in room.dependencies where !usable.contains(name) {
            fatalError("\(room.name) of the floor \(floor) uses \(name) of another floor")
        }
    }
    return rooms
}

func room(
    _ name: String, _ uses: [Target.Dependency], without data: [String] = [], settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: uses, exclude: data, swiftSettings: settings)
}

func program(_ name: String, _ uses: [Target.Dependency], without data: [String] = []) -> Target {
    .executableTarget(name: name, dependencies: uses, exclude: data, swiftSettings: strict)
}

/// The header of a C library, and Debian's package of it.
func library(_ name: String, _ configuration: String, _ package: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/C/\(name)", pkgConfig: configuration, providers: [.apt([package])])
}

/// Tests of a room, in the same place of Tests.
func tests(_ path: String, of name: String, _ uses: [Target.Dependency], without data: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: uses, path: "Tests/\(path)", exclude: data, swiftSettings: strict)
}

/// What several tests share.
func support(_ name: String, _ uses: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: uses, path: "Tests/Support/\(name)", swiftSettings: strict)
}

let libraries: [Target] = [
    .systemLibrary(name: "CLinux", path: "Sources/C/CLinux"),
    library("CCurl", "libcurl", "libcurl4-openssl-dev"),
    library("CSQLite", "sqlite3", "libsqlite3-dev"),
    library("CSystemd", "libsystemd", "libsystemd-dev"),
    library("CXML", "expat", "libexpat1-dev"),
]

let shared = floor(
    "Shared", beside: libraries,
    [
        // Escaping, JSON, TOML; Escaping.swift is also compiled as Embedded Swift, for weatherctl.
        room("Formats", [], settings: fast),
        room("Platform", ["CLinux"]),
        room("Weather", ["Formats"], settings: fast),
        room("Almanac", ["Weather", "Platform"], settings: fast),
        room("ClientProtocol", ["Formats", "CLinux"]),
        room("WorkerProtocol", ["Weather"]),
    ])

let daemon = floor(
    "Daemon", beside: libraries + shared,
    [
        room("SystemBus", ["Formats", "Platform", "CSystemd", logging]),
        room("Store", ["Weather", "Formats", "CLinux", logging], settings: fast),
        room("Languages", ["Weather", "Almanac"]),
        room(
            "Rendering", ["Weather", "Almanac", "Formats", "ClientProtocol", "Languages"], without: ["Map/Coastline"]),
        room(
            "Refreshing",
            [
                "Weather", "Almanac", "Formats", "Platform", "ClientProtocol", "WorkerProtocol", "Rendering", "Store",
                "SystemBus", "CLinux", logging,
            ], settings: fast),
        room(
            "Location",
            [
                "Weather", "Platform", "WorkerProtocol", "Languages", "Refreshing", "Rendering", "Store", "SystemBus",
                logging,
            ]
        ),
        room(
            "Notifications",
            ["Weather", "Almanac", "Formats", "Platform", "Rendering", "Store", "SystemBus", logging]),
        room("Server", ["Weather", "Platform", "ClientProtocol", "Languages", "Rendering", "Store", "CLinux"]),
        room(
            "Configuration",
            [
                "Weather", "Formats", "Platform", "ClientProtocol", "WorkerProtocol", "Languages", "Notifications",
                "Refreshing", "Rendering", "Store",
            ]),
        program(
            "weatherd",
            [
                "Weather", "Almanac", "Platform", "ClientProtocol", "WorkerProtocol", "Configuration", "Location",
                "Notifications", "Refreshing", "Rendering", "Server", "Store", "SystemBus", "CLinux", logging,
            ]),
    ])

let worker = floor(
    "Worker", beside: libraries + shared,
    [
        room("HTTP", ["Weather", "Formats", "Platform", "WorkerProtocol", "CCurl"], settings: fast),
        room(
            "Providers", ["Weather", "Almanac", "WorkerProtocol", "HTTP", "CXML"], without: ["Regions"], settings: fast),
        room(
            "Gazetteer", ["Weather", "ClientProtocol", "WorkerProtocol", "HTTP", "CSQLite"],
            without: ["Borders", "GeoNames"], settings: fast),
        // The life of a worker, shared by the program and the faulty worker of the tests.
        room(
            "Session",
            ["Weather", "Platform", "ClientProtocol", "WorkerProtocol", "HTTP", "Providers", "Gazetteer", "CLinux"]),
        program("weatherd-worker", ["ClientProtocol", "WorkerProtocol", "Gazetteer", "Session"]),
    ])

let client = floor(
    "Client", beside: libraries + shared,
    [
        room("Client", ["Formats", "ClientProtocol", "CLinux"]),
        // Released as Embedded Swift (.make/embedded); this target is for the debugger, tests and sanitizers.
        program("weatherctl", ["ClientProtocol", "Client"], without: ["Embedded"]),
        program(
            "weatherctl-tools", ["Formats", "Platform", "ClientProtocol", "Client", "CLinux", argumentParser]),
    ])

let supports: [Target] = [
    // The system's OpenSSL, for the test servers; needs libssl-dev.
    .systemLibrary(name: "COpenSSL", path: "Tests/Support/COpenSSL"),
    // A scriptable web server on the loopback interface.
    support("LoopbackHTTP", ["Platform", "COpenSSL"] + nio),
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
    .executableTarget(
        name: "fleet-simulation", dependencies: ["Fleet", "Weather"], path: "Tests/Benchmarks/Fleet",
        swiftSettings: strict),
    // A process that confines itself, to test what it can no longer do.
    .executableTarget(
        name: "confinement-probe", dependencies: ["Weather", "Session", "CLinux"],
        path: "Tests/Support/ConfinementProbe", swiftSettings: strict),
    // A worker with faulty decoders, to test the daemon's reaction.
    .executableTarget(
        name: "faulty-worker", dependencies: ["Weather", "WorkerProtocol", "HTTP", "Gazetteer", "Session"],
        path: "Tests/Support/FaultyWorker", swiftSettings: strict),
]

let fuzzed: [Target.Dependency] = [
    "Weather", "Almanac", "Formats", "Platform", "ClientProtocol", "WorkerProtocol", "HTTP", "Providers", "Gazetteer",
    "Store", "Languages", "Rendering", "Refreshing", "Server", "Notifications", "Configuration", "Client",
    "weatherctl-tools", "BarReaders", logging,
]

let suites: [Target] = [
    tests("Architecture", of: "Architecture", ["Pages"]),
    tests("Shared/Formats", of: "Formats", ["Formats", "Scratch"]),
    tests("Shared/Platform", of: "Platform", ["Platform", "ManualLoop", "CLinux"]),
    tests("Shared/Weather", of: "Weather", ["Weather", "Scratch"]),
    tests("Shared/Almanac", of: "Almanac", ["Almanac", "Weather"]),
    tests("Shared/ClientProtocol", of: "ClientProtocol", ["ClientProtocol", "Pages"]),
    tests("Shared/WorkerProtocol", of: "WorkerProtocol", ["WorkerProtocol", "Weather", "Scratch"]),
    tests("Daemon/SystemBus", of: "SystemBus", ["SystemBus", "Scratch", logging]),
    tests("Daemon/Store", of: "Store", ["Store", "Formats", "Weather", "Scratch", logging], without: ["Recorded"]),
    tests(
        "Daemon/Rendering", of: "Rendering",
        ["Rendering", "Languages", "Almanac", "ClientProtocol", "Weather", "BarReaders", "Pages", "Scratch"],
        without: ["days.tsv"]),
    tests(
        "Daemon/Refreshing", of: "Refreshing",
        ["Refreshing", "Store", "Platform", "WorkerProtocol", "Weather", "Fleet", "Scratch", logging]),
    tests("Daemon/Location", of: "Location", ["Location", "SystemBus", "Weather", "Scratch", logging]),
    tests(
        "Daemon/Notifications", of: "Notifications",
        ["Notifications", "Platform", "Rendering", "Store", "Weather", "Scratch", logging]),
    tests(
        "Daemon/Server", of: "Server",
        ["Server", "Platform", "ClientProtocol", "Rendering", "Store", "Weather", "ManualLoop", "Scratch", logging]),
    tests(
        "Daemon/Configuration", of: "Configuration",
        [
            "Configuration", "ClientProtocol", "WorkerProtocol", "Languages", "Notifications", "Refreshing",
            "Rendering", "Store", "Weather", "Scratch",
        ]),
    tests(
        "Daemon/weatherd", of: "Weatherd",
        [
            "weatherd", "ClientProtocol", "WorkerProtocol", "Configuration", "Gazetteer", "HTTP", "Location",
            "Notifications", "Platform", "Refreshing", "Rendering", "Session", "Store", "SystemBus", "Weather",
            "Dialects", "Pages", "Scratch", logging,
        ]),
    tests(
        "Worker/HTTP", of: "HTTP",
        ["HTTP", "Platform", "WorkerProtocol", "Weather", "LoopbackHTTP", "Scratch", "CCurl"]),
    tests(
        "Worker/Providers", of: "Providers",
        ["Providers", "HTTP", "Almanac", "WorkerProtocol", "Weather", "Refreshing", "Dialects", "Scratch"],
        without: ["warnings.tsv"]),
    tests(
        "Worker/Gazetteer", of: "Gazetteer",
        ["Gazetteer", "HTTP", "ClientProtocol", "WorkerProtocol", "Weather", "Scratch", "CSQLite"],
        without: ["zones-on-land.tsv"]),
    tests(
        "Worker/Session", of: "Session", ["Session", "Scratch", "CLinux", "confinement-probe"],
        without: ["system-calls.tsv"]),
    tests(
        "Client/Client", of: "Client", ["Client", "ClientProtocol", "Rendering", "Weather", "Scratch"]),
    tests(
        "Client/weatherctl", of: "Weatherctl",
        ["weatherctl-tools", "Client", "ClientProtocol", "Languages", "Weather", "Scratch", argumentParser]),
    // Without libFuzzer, which `make fuzz` adds.
    tests("Fuzz", of: "Fuzz", fuzzed, without: ["Corpus", "Dictionaries", "Driver", "run"]),
    tests(
        "EndToEnd", of: "EndToEnd",
        [
            "ClientProtocol", "Platform", "Refreshing", "Weather", "Dialects", "LoopbackHTTP", "Pages", "Scratch",
            "CLinux", "confinement-probe", "faulty-worker",
        ],
        without: [
            "Clients/Transcripts", "Harness/FaultyDisk.c", "Harness/WallClock.c", "Soak/FastClock.c",
        ]),
    // Run by `make integration`, and skipped elsewhere.
    tests(
        "Integration", of: "Integration",
        [
            "Location", "Notifications", "Refreshing", "Rendering", "SystemBus", "Weather", "Dialects", "LoopbackHTTP",
            "Pages", "Scratch", "CLinux", logging,
        ],
        without: [
            "geoclue-agent.py", "geoclue.py", "notifications.py", "run", "Bars/waybar-labels.py", "Install/complete.py",
            "Install/debian", "Network/logind.py", "Network/names.py", "Systemd/alice", "Systemd/machine",
            "Systemd/probe.c",
        ]),
]

let package = Package(
    name: "weatherd",
    products: ["weatherd", "weatherd-worker", "weatherctl", "weatherctl-tools"].map {
        .executable(name: $0, targets: [$0])
    },
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: libraries + shared + daemon + worker + client + supports + suites,
    swiftLanguageModes: [.v6]
)

// An empty daemon as the baseline of memory benchmarks; built only by `make bench`.
if Context.environment["WEATHERD_BENCHMARKS"] != nil {
    package.targets.append(
        .executableTarget(
            name: "floor", dependencies: ["Platform"], path: "Tests/Benchmarks/Floor", swiftSettings: strict))
}

// The targets of Tests/Fuzz with libFuzzer, and weatherctl-tools as the library of theirs; built only by `make fuzz`.
if Context.environment["WEATHERD_FUZZING"] != nil {
    package.products.removeAll()
    package.targets.removeAll { $0.isTest || $0.name == "weatherctl-tools" }
    package.targets += [
        .target(
            name: "weatherctl-tools",
            dependencies: ["Formats", "Platform", "ClientProtocol", "Client", "CLinux", argumentParser],
            path: "Sources/Client/weatherctl-tools", exclude: ["main.swift"], swiftSettings: strict),
        .executableTarget(
            name: "fuzz", dependencies: fuzzed, path: "Tests/Fuzz",
            exclude: ["Corpus", "CorpusTests.swift", "Dictionaries", "run"], swiftSettings: strict),
    ]
}
