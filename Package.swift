// swift-tools-version: 6.2
import PackageDescription

/// For every target: warnings are errors, and imports are not re-exported by accident.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Also optimized in debug builds, since tests run these modules thousands of times.
let fast: [SwiftSetting] = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "weatherd",
    products: [
        .executable(name: "weatherd", targets: ["weatherd"]),
        .executable(name: "weatherd-worker", targets: ["weatherd-worker"]),
        .executable(name: "weatherctl", targets: ["weatherctl"]),
        .executable(name: "weatherctl-tools", targets: ["weatherctl-tools"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // Also compiled as Embedded Swift, for weatherctl.
        .target(name: "Escaping", swiftSettings: fast),
        .target(name: "Weather", dependencies: ["Escaping"], swiftSettings: fast),
        // For trusted JSON; answers of providers are parsed by HTTP.
        .target(name: "JSON", dependencies: ["Escaping"], swiftSettings: fast),
        // Threads outside of any pool.
        .target(name: "Threads", dependencies: ["CLinux"], swiftSettings: strict),
        .target(name: "TimeZones", dependencies: ["Threads"], swiftSettings: fast),
        .target(name: "Astronomy", dependencies: ["Weather"], swiftSettings: fast),
        .target(name: "Wire", dependencies: ["Escaping", "CLinux"], swiftSettings: strict),
        .target(name: "Endpoints", swiftSettings: strict),
        .target(name: "HTTP", dependencies: ["Weather", "Endpoints", "Escaping"], swiftSettings: fast),
        // Messages between the daemon and its workers, and starting workers.
        .target(name: "Jobs", dependencies: ["Weather", "Endpoints", "Searching"], swiftSettings: strict),
        .target(
            name: "Workers", dependencies: ["Weather", "Jobs", "Platform", "Searching", "Threads", "CLinux"],
            swiftSettings: strict),
        .target(name: "Providers", dependencies: ["Weather", "Endpoints"], swiftSettings: strict),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(
            name: "Transport", dependencies: ["Weather", "Endpoints", "HTTP", "Threads", "CCurl"],
            swiftSettings: strict),
        .target(name: "Lifecycle", swiftSettings: strict),
        // Clocks, files, processes and resource limits.
        .target(name: "Platform", dependencies: ["CLinux", "Lifecycle"], swiftSettings: strict),
        .target(name: "Bus", dependencies: ["CSystemd"], swiftSettings: strict),
        .target(
            name: "Locating",
            dependencies: [
                "Weather", "Bus", "Endpoints", "Fetching", "Jobs", "Keeping", "Languages", "Lifecycle", "Providers",
                "Rendering",
                "Searching", "Workers", logging,
            ],
            swiftSettings: strict),
        .target(name: "Searching", dependencies: ["Weather"], swiftSettings: strict),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "Geocoding",
            dependencies: ["Weather", "Wire", "Searching", "Endpoints", "HTTP", "CSQLite"],
            exclude: ["Borders", "Gazetteer"],
            swiftSettings: fast),
        .systemLibrary(name: "CXML", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        // Messages of the Common Alerting Protocol, and the geometry of warnings.
        .target(
            name: "CAP", dependencies: ["Weather", "TimeZones", "CXML"], exclude: ["Regions"], swiftSettings: fast),
        .target(name: "Confinement", dependencies: ["Weather", "CLinux"], swiftSettings: strict),
        .target(name: "Executors", swiftSettings: strict),
        .target(
            name: "Forecasting",
            dependencies: ["Weather", "Astronomy", "CAP", "TimeZones", "Endpoints", "HTTP", "Providers"],
            swiftSettings: strict),
        // The work of a worker; the program only starts it.
        .target(
            name: "Working",
            dependencies: [
                "Weather", "CAP", "Endpoints", "HTTP", "Jobs", "Providers", "Forecasting", "Geocoding", "Searching",
            ],
            swiftSettings: strict),
        .target(name: "Keeping", dependencies: ["Weather", "JSON", "CLinux", logging], swiftSettings: fast),
        // Localized output.
        .target(name: "Languages", dependencies: ["Weather", "Astronomy", "TimeZones"], swiftSettings: strict),
        .target(
            name: "Rendering", dependencies: ["Weather", "Astronomy", "Escaping", "Languages", "TimeZones", "Wire"],
            exclude: ["Map/Coastline"], swiftSettings: strict),
        .target(
            name: "Refreshing", dependencies: ["Weather", "Keeping", "Lifecycle", "Rendering", logging],
            swiftSettings: fast),
        .target(
            name: "Connectivity",
            dependencies: ["Weather", "Bus", "CLinux", "Keeping", "Lifecycle", "Refreshing", logging],
            swiftSettings: strict),
        // The daemon's side of a provider: jobs for workers.
        .target(
            name: "Fetching",
            dependencies: [
                "Weather", "Wire", "Connectivity", "Endpoints", "Jobs", "Keeping", "Lifecycle", "Providers",
                "Refreshing",
                "Rendering", "Searching",
                "Workers", logging,
            ],
            swiftSettings: strict),
        // The daemon's side of `doctor`.
        .target(
            name: "Diagnostics",
            dependencies: [
                "Weather", "Wire", "Endpoints", "Fetching", "Jobs", "Keeping", "Providers", "Refreshing", "Rendering",
                "TimeZones", logging,
            ],
            swiftSettings: strict),
        .target(
            name: "DaemonConfiguration",
            dependencies: [
                "Weather", "Wire", "Connectivity", "Endpoints", "Fetching", "Keeping", "Languages", "Measuring",
                "Notifications",
                "Platform",
                "Refreshing", "Rendering", "Searching", "TOML",
            ],
            swiftSettings: strict),
        .target(
            name: "Notifications",
            dependencies: [
                "Weather", "Astronomy", "Bus", "Escaping", "Keeping", "Lifecycle", "Platform", "Rendering", "TimeZones",
                logging,
            ],
            swiftSettings: strict),
        // The user's own weather station.
        .target(
            name: "Measuring",
            dependencies: ["Weather", "JSON", "CLinux", "Lifecycle", "Platform", "Rendering", "TimeZones", logging],
            swiftSettings: strict),
        .target(name: "EventLoops", dependencies: ["Threads", "CLinux"], swiftSettings: strict),
        .target(
            name: "Serving",
            dependencies: [
                "Weather", "Wire", "Keeping", "Languages", "Lifecycle", "Rendering", "EventLoops", "CLinux",
            ],
            swiftSettings: strict),
        .systemLibrary(
            name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CLinux"),
        .target(name: "Systemd", dependencies: ["CSystemd", "Escaping", "Lifecycle", logging], swiftSettings: strict),
        .target(name: "TOML", swiftSettings: fast),
        .executableTarget(
            name: "weatherd",
            dependencies: [
                "Weather", "Wire", "Connectivity", "DaemonConfiguration", "Diagnostics", "Endpoints", "Executors",
                "Fetching", "Searching",
                "Jobs", "Workers", "Providers", "Bus",
                "Locating", "Keeping", "Lifecycle", "Measuring", "Notifications", "Platform", "TOML", "Rendering",
                "Refreshing", "Serving", "Systemd", "EventLoops", "TimeZones", "CLinux", logging,
            ],
            swiftSettings: strict),
        // The lifecycle of a worker process, shared by the program and the faulty worker of the tests.
        .target(
            name: "WorkerRuntime",
            dependencies: [
                "Weather", "Endpoints", "HTTP", "Searching", "Wire", "Jobs", "Working", "Confinement", "Transport",
                "Executors",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "weatherd-worker",
            dependencies: ["Wire", "Jobs", "Working", "WorkerRuntime", "Geocoding", "Searching"],
            swiftSettings: strict),
        .target(name: "Client", dependencies: ["Escaping", "Wire", "CLinux"], swiftSettings: strict),
        // Released as Embedded Swift (.make/embedded); this target is for the debugger, tests and sanitizers.
        .executableTarget(
            name: "weatherctl", dependencies: ["Client", "Wire"], exclude: ["Embedded"], swiftSettings: strict),
        .executableTarget(
            name: "weatherctl-tools",
            dependencies: ["Client", "Escaping", "Platform", "Wire", "CLinux", argumentParser],
            swiftSettings: strict),

        // The system's OpenSSL, for the test servers; needs libssl-dev.
        .systemLibrary(name: "COpenSSL", path: "Tests/Support/COpenSSL"),
        // Shared test support: a scriptable web server on the loopback interface.
        .target(
            name: "LoopbackHTTP",
            dependencies: [
                "Platform", nio, nioPosix, .product(name: "NIOHTTP1", package: "swift-nio"), "COpenSSL",
            ],
            path: "Tests/Support/LoopbackHTTP",
            swiftSettings: strict),
        // An event loop with a simulated clock and sockets.
        .target(
            name: "ManualLoop", dependencies: ["EventLoops"], path: "Tests/Support/ManualLoop", swiftSettings: strict),
        // Parsers of what status bars receive, for the tests of rendering and for fuzzing.
        .target(name: "BarReaders", dependencies: ["Wire"], path: "Tests/Support/BarReaders", swiftSettings: strict),
        // The same weather in the format of each service.
        .target(name: "Dialects", dependencies: ["Weather"], path: "Tests/Support/Dialects", swiftSettings: strict),
        // Temporary directories, clocks and reports for tests.
        .target(
            name: "Scratch", dependencies: ["Weather", logging], path: "Tests/Support/Scratch", swiftSettings: strict),
        // Simulates a million installations of one provider: `make fleet`, and the parts shared with tests.
        .target(
            name: "Fleet", dependencies: ["Refreshing", "Scratch", "Weather"], path: "Tests/Support/Fleet",
            swiftSettings: strict),
        .executableTarget(
            name: "fleet-simulation", dependencies: ["Fleet", "Weather"], path: "Tests/Benchmarks/Fleet",
            swiftSettings: strict),
        // Reads the documentation, for the tests that run its examples.
        .target(name: "Pages", path: "Tests/Support/Pages", swiftSettings: strict),
        .testTarget(name: "ArchitectureTests", dependencies: ["Pages"], swiftSettings: strict),
        .testTarget(name: "EscapingTests", dependencies: ["Escaping"], swiftSettings: strict),
        .testTarget(name: "WeatherTests", dependencies: ["Weather", "Scratch"], swiftSettings: strict),
        .testTarget(name: "TOMLTests", dependencies: ["TOML", "Scratch"], swiftSettings: strict),
        .testTarget(name: "JSONTests", dependencies: ["JSON", "Scratch"], swiftSettings: strict),
        .testTarget(name: "LifecycleTests", dependencies: ["Lifecycle"], swiftSettings: strict),
        .testTarget(name: "TimeZonesTests", dependencies: ["TimeZones"], swiftSettings: strict),
        .testTarget(name: "AstronomyTests", dependencies: ["Astronomy", "Weather"], swiftSettings: strict),
        .testTarget(
            name: "CAPTests", dependencies: ["CAP", "Scratch", "Weather"], exclude: ["warnings.tsv"],
            swiftSettings: strict),
        .testTarget(name: "WireTests", dependencies: ["Pages", "Wire"], swiftSettings: strict),
        .testTarget(
            name: "EndpointsTests", dependencies: ["Endpoints", "Scratch"], swiftSettings: strict),
        .testTarget(name: "HTTPTests", dependencies: ["Endpoints", "HTTP", "Weather"], swiftSettings: strict),
        .testTarget(
            name: "TransportTests",
            dependencies: [
                "Transport", "Endpoints", "HTTP", "Threads", "Weather", "LoopbackHTTP", "Scratch", "CCurl",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "JobsTests", dependencies: ["Jobs", "Endpoints", "Searching", "Weather"], swiftSettings: strict),
        .testTarget(
            name: "WorkersTests",
            dependencies: ["Workers", "Jobs", "Endpoints", "Platform", "Searching", "Scratch", "Threads", "Weather"],
            swiftSettings: strict),
        .testTarget(
            name: "ProvidersTests", dependencies: ["Providers", "Weather"], swiftSettings: strict),
        .testTarget(
            name: "LocatingTests", dependencies: ["Locating", "Weather", "Bus", "Scratch", logging],
            swiftSettings: strict),
        .testTarget(name: "SearchingTests", dependencies: ["Searching", "Weather", "Scratch"], swiftSettings: strict),
        .testTarget(
            name: "GeocodingTests",
            dependencies: ["Geocoding", "Searching", "Weather", "Wire", "Endpoints", "HTTP", "Scratch", "CSQLite"],
            exclude: ["zones-on-land.tsv"],
            swiftSettings: strict),
        // A process that confines itself, to test what it can no longer do.
        .executableTarget(
            name: "confinement-probe", dependencies: ["Confinement", "Weather", "CLinux"],
            path: "Tests/Support/ConfinementProbe",
            swiftSettings: strict),
        // A worker with faulty decoders, to test the daemon's reaction.
        .executableTarget(
            name: "faulty-worker",
            dependencies: ["Weather", "Endpoints", "HTTP", "Jobs", "Geocoding", "Working", "WorkerRuntime"],
            path: "Tests/Support/FaultyWorker", swiftSettings: strict),
        .testTarget(
            name: "ConfinementTests", dependencies: ["CLinux", "Confinement", "Scratch", "confinement-probe"],
            exclude: ["system-calls.tsv"], swiftSettings: strict),
        .testTarget(
            name: "ForecastingTests",
            dependencies: [
                "Forecasting", "Astronomy", "CAP", "Weather", "Endpoints", "HTTP", "Jobs", "Providers", "Dialects",
                "Scratch",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "KeepingTests", dependencies: ["Keeping", "Scratch", "Weather", logging], exclude: ["Recorded"],
            swiftSettings: strict),
        .testTarget(
            name: "RenderingTests",
            dependencies: [
                "Rendering", "Languages", "BarReaders", "Pages", "Scratch", "Weather", "Wire", "Astronomy", "TimeZones",
            ],
            exclude: ["days.tsv"],
            swiftSettings: strict),
        .testTarget(
            name: "RefreshingTests",
            dependencies: ["Refreshing", "Fleet", "Scratch", "Keeping", "Weather", logging],
            swiftSettings: strict),
        .testTarget(
            name: "ServingTests",
            dependencies: [
                "Serving", "EventLoops", "ManualLoop", "Scratch", "Keeping", "Rendering", "Weather", "Wire", logging,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "EventLoopsTests", dependencies: ["EventLoops", "ManualLoop", "CLinux"], swiftSettings: strict),
        .testTarget(
            name: "DaemonConfigurationTests",
            dependencies: [
                "DaemonConfiguration", "Endpoints", "Fetching", "Keeping", "Languages", "Measuring", "Notifications",
                "Rendering", "Scratch", "Searching", "Weather", "Wire",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DiagnosticsTests", dependencies: ["Diagnostics", "Rendering", "Scratch", "Weather", logging],
            swiftSettings: strict),
        .testTarget(
            name: "NotificationsTests",
            dependencies: ["Notifications", "Keeping", "Platform", "Rendering", "Scratch", "Weather", logging],
            swiftSettings: strict),
        .testTarget(
            name: "MeasuringTests", dependencies: ["Measuring", "Platform", "Scratch", "Weather", logging],
            swiftSettings: strict),
        .testTarget(
            name: "ConnectivityTests",
            dependencies: ["Connectivity", "Keeping", "Refreshing", "Scratch", "Weather", logging],
            swiftSettings: strict),
        .testTarget(name: "SystemdTests", dependencies: ["Systemd", "Scratch", logging], swiftSettings: strict),
        .testTarget(
            name: "ClientTests", dependencies: ["Client", "Scratch", "Wire", "Weather", "Rendering"],
            swiftSettings: strict),
        .testTarget(
            name: "WeatherctlTests",
            dependencies: ["Languages", "weatherctl-tools", "Client", "Scratch", "Weather", "Wire", argumentParser],
            swiftSettings: strict),
        .testTarget(
            name: "WeatherdTests",
            dependencies: [
                "weatherd", "Connectivity", "DaemonConfiguration", "Dialects", "Endpoints", "Fetching", "Geocoding",
                "HTTP", "Jobs", "Keeping", "Lifecycle", "Locating", "Pages", "Platform", "Providers", "Refreshing",
                "Rendering", "Scratch", "Searching", "Systemd", "Weather", "Wire", "Workers", "Working", logging,
            ], swiftSettings: strict),
        // Without libFuzzer; `make fuzz` builds Tests/Fuzz/Package.swift.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "Weather", "Wire", "CAP", "Endpoints", "HTTP", "Jobs", "Providers", "Searching", "Geocoding",
                "Transport", "Forecasting", "Keeping", "Languages", "Rendering", "Serving", "TimeZones", "TOML",
                "DaemonConfiguration",
                "Fetching", "Measuring", "BarReaders", "Client",
                "weatherctl-tools", logging,
            ],
            path: "Tests/Fuzz",
            exclude: ["Corpus", "Dictionaries", "Driver", "Modules", "Package.swift", "run"],
            swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "CLinux", "LoopbackHTTP", "Pages", "Platform", "Scratch", "Wire", "Dialects", "Weather", "Fetching",
                "confinement-probe",
                "faulty-worker",
            ],
            exclude: ["Clients/Transcripts", "Harness/FaultyDisk.c", "Harness/WallClock.c", "Soak/FastClock.c"],
            swiftSettings: strict),
        // Run by `make integration`, and skipped elsewhere.
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "CLinux", "Notifications", "Bus", "Connectivity", "Locating", "LoopbackHTTP", "Pages", "Rendering",
                "Scratch", "Weather", "Dialects",
                logging,
            ],
            path: "Tests/Integration",
            exclude: [
                "geoclue-agent.py", "geoclue.py", "notifications.py", "run", "Bars/waybar-labels.py",
                "Install/complete.py", "Install/debian", "Network/logind.py",
                "Network/names.py", "Systemd/alice", "Systemd/machine", "Systemd/probe.c",
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// An empty daemon as the baseline of memory benchmarks; built only by `make bench`.
if Context.environment["WEATHERD_BENCHMARKS"] != nil {
    package.targets.append(
        .executableTarget(
            name: "floor",
            dependencies: ["EventLoops"],
            path: "Tests/Benchmarks/Floor",
            swiftSettings: strict))
}
