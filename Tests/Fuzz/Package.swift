// swift-tools-version: 6.2
import PackageDescription

// Built by `make fuzz`: the code that reads untrusted bytes, instrumented for libFuzzer, without SQLite and systemd,
// which no target needs. Modules are links to the directories with the same names in Sources, and to
// Tests/Support/BarReaders.

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

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
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2")
    ],
    targets: [
        module("Escaping"),
        module("Weather", ["Escaping"]),
        .systemLibrary(name: "CLinux", path: "Modules/CLinux"),
        module("Threads", ["CLinux"]),
        module("TimeZones", ["Threads"]),
        module("TOML"),
        module("Astronomy", ["Weather"]),
        module("Wire", ["Escaping", "CLinux"]),
        module("Endpoints"),
        module("Searching", ["Weather"]),
        module("HTTP", ["Weather", "Endpoints", "Escaping"]),
        .systemLibrary(name: "CCurl", path: "Modules/CCurl", pkgConfig: "libcurl"),
        module("Transport", ["Weather", "Endpoints", "HTTP", "Threads", "CCurl"]),
        module("Jobs", ["Weather", "Endpoints", "Searching"]),
        module("Providers", ["Weather", "Endpoints"]),
        module(
            "Geocoding", ["Weather", "Endpoints", "HTTP", "Searching"],
            only: [
                "Extent.swift", "Geocoding.swift", "IPAnswer.swift", "IPLocation.swift", "NameMatch.swift",
                "OpenMeteoGeocoding.swift", "OpenMeteoGeocodingAnswer.swift", "OpenWeatherMapGeocoding.swift",
                "OpenWeatherMapGeocodingAnswer.swift",
            ]),
        .systemLibrary(name: "CXML", path: "Modules/CXML", pkgConfig: "expat"),
        module("CAP", ["Weather", "TimeZones", "CXML"], exclude: ["Regions"]),
        module("Forecasting", ["Weather", "Astronomy", "CAP", "TimeZones", "Endpoints", "HTTP", "Providers"]),
        module("JSON", ["Escaping"]),
        module("Keeping", ["Weather", "JSON", "CLinux", logging]),
        module("Languages", ["Weather", "Astronomy", "TimeZones"]),
        module(
            "Rendering", ["Weather", "Astronomy", "Escaping", "Languages", "TimeZones", "Wire"],
            exclude: ["Map/Coastline"]),
        module(
            "Refreshing", ["Weather", "Keeping"],
            only: ["HourBoundaryAvoidance.swift", "RefreshPolicy.swift", "Trigger.swift"]),
        module(
            "Connectivity", ["Weather", "CLinux", "Refreshing"],
            only: [
                "Destination.swift", "Interface.swift", "NetlinkBytes.swift", "NetworkConsumer.swift",
                "NetworkStatus.swift", "Reachability.swift", "Route.swift", "RouteNotice.swift", "RouteQuery.swift",
                "RouteSocket.swift",
            ]),
        module("Platform", only: ["BlockingWork.swift", "FileReading.swift"]),
        module(
            "Fetching", ["Weather", "Wire", "Endpoints", "Jobs", "Providers", "Searching"],
            only: ["ProviderTable.swift", "RequestPace.swift", "ServiceSettings.swift", "SettingsCheck.swift"]),
        module(
            "Measuring", ["Weather", "JSON", "TimeZones"], only: ["OwnStationSource.swift", "StationDocument.swift"]),
        module(
            "Notifications", ["Weather", "Rendering", "TimeZones"],
            only: ["NotificationSettings.swift", "Reaction.swift", "TimeOfDay.swift"]),
        module(
            "Serving", ["Weather", "Wire", "Keeping", "Languages", "Rendering"],
            only: [
                "OneTimeAction.swift", "RecentReplies.swift", "RequestFailure.swift", "ReplyBytes.swift",
                "RequestBuffer.swift",
                "RequestErrorCode.swift", "Responder.swift",
                "FetchResponder.swift", "MapResponder.swift", "PlaceResolver.swift", "SettingsResponder.swift",
                "ReadingCost.swift", "RequestStyle.swift", "StatusCollector.swift", "ViewResponder.swift",
                "ViewTable.swift",
                "WatchedHeight.swift",
            ]),
        module(
            "DaemonConfiguration",
            [
                "Weather", "Wire", "Connectivity", "Endpoints", "Fetching", "Keeping", "Languages", "Measuring",
                "Notifications", "Platform",
                "Refreshing", "Rendering", "Searching", "TOML",
            ],
            exclude: ["ConfigurationCity.swift"]),
        module("BarReaders", ["Wire"]),
        module("Client", ["Escaping", "Wire"], only: ["Click.swift", "HarmlessText.swift"]),
        module("weatherctl-tools", only: ["Map/Key.swift"]),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "Weather", "Wire", "CAP", "Endpoints", "HTTP", "Jobs", "Providers", "Searching", "Geocoding",
                "Transport", "Forecasting", "Keeping", "Languages", "Rendering", "Serving", "TimeZones", "TOML",
                "DaemonConfiguration",
                "Fetching", "Measuring",
                "BarReaders", "Client",
                "weatherctl-tools", logging,
            ],
            path: ".", exclude: ["Corpus", "CorpusTests.swift", "Dictionaries", "Modules", "run"],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
