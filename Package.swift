// swift-tools-version: 6.2
import PackageDescription

/// What every target is held to: no warning passes, and an import is not re-exported by accident.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
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
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(name: "Weather", swiftSettings: strict),
        .target(name: "TimeZones", swiftSettings: strict),
        .target(name: "Astronomy", dependencies: ["Weather"], swiftSettings: strict),
        .target(name: "Wire", swiftSettings: strict),
        .target(name: "Endpoints", swiftSettings: strict),
        .target(name: "HTTP", dependencies: ["Weather", "Endpoints"], swiftSettings: strict),
        // What the daemon and its workers tell each other, and how workers are started.
        .target(name: "Jobs", dependencies: ["Weather", "Endpoints", "Searching"], swiftSettings: strict),
        .target(name: "Workers", dependencies: ["Weather", "Jobs", "Searching", "CLinux"], swiftSettings: strict),
        .target(name: "Providers", dependencies: ["Weather", "Endpoints"], swiftSettings: strict),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(name: "Transport", dependencies: ["Weather", "Endpoints", "HTTP", "CCurl"], swiftSettings: strict),
        .target(name: "Bus", dependencies: ["CSystemd"], swiftSettings: strict),
        .target(name: "Routing", dependencies: ["CLinux"], swiftSettings: strict),
        .target(name: "Locating", dependencies: ["Weather", "Bus", logging, lifecycle], swiftSettings: strict),
        .target(name: "Searching", dependencies: ["Weather"], swiftSettings: strict),
        .target(
            name: "Geocoding",
            dependencies: [
                "Weather", "Searching", "Endpoints", "HTTP", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Gazetteer"],
            resources: [.embedInCode("Indexes/extent.sql"), .embedInCode("Indexes/words.sql")],
            swiftSettings: strict),
        .target(name: "Confinement", dependencies: ["CLinux"], swiftSettings: strict),
        .target(
            name: "Forecasting", dependencies: ["Weather", "Astronomy", "TimeZones", "Endpoints", "HTTP", "Providers"],
            swiftSettings: strict),
        // What a worker does; the program itself only starts it.
        .target(
            name: "Working",
            dependencies: [
                "Weather", "Endpoints", "HTTP", "Jobs", "Providers", "Forecasting", "Geocoding", "Searching",
            ],
            swiftSettings: strict),
        .target(name: "Keeping", dependencies: ["Weather", "CLinux", logging], swiftSettings: strict),
        .target(
            name: "Rendering", dependencies: ["Weather", "Astronomy", "TimeZones", "Wire"],
            exclude: ["Map/Coastline"], swiftSettings: strict),
        .target(
            name: "Refreshing", dependencies: ["Weather", "Keeping", "Rendering", logging, lifecycle],
            swiftSettings: strict),
        .target(
            name: "Serving",
            dependencies: ["Weather", "Wire", "Keeping", "Rendering", "CLinux", nio, nioPosix, lifecycle],
            swiftSettings: strict),
        .systemLibrary(
            name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CLinux"),
        .target(name: "Systemd", dependencies: ["CSystemd", logging, lifecycle], swiftSettings: strict),
        .executableTarget(
            name: "weatherd",
            dependencies: [
                "Weather", "Wire", "Endpoints", "Searching", "Jobs", "Workers", "Providers", "Bus", "Locating",
                "Keeping",
                "Rendering", "Refreshing", "Routing", "Serving", "Systemd", "TimeZones", "CLinux", nio, nioPosix,
                logging,
                lifecycle, argumentParser,
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "TOMLKit", package: "TOMLKit"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "weatherd-worker",
            dependencies: [
                "Weather", "Wire", "Jobs", "Working", "Confinement", "Transport", "Geocoding", "Searching",
            ],
            swiftSettings: strict),
        .target(name: "Client", dependencies: ["Wire"], swiftSettings: strict),
        // Released as Embedded Swift (.make/embedded); this is the same for the debugger, the tests and the sanitizers.
        .executableTarget(
            name: "weatherctl", dependencies: ["Client", "Wire"], exclude: ["Embedded"], swiftSettings: strict),
        .executableTarget(
            name: "weatherctl-tools", dependencies: ["Client", "Wire", argumentParser], swiftSettings: strict),

        // What the tests of several modules share: a web server on the loopback interface that answers as it is told.
        .target(
            name: "LoopbackHTTP",
            dependencies: [
                nio, nioPosix, .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Tests/LoopbackHTTP",
            swiftSettings: strict),
        // One weather as each service tells it.
        .target(name: "Dialects", dependencies: ["Weather"], path: "Tests/Dialects", swiftSettings: strict),
        // Directories, clocks and reports for tests.
        .target(name: "Scratch", dependencies: ["Weather"], path: "Tests/Scratch", swiftSettings: strict),
        // A million installations at one provider: a program for `make fleet`, and what it shares with the tests.
        .target(name: "Fleet", dependencies: ["Refreshing", "Weather"], path: "Tests/Fleet", swiftSettings: strict),
        .executableTarget(
            name: "fleet-simulation", dependencies: ["Fleet", "Weather"], path: "Tests/Benchmarks/Fleet",
            swiftSettings: strict),
        .testTarget(name: "ArchitectureTests", swiftSettings: strict),
        .testTarget(name: "WeatherTests", dependencies: ["Weather"], swiftSettings: strict),
        .testTarget(name: "TimeZonesTests", dependencies: ["TimeZones"], swiftSettings: strict),
        .testTarget(name: "AstronomyTests", dependencies: ["Astronomy", "Weather"], swiftSettings: strict),
        .testTarget(name: "WireTests", dependencies: ["Wire"], swiftSettings: strict),
        .testTarget(
            name: "EndpointsTests", dependencies: ["Endpoints", "Scratch"], swiftSettings: strict),
        .testTarget(name: "HTTPTests", dependencies: ["Endpoints", "HTTP", "Weather"], swiftSettings: strict),
        .testTarget(
            name: "TransportTests",
            dependencies: [
                "Transport", "Endpoints", "HTTP", "Weather", "LoopbackHTTP", "Scratch", "CCurl",
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "JobsTests", dependencies: ["Jobs", "Endpoints", "Searching", "Weather"], swiftSettings: strict),
        .testTarget(
            name: "WorkersTests", dependencies: ["Workers", "Jobs", "Endpoints", "Searching", "Scratch", "Weather"],
            swiftSettings: strict),
        .testTarget(
            name: "ProvidersTests", dependencies: ["Providers", "Weather"], swiftSettings: strict),
        .testTarget(
            name: "LocatingTests", dependencies: ["Locating", "Weather", "Bus", "Scratch", logging, lifecycle],
            swiftSettings: strict),
        .testTarget(name: "SearchingTests", dependencies: ["Searching", "Weather", "Scratch"], swiftSettings: strict),
        .testTarget(
            name: "GeocodingTests",
            dependencies: ["Geocoding", "Searching", "Weather", "Endpoints", "HTTP", "Scratch"],
            exclude: ["zones-on-land.tsv"],
            swiftSettings: strict),
        // A process that confines itself, for the tests of what it cannot do then.
        .executableTarget(
            name: "confinement-probe", dependencies: ["Confinement", "CLinux"], path: "Tests/ConfinementProbe",
            swiftSettings: strict),
        .testTarget(
            name: "ConfinementTests", dependencies: ["Confinement", "CLinux", "Scratch", "confinement-probe"],
            swiftSettings: strict),
        .testTarget(
            name: "ForecastingTests",
            dependencies: [
                "Forecasting", "Astronomy", "TimeZones", "Weather", "Endpoints", "HTTP", "Providers", "Dialects",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "KeepingTests", dependencies: ["Keeping", "Scratch", "Weather", logging], swiftSettings: strict),
        .testTarget(
            name: "RenderingTests", dependencies: ["Rendering", "Weather", "Wire", "Astronomy", "TimeZones"],
            swiftSettings: strict),
        .testTarget(
            name: "RefreshingTests",
            dependencies: ["Refreshing", "Fleet", "Scratch", "Keeping", "Weather", logging, lifecycle],
            swiftSettings: strict),
        .testTarget(
            name: "ServingTests",
            dependencies: [
                "Serving", "Scratch", "Keeping", "Rendering", "Weather", "Wire", nio, nioPosix, logging, lifecycle,
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(name: "RoutingTests", dependencies: ["Routing"], swiftSettings: strict),
        .testTarget(name: "SystemdTests", dependencies: ["Systemd", logging, lifecycle], swiftSettings: strict),
        .testTarget(
            name: "ClientTests", dependencies: ["Client", "Scratch", "Wire", "Weather", "Rendering"],
            swiftSettings: strict),
        .testTarget(
            name: "WeatherctlTests", dependencies: ["weatherctl-tools", "Client", "Scratch", "Wire", argumentParser],
            swiftSettings: strict),
        .testTarget(
            name: "WeatherdTests",
            dependencies: [
                "weatherd", "Dialects", "Endpoints", "Geocoding", "HTTP", "Jobs", "Keeping", "Locating", "LoopbackHTTP",
                "Providers", "Refreshing", "Rendering", "Scratch", "Searching", "Routing", "Weather", "Wire", "Workers",
                "Working", nio, nioPosix, logging, lifecycle, argumentParser,
            ], swiftSettings: strict),
        // Without libFuzzer; Tests/Fuzz/Package.swift has what `make fuzz` builds.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "Weather", "Wire", "Endpoints", "HTTP", "Jobs", "Providers", "Searching", "Geocoding", "Transport",
                "Forecasting", "Keeping", "Rendering", "Serving", "TimeZones", "weatherd", "Client", "weatherctl-tools",
                nio, nioPosix, logging,
            ],
            path: "Tests/Fuzz",
            exclude: ["Corpus", "Dictionaries", "Driver", "Modules", "Package.swift", "run"],
            swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests", dependencies: ["LoopbackHTTP", "Scratch", "Wire", "Dialects", "Weather"],
            exclude: ["FaultyDisk.c", "Soak/FastClock.c", "Transcripts", "WallClock.c"], swiftSettings: strict),
        // Runs where `make integration` has it run, and is skipped elsewhere.
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "weatherd", "Bus", "Locating", "LoopbackHTTP", "Rendering", "Scratch", "Weather", "Dialects", logging,
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

// What the benchmarks compare the daemon's memory with; `make bench` builds it, and nobody else has to.
if Context.environment["WEATHERD_BENCHMARKS"] != nil {
    package.targets.append(
        .executableTarget(
            name: "floor",
            dependencies: [nio, nioPosix],
            path: "Tests/Benchmarks/Floor",
            swiftSettings: strict))
}
