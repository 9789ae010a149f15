public import Almanac
public import ClientProtocol
import Languages
public import Weather

/// Whether the daemon serves clients on the user's session bus.
public enum SessionBusState: Sendable, Hashable {
    case served
    /// There is no bus, or it does not answer.
    case absent
    /// Another program owns the name.
    case taken
}

/// Whether a panel shows the tray item.
public enum TrayState: Sendable, Hashable {
    /// Not enabled.
    case off
    /// No program on the session bus collects tray items, or there is no bus.
    case noWatcher
    /// The program that collects them has rejected the item, with this sentence.
    case rejected(String)
    /// No panel has read the item.
    case noPanel
    case shown
}

/// The daemon's own state, from which `doctor` derives its diagnostics.
public struct DaemonHealth: Sendable, Hashable {
    /// A forecast provider, and the result of probing it.
    public struct Service: Sendable, Hashable {
        /// The provider's id, as in config.toml.
        public var provider: String
        public var host: String
        /// The proxy, as `host:port`; nil for none.
        public var proxy: String?
        /// Whether the URL begins with http://.
        public var isPlain: Bool
        public var outcome: Result<Answer, FetchFailure>

        var scheme: String { isPlain ? "http" : "https" }
        var hasFailed: Bool { if case .failure = outcome { true } else { false } }

        public init(
            provider: String, host: String, proxy: String? = nil, isPlain: Bool = false,
            outcome: Result<Answer, FetchFailure>
        ) {
            self.provider = provider
            self.host = host
            self.proxy = proxy
            self.isPlain = isPlain
            self.outcome = outcome
        }
    }

    /// The service replied, with any content.
    public struct Answer: Sendable, Hashable {
        public var milliseconds: Int
        /// How far this machine's clock is ahead of the service's, seconds; nil when unknown.
        public var clockLead: Int?

        public init(milliseconds: Int, clockLead: Int? = nil) {
            self.milliseconds = milliseconds
            self.clockLead = clockLead
        }
    }

    /// The status of the current place.
    public var status: DaemonStatus
    /// Whether the location is automatic.
    public var isAutomatic: Bool
    /// Whether the location is still being determined.
    public var isBeingLocated: Bool
    /// The providers in order of preference; empty for sample data.
    public var services: [Service]
    /// The gazetteer file in use.
    public var gazetteer: GazetteerStatus
    /// Why the country borders cannot be used; nil if they can.
    public var borders: GazetteerError?
    /// The sandbox of the workers; nil when none has started.
    public var sandbox: WorkerSandbox?
    /// Why tzdata's time zones cannot be used; nil if they can.
    public var timeZoneProblem: TimeZoneError?
    /// The paths of former settings files that exceeded the limits.
    public var fullSettings: [String]
    /// Whether logind announces sleep.
    public var followsSleep: Bool
    /// Whether desktop extensions can get the weather.
    public var sessionBus: SessionBusState
    /// Whether a panel shows the tray item.
    public var tray: TrayState
    /// Whether the system bus responds, on which a metered connection, the battery and the session are reported.
    public var hasSystemBus: Bool
    /// The environment variables that override config.toml, by key: `["location.latitude":
    /// "WEATHERD_LOCATION_LATITUDE"]`.
    public var variables: [String: String]
    /// The locale, if weatherd has no translation for its language and texts are therefore in English; nil if it has one, or a
    /// language is configured.
    public var unsupportedLocale: String?

    public init(
        status: DaemonStatus, isAutomatic: Bool = false, isBeingLocated: Bool = false, services: [Service] = [],
        gazetteer: GazetteerStatus, borders: GazetteerError? = nil, sandbox: WorkerSandbox? = nil,
        timeZoneProblem: TimeZoneError? = nil, fullSettings: [String] = [], followsSleep: Bool = true,
        sessionBus: SessionBusState = .served, tray: TrayState = .off, hasSystemBus: Bool = true,
        variables: [String: String] = [:],
        unsupportedLocale: String? = nil
    ) {
        self.status = status
        self.isAutomatic = isAutomatic
        self.isBeingLocated = isBeingLocated
        self.services = services
        self.gazetteer = gazetteer
        self.borders = borders
        self.sandbox = sandbox
        self.timeZoneProblem = timeZoneProblem
        self.fullSettings = fullSettings
        self.followsSleep = followsSleep
        self.sessionBus = sessionBus
        self.tray = tray
        self.hasSystemBus = hasSystemBus
        self.variables = variables
        self.unsupportedLocale = unsupportedLocale
    }
}

extension DaemonHealth {
    /// The results of all checks, with advice.
    public var findings: [Diagnostic] {
        [
            place, timeZones, language, settings, formerSettings, places, countries, workerSandbox, sleep, saving,
            desktops, trayItem,
            network,
        ].compactMap(\.self)
            + services.map(provider)
            + status.leftOut.map(leftOut) + [providerOrder, clock, weather].compactMap(\.self)
    }

    private var configuration: ConfigurationPlace { ConfigurationPlace(variables: variables) }

    // MARK: - Place

    /// Unreadable settings must be restored, not replaced.
    private var choose: String {
        if case .unreadable = status.settingsProblem {
            return "restore the settings first, since they may contain your place"
        }
        return "set yours with: weatherctl set-location CITY"
    }

    private var place: Diagnostic {
        let reasons = LocationSource.allCases.compactMap { source in
            status.locationFailures[source].map { $0.sentence(of: source) }
        }.joined(separator: "; ")
        guard let place = status.place else {
            if isBeingLocated { return Diagnostic(.note, "place", "being detected") }
            guard isAutomatic else {
                return Diagnostic(.wrong, "place", "not set, and automatic location is off", advice: choose)
            }
            return Diagnostic(.wrong, "place", "could not be detected: \(reasons)", advice: choose)
        }
        let found = "\(PlaceSentence.described(place)), \(origin)"
        let isApproximate = status.locationSource == .timeZone
        guard isAutomatic, isApproximate || !reasons.isEmpty else { return Diagnostic(.ok, "place", found) }
        return Diagnostic(
            .note, "place", reasons.isEmpty ? found : "\(found); \(reasons)",
            advice: "if it is wrong, \(choose)")
    }

    private var origin: String {
        switch status.locationSource {
        case .weatherctl: "set by weatherctl"
        // In the environment, the city takes precedence over the coordinates.
        case .configuration:
            "from \(configuration.source(of: variables["location"] == nil ? "location.latitude" : "location"))"
        case .geoClue: "from GeoClue"
        case .timeZone: "from the time zone, which is approximate"
        case .ip: "from the IP address"
        case .favourite, .request, .none: "as requested"
        }
    }

    private var timeZones: Diagnostic? {
        if let timeZoneProblem {
            return Diagnostic(.wrong, "time zones", timeZoneProblem.fault, advice: "install the package tzdata")
        }
        guard let zone = status.timeZone, (try? TimeZoneDatabase.system.zone(named: zone)) == nil else { return nil }
        return Diagnostic(
            .note, "time zones", "tzdata does not contain \(zone.plain(limit: 40)), so times of this place are in UTC",
            advice: "update the package tzdata")
    }

    private var language: Diagnostic? {
        unsupportedLocale.map { locale in
            Diagnostic(
                .note, "language",
                "there is no translation for \(locale.plain(limit: 40)), so everything is in English",
                advice: "to use another language, set \(configuration.key("language")) to one of "
                    + LanguageSentence.accepted)
        }
    }

    // MARK: - Files

    private var settings: Diagnostic {
        guard let problem = status.settingsProblem else {
            let count = status.favourites
            return Diagnostic(.ok, "settings", "in force, with \(count == 1 ? "1 favourite" : "\(count) favourites")")
        }
        let (found, advice) = problem.finding
        // The other settings are in effect.
        if case .excess = problem { return Diagnostic(.note, "settings", found, advice: advice) }
        return Diagnostic(.wrong, "settings", found, advice: advice)
    }

    private var formerSettings: Diagnostic? {
        guard let path = fullSettings.last else { return nil }
        let others = fullSettings.count == 1 ? "" : " and \(fullSettings.count - 1) more"
        return Diagnostic(
            .note, "settings", "the former ones, which exceed the limits, are in \(path.plain(limit: 160))\(others)",
            advice: "if you do not need them, remove the file")
    }

    private var places: Diagnostic {
        let path = (gazetteer.path ?? "").plain(limit: 160)
        let key = configuration.key("location.gazetteer")
        switch gazetteer {
        case .complete:
            return Diagnostic(.ok, "gazetteer", "city search: available, using \(path)")
        case .citiesOnly(_, .notInstalled):
            return Diagnostic(
                .note, "gazetteer", "city search: only the largest cities, using \(path)",
                advice: "for smaller places, install the package weatherd-places")
        case .citiesOnly(_, let error):
            return Diagnostic(
                .wrong, "gazetteer", "\(error.fault); city search: only the largest cities, using \(path)",
                advice: error.remedy(key: key))
        case .unusable(let error):
            return Diagnostic(.wrong, "gazetteer", error.fault, advice: error.remedy(key: key))
        }
    }

    /// The problem of the borders; nil if they can be used, or if the gazetteer cannot be used at all.
    private var countries: Diagnostic? {
        guard let borders, gazetteer.isUsable else { return nil }
        return Diagnostic(
            .wrong, "borders", "\(borders.fault); near a border, the nearest town decides which country a place is in",
            advice: "reinstall weatherd")
    }

    private var workerSandbox: Diagnostic? {
        sandbox.map { Diagnostic($0.isComplete ? .ok : .note, "worker sandbox", $0.sentence) }
    }

    private var sleep: Diagnostic? {
        guard !followsSleep else { return nil }
        return Diagnostic(
            .note, "sleep",
            "not announced, since logind does not respond on the system bus; weatherd notices it afterwards",
            advice: "start the system bus and logind or elogind; weatherd detects them with the next refresh")
    }

    private var desktops: Diagnostic? {
        switch sessionBus {
        case .served: nil
        case .absent:
            Diagnostic(
                .note, "session bus",
                "not found, so desktop extensions and D-Bus clients get no weather; status bars and weatherctl do",
                advice:
                    "if you use such clients, install dbus-user-session; weatherd detects the bus at the next refresh"
            )
        case .taken:
            Diagnostic(
                .note, "session bus",
                "another program owns org.weatherd.Weather1, so desktop extensions show its weather",
                advice: "stop the other weatherd; 'busctl --user status org.weatherd.Weather1' shows its process")
        }
    }

    private var trayItem: Diagnostic? {
        // Without a bus, the previous finding explains it.
        guard tray != .off, sessionBus != .absent else { return nil }
        let remove = "or remove enabled from [tray] in config.toml"
        return switch tray {
        case .off: nil
        case .shown: Diagnostic(.ok, "tray", "a panel on the session bus shows the item")
        case .noWatcher:
            Diagnostic(
                .note, "tray",
                "not shown: no panel on the session bus has a tray (no program owns org.kde.StatusNotifierWatcher)",
                advice: "add the tray to your panel, \(remove); weatherd notices a tray when it starts")
        case .noPanel:
            Diagnostic(
                .note, "tray", "registered, but no panel has read the item",
                advice: "check that the tray of your panel does not hide it, \(remove)")
        case .rejected(let sentence):
            Diagnostic(
                .note, "tray", "the tray has rejected the item: \(sentence.plain(limit: 160))",
                advice: "restart the panel, \(remove)")
        }
    }

    /// What is fetched less at present, or why it is not known whether to do so.
    private var saving: Diagnostic? {
        guard hasSystemBus else {
            return Diagnostic(
                .note, "saving",
                "not possible: without a system bus, a metered connection, low battery or locked session cannot be detected",
                advice: "start the system bus; weatherd detects it at the next refresh")
        }
        return status.saving.sentence.map { sentence in
            Diagnostic(
                .ok, "saving", sentence,
                advice: "for the usual intervals, set metered, battery or locked under [network] to \"normal\"")
        }
    }

    // MARK: - Network

    private var network: Diagnostic? {
        guard !services.isEmpty else { return nil }
        guard status.network else {
            return Diagnostic(
                .wrong, "network", "no route to \(services[0].host.plain(limit: 80))",
                advice: "connect this machine; weatherd detects that within 5 seconds")
        }
        let proxy = services[0].proxy.map { " through proxy \($0.plain(limit: 80))" } ?? ""
        return Diagnostic(.ok, "network", "route to \(services[0].host.plain(limit: 80))\(proxy) available")
    }

    private func provider(_ service: Service) -> Diagnostic {
        let name = service.provider.plain(limit: 40)
        switch service.outcome {
        case .failure(.noNetwork):
            return Diagnostic(.skipped, name, "not checked, since there is no network")
        case .failure(let failure):
            return failure.finding(name, scheme: service.scheme, in: configuration)
        case .success(let answer):
            let answers = "\(service.host.plain(limit: 80)) responded in \(answer.milliseconds) ms"
            if let backoff = status.backingOff.first(where: {
                $0.kind == .forecast && $0.provider.id == service.provider
            }) {
                let time = status.readerTime(backoff.until)
                return backoff.failure.finding(
                    name, "\(answers), backing off until \(time): ", scheme: service.scheme, in: configuration)
            }
            // The last request was sent to the first provider; the others are fallbacks.
            if service == services.first, let failure = status.lastFailure, !failure.isOffline {
                return failure.finding(name, "\(answers), but ", scheme: service.scheme, in: configuration)
            }
            return Diagnostic(.ok, name, answers)
        }
    }

    private func leftOut(_ provider: DaemonStatus.LeftOutProvider) -> Diagnostic {
        Diagnostic(
            .wrong, provider.provider.plain(limit: 40), "not used: \(provider.reason.plain(limit: 400))",
            advice: "after fixing the cause: systemctl --user reload weatherd")
    }

    private var providerOrder: Diagnostic? {
        status.ranking.map { ranking in
            Diagnostic(
                .ok, "provider order", ranking.sentence,
                advice: ranking.order.count == 1 ? "set contact in config.toml to include met-norway" : nil)
        }
    }

    // MARK: - Time and weather

    /// The maximum difference between synchronized clocks, including the delay of replies, seconds.
    private static let clockTolerance = 60

    private var clock: Diagnostic? {
        let leads = services.compactMap { service -> Int? in
            if case .success(let answer) = service.outcome { answer.clockLead } else { nil }
        }
        // A single server's clock may be wrong; it is unlikely that all are.
        guard let lead = leads.min(by: { $0.magnitude < $1.magnitude }) else { return nil }
        guard lead.magnitude > Self.clockTolerance else {
            return Diagnostic(.ok, Diagnostic.clock, "matches the weather service's")
        }
        let difference = Age(seconds: Int(lead.magnitude)).text(in: Language.english.words)
        return Diagnostic(
            .wrong, Diagnostic.clock, "is \(difference) \(lead > 0 ? "ahead of" : "behind") the weather service's",
            advice: "sudo timedatectl set-ntp true")
    }

    private var weather: Diagnostic {
        guard status.place != nil else {
            return Diagnostic(.skipped, "weather", "not checked, since there is no place")
        }
        let age = status.age.map { Age(seconds: $0).text(in: Language.english.words) + " old" } ?? ""
        let source =
            switch status.provider {
            case nil: ""
            case let provider? where provider.isSample: ", sample data (\(configuration.key("providers")))"
            case let provider?: ", from \(provider.name.plain(limit: 40))"
            }
        switch status.freshness {
        case .fresh:
            return Diagnostic(.ok, "weather", age + source)
        case .stale, .expired:
            let saving = status.saving.isOnRequest ? status.saving.sentence : nil
            let reason = (status.lastFailure?.sentence ?? saving.map { "fetched \($0)" }).map { "; \($0)" } ?? ""
            return Diagnostic(
                .note, "weather", "\(status.freshness.rawValue), \(age)\(source)\(reason)",
                advice: "after fixing the cause: weatherctl refresh --wait")
        case .none:
            guard let failure = status.lastFailure else {
                return Diagnostic(.note, "weather", "none yet; being fetched")
            }
            // The provider's own diagnostic has reported the cause already.
            let isExplained = services.contains { $0.hasFailed }
            return Diagnostic(
                isExplained ? .note : .wrong, "weather", "none yet: \(failure.sentence)",
                advice: "after fixing the cause: weatherctl refresh --wait")
        }
    }
}

extension FetchFailure {
    /// The diagnostic for a failed fetch, with advice.
    ///
    /// - Parameters:
    ///   - beginning: text before the sentence.
    ///   - scheme: the scheme of the service's URL: `https`.
    func finding(
        _ subject: String, _ beginning: String = "", scheme: String, in configuration: ConfigurationPlace
    ) -> Diagnostic {
        Diagnostic(
            traits.isTemporary ? .note : .wrong, subject, beginning + sentence, advice: advice(configuration, scheme))
    }

    private func advice(_ configuration: ConfigurationPlace, _ scheme: String) -> String {
        switch self {
        case .noNetwork:
            "connect this machine; weatherd detects that"
        case .hostNotFound(let host):
            "check name resolution with: getent hosts \(host.name)"
        case .noRoute(let host, _), .unreachable(let host, _), .timedOut(let host, _):
            "check the connection with: curl -sS -o /dev/null \(scheme)://\(host.plain(limit: 80)) ; behind a proxy, set "
                + configuration.key("network.proxy")
        case .proxyFailed:
            "check the proxy, and \(configuration.key("network.proxy")); weatherd detects when it works again"
        case .proxyRefused:
            "correct the user and the password in \(configuration.key("network.proxy")), then: systemctl --user "
                + "\(configuration.variables["network.proxy"] == nil ? "reload" : "restart") weatherd"
        case .webPage:
            "sign in to the network, whose page was probably the response; otherwise put another provider first "
                + "(\(configuration.key("providers"))), then: systemctl --user \(again(configuration)) weatherd"
        case .serviceFailed where code == .signInRequired:
            "sign in to the network, for example by opening http://example.org in a browser; weatherd detects that"
        case .untrusted:
            "check the clock, and sign in to the network if required; for a private certificate authority, set "
                + configuration.key("network.ca-file")
        case .rateLimited, .budgetSpent:
            "retrying automatically; use a longer refresh-interval or fewer favourites to send fewer requests"
        case .serviceFailed:
            "retrying automatically; add a second provider as a fallback to \(configuration.key("providers"))"
        case .interrupted:
            "retrying automatically; if it happens again, see journalctl --user -u weatherd and report the crash"
        case .keyRefused:
            "put a valid key into the configured key file, then: systemctl --user reload weatherd"
        case .settingRefused(_, let setting, _):
            "correct \(configuration.key(setting.plain(limit: 80))), then: systemctl --user \(again(configuration)) weatherd"
        case .notCovered:
            "add a provider that covers the place, such as open-meteo, to \(configuration.key("providers")), then: "
                + "systemctl --user \(again(configuration)) weatherd"
        case .refused, .malformed, .unreadableWarnings, .tooLarge, .tooComplex:
            "put another provider first (\(configuration.key("providers"))), then: systemctl --user \(again(configuration)) "
                + "weatherd; a newer weatherd may be required"
        case .worker(let failure):
            failure.advice
        }
    }

    /// Environment variables need a restart: a running daemon keeps its environment.
    private func again(_ configuration: ConfigurationPlace) -> String {
        configuration.variables["providers"] == nil ? "reload" : "restart"
    }
}

extension String {
    /// The host without its port.
    fileprivate var name: String { plain(limit: 80).split(separator: ":").first.map(String.init) ?? "" }
}

/// Where configuration values are set: in the environment, which takes precedence, or in config.toml.
struct ConfigurationPlace {
    /// The environment variables that override config.toml, by key.
    var variables: [String: String]

    /// Where to change a key: `providers in config.toml`, or `WEATHERD_PROVIDERS`.
    func key(_ key: String) -> String {
        variables[key].map { $0.plain(limit: 80) } ?? "\(key) in config.toml"
    }

    /// The source of a key's value: `config.toml`, or `WEATHERD_PROVIDERS`.
    func source(of key: String) -> String {
        variables[key].map { $0.plain(limit: 80) } ?? "config.toml"
    }
}
