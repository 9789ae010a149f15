// swift-tools-version: 6.2
import PackageDescription

// What `make fuzz` builds: the parts of the program that read foreign bytes, instrumented for libFuzzer, and without the
// database and the service manager, which it would take long to build and which nothing here asks. Modules are
// links to the directories of the same names in Sources.

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], only sources: [String]? = nil
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Modules/\(name)", exclude: exclude, sources: sources,
        swiftSettings: strict)
}

let package = Package(
    name: "fuzz",
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    ],
    targets: [
        module("Weather"),
        module("TimeZones"),
        module("Astronomy", ["Weather"]),
        module("Wire"),
        module("Endpoints"),
        module("Searching", ["Weather"]),
        module("HTTP", ["Weather", "Endpoints"]),
        .systemLibrary(name: "CCurl", path: "Modules/CCurl", pkgConfig: "libcurl"),
        module("Transport", ["Weather", "Endpoints", "HTTP", "CCurl"]),
        module("Jobs", ["Weather", "Endpoints", "Searching"]),
        module("Providers", ["Weather", "Endpoints"]),
        module(
            "Geocoding", ["Weather", "Endpoints", "HTTP", "Searching"],
            only: [
                "Extent.swift", "Geocoding.swift", "IPAnswer.swift", "IPLocation.swift", "NameMatch.swift",
                "OpenMeteoGeocoding.swift", "OpenMeteoGeocodingAnswer.swift", "OpenWeatherMapGeocoding.swift",
                "OpenWeatherMapGeocodingAnswer.swift",
            ]),
        module("Forecasting", ["Weather", "Astronomy", "TimeZones", "Endpoints", "HTTP", "Providers"]),
        .systemLibrary(name: "CLinux", path: "Modules/CLinux"),
        module("Keeping", ["Weather", "CLinux", logging]),
        module("Rendering", ["Weather", "Astronomy", "TimeZones", "Wire"], exclude: ["Map/Coastline"]),
        module(
            "Refreshing", ["Weather", "Keeping"], only: ["FullHour.swift", "RefreshPolicy.swift", "Trigger.swift"]),
        module("Routing", ["CLinux"]),
        module(
            "Serving", ["Weather", "Wire", "Keeping", "Rendering", nio],
            only: [
                "Once.swift", "RecentReplies.swift", "Refusal.swift", "RequestBuffer.swift", "RequestErrorCode.swift",
                "Responder.swift",
                "ResponderChanges.swift", "ResponderMap.swift", "ResponderPlaces.swift", "ResponderReadings.swift",
                "ResponderStatus.swift", "WatchedHeight.swift",
            ]),
        module(
            "weatherd",
            [
                "Weather", "Endpoints", "Keeping", "Refreshing", "Rendering", "Routing", "Searching",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "TOMLKit", package: "TOMLKit"),
            ],
            only: [
                "Configuration.swift", "ConfigurationError.swift", "ConfigurationFile.swift",
                "ConfigurationKey.swift",
                "ConfigurationLines.swift", "CheckedQuery.swift", "ConfigurationLocation.swift",
                "ConfigurationLooks.swift", "ConfigurationMistakes.swift",
                "ConfigurationNetwork.swift",
                "ConfigurationReactions.swift",
                "ConfigurationServices.swift", "ConfigurationSlip.swift", "ConfigurationSource.swift",
                "ConfigurationValues.swift", "Connectivity.swift", "KeyFile.swift", "ProviderName.swift",
                "Reachability.swift",
                "Reaction.swift",
            ]),
        module("Client", ["Wire"], only: ["Click.swift", "HarmlessText.swift"]),
        module("weatherctl-tools", only: ["Map/Key.swift"]),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "Weather", "Wire", "Endpoints", "HTTP", "Jobs", "Providers", "Searching", "Geocoding", "Transport",
                "Forecasting", "Keeping", "Rendering", "Serving", "TimeZones", "weatherd", "Client", "weatherctl-tools",
                logging, nio, nioPosix,
            ],
            path: ".", exclude: ["Corpus", "CorpusTests.swift", "Dictionaries", "Modules", "run"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
