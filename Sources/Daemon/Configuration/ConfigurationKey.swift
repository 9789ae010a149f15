import Refreshing
import Weather

/// A key of the configuration files.
struct ConfigurationKey: Hashable, Sendable, CustomStringConvertible {
    /// The type of a value.
    enum Kind: Sendable {
        case text, number, list
        /// A text, or a list of texts.
        case words
        /// `true` or `false`.
        case flag
        /// A word of `Reaction`, or a list.
        case reaction
    }

    /// `open-meteo.url`.
    let description: String
    let kind: Kind

    var components: [String] { description.split(separator: ".").map(String.init) }

    static let variablePrefix = "WEATHERD_"

    /// `WEATHERD_OPEN_METEO_URL`.
    var environmentVariable: String {
        // Bytes, not characters: reading all keys by characters took a tenth of the startup's instructions.
        let name = description.uppercased().utf8.map { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") ? 0x5F : $0 }
        return Self.variablePrefix + String(decoding: name, as: UTF8.self)
    }

    init(_ description: String, _ kind: Kind = .text) {
        self.description = description
        self.kind = kind
    }

    static let language = Self("language")
    static let units = Self("units")
    static let unitsOfQuantities = ["temperature", "wind", "pressure", "precipitation", "distance"].map {
        Self("units.\($0)")
    }
    static let refreshInterval = Self("refresh-interval")
    static let staleAfter = Self("stale-after")
    static let providers = Self("providers", .list)
    static let clock = Self("clock")
    static let dateOrder = Self("date-order")
    static let icons = Self("icons")
    static let colors = Self("colors")
    static let theme = Self("theme")
    static let shortFormat = Self("short.format")
    static let shortAlternate = Self("short.alternate")
    static let shortAlt = Self("short.alt")
    static let shortTooltip = Self("short.tooltip")
    static let shortUnavailable = Self("short.unavailable")
    static let tray = Self("tray.enabled", .flag)
    static let trayIcon = Self("tray.icon")
    static let hot = Self("classes.hot", .number)
    static let cold = Self("classes.cold", .number)
    static let wet = Self("classes.wet", .number)
    static let windy = Self("classes.windy", .number)
    static let reactions = WeatherEvent.Kind.keys.map { Self("on.\($0.rawValue)", .reaction) }
    /// A word, or a table with the next six keys.
    static let alert = Self("on.alert", .reaction)
    static let alertReaction = Self("on.alert.do", .reaction)
    static let alertSeverity = Self("on.alert.at-least")
    static let alertKinds = Self("on.alert.kinds", .list)
    static let alertExceptions = Self("on.alert.except", .list)
    static let alertUnknownKinds = Self("on.alert.unknown-kinds", .flag)
    static let alertFavourites = Self("on.alert.favourites", .flag)
    static let alertFilter = [alertSeverity, alertKinds, alertExceptions, alertUnknownKinds, alertFavourites]
    static let briefTime = Self("brief.at")
    static let briefReaction = Self("brief.do", .reaction)
    static let commandDeadline = Self("on.deadline")
    static let city = Self("location")
    static let preciseLocation = Self("precise-location", .flag)
    static let locationSources = Self("location.sources", .list)
    static let latitude = Self("location.latitude", .number)
    static let longitude = Self("location.longitude", .number)
    static let locationName = Self("location.name")
    static let gazetteer = Self("location.gazetteer")
    static let certificateAuthorities = Self("network.ca-file")
    static let proxy = Self("network.proxy")
    static let proxyExceptions = Self("network.no-proxy", .list)
    static let metered = Self("network.metered")
    static let battery = Self("network.battery")
    static let locked = Self("network.locked")
    static let alertsProviders = Self("alerts.providers", .list)
    static let airProviders = Self("air.providers", .list)
    static let airScale = Self("air.scale")
    static let currentSource = Self("current.source")
    static let currentStations = Self("current.stations", .list)
    static let nowcast = Self("nowcast")
    static let stationFile = Self("station.file")
    static let stationCommand = Self("station.command", .list)
    static let normals = Self("normals.source")
    static let ensemble = Self("ensemble.source")
    static let contact = Self("contact")
    static let openWeatherMapOneCall = Self("openweathermap.one-call")
    static let openMeteoModels = Self("open-meteo.models", .words)
    static let elevation = Self("location.elevation", .number)
    static let pirateWeatherBudget = Self("pirate-weather.daily-budget", .number)

    static let urls = ServiceAddress.allCases.map(url)
    static let keyFiles = ProviderName.withKey.map(keyFile)

    static func url(_ address: ServiceAddress) -> ConfigurationKey { Self(address.rawValue) }
    static func keyFile(_ name: ProviderName) -> ConfigurationKey { Self("\(name.rawValue).api-key-file") }

    /// All keys.
    static let all =
        [language, units] + unitsOfQuantities + [refreshInterval, staleAfter, providers, contact, preciseLocation]
        + [clock, dateOrder, icons, colors, theme, shortFormat, shortAlternate, shortAlt, shortTooltip]
        + [shortUnavailable, tray, trayIcon]
        + [hot, cold, wet, windy]
        + reactions + [alertReaction] + alertFilter + [commandDeadline] + thresholds + [briefTime, briefReaction]
        + [city, locationSources, latitude, longitude, elevation, locationName, gazetteer]
        + [alertsProviders, airProviders, airScale, normals, ensemble]
        + [currentSource, currentStations, nowcast, stationFile, stationCommand]
        + [certificateAuthorities, proxy, proxyExceptions, metered, battery, locked]
        + urls + keyFiles + [openWeatherMapOneCall, pirateWeatherBudget, openMeteoModels]
}

/// The keys of a threshold, whose table has a name of the user's choice: `threshold.black-ice.when`.
enum ThresholdKey: String, CaseIterable {
    case rule = "when"
    case reaction = "do"
    case hysteresis
    case within

    fileprivate var kind: ConfigurationKey.Kind {
        switch self {
        case .rule, .within: .text
        case .reaction: .reaction
        case .hysteresis: .number
        }
    }
}

extension ConfigurationKey {
    private static let thresholdTable = "threshold"

    /// Placeholder for the name in the key list.
    private static let anyName = "NAME"

    static func threshold(_ key: ThresholdKey, of name: String) -> Self {
        Self("\(thresholdTable).\(name).\(key.rawValue)", key.kind)
    }

    static let thresholds = ThresholdKey.allCases.map { threshold($0, of: anyName) }

    static let thresholdNames = "a threshold's name must consist of 1 to 40 lower-case letters, digits and hyphens"

    /// The key with this name, including threshold keys; nil if there is none.
    static func named(_ path: String) -> Self? {
        if let key = all.first(where: { $0.description == path }) { return thresholds.contains(key) ? nil : key }
        let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == thresholdTable, isName(parts[1]) else { return nil }
        return ThresholdKey(rawValue: parts[2]).map { threshold($0, of: parts[1]) }
    }

    /// Whether it is a table with keys.
    static func isTable(_ path: String) -> Bool {
        thresholdName(ofTable: path).map(isName) ?? all.contains { $0.description.hasPrefix(path + ".") }
    }

    /// Whether it is the table of a threshold with an invalid name.
    static func isMisnamedThreshold(_ path: String) -> Bool {
        thresholdName(ofTable: path).map { !isName($0) } ?? false
    }

    /// The names of the keys and tables directly in a table.
    static func names(below table: String) -> [String] {
        let prefix = table.isEmpty ? "" : table + "."
        let pattern = thresholdName(ofTable: table) == nil ? prefix : "\(thresholdTable).\(anyName)."
        var names: [String] = []
        for key in all.map(\.description) where key.hasPrefix(pattern) {
            let name = String(key.dropFirst(pattern.count).prefix { $0 != "." })
            if !names.contains(name) { names.append(name) }
        }
        return names.map { prefix + $0 }
    }

    /// `black-ice` for `threshold.black-ice`; nil for another table.
    private static func thresholdName(ofTable path: String) -> String? {
        let prefix = thresholdTable + "."
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
    }

    /// The threshold that the key belongs to; nil for none.
    var thresholdName: String? {
        let parts = components
        return parts.count == 3 && parts[0] == Self.thresholdTable ? parts[1] : nil
    }

    private static func isName(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
            }
    }

    /// The keys of thresholds that variables set: `WEATHERD_THRESHOLD_BLACK_ICE_WHEN`.
    static func thresholds(in variables: some Sequence<String>) -> [Self] {
        let prefix = "\(variablePrefix)\(thresholdTable.uppercased())_"
        return variables.compactMap { variable in
            guard variable.hasPrefix(prefix), let end = variable.lastIndex(of: "_") else { return nil }
            let name = variable[..<end].dropFirst(prefix.count).lowercased().map { $0 == "_" ? "-" : $0 }
            let key = named("\(thresholdTable).\(String(name)).\(variable[end...].dropFirst().lowercased())")
            return key?.environmentVariable == variable ? key : nil
        }
    }
}

extension ConfigurationKey {
    /// The keys that a file with this key replaces in earlier files, since they would contradict it: a place is one value, and
    /// a text replaces a table.
    var displaced: [Self] {
        switch self {
        case .city, .latitude, .longitude: [.city, .latitude, .longitude, .elevation, .locationName]
        case .alert: [.alertReaction] + Self.alertFilter
        case .alertReaction: [.alert]
        case .stationFile: [.stationCommand]
        case .stationCommand: [.stationFile]
        default: []
        }
    }
}
