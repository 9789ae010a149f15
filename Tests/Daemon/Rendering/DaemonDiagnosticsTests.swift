import Almanac
import ClientProtocol
import Rendering
import Testing
import Weather

@testable import Languages

/// The problems that the daemon finds in its own state.
@Suite struct DaemonDiagnosticsTests {
    private static let host = "api.open-meteo.com"
    private static let gazetteer = "/usr/share/weatherd/gazetteer.sqlite"
    private static let cities = "/usr/share/weatherd/cities.sqlite"

    /// A daemon without problems.
    private func health() throws -> DaemonHealth {
        let scene = try Montevideo.scene()
        let status = DaemonStatus(
            place: scene.place, locationSource: .geoClue, favourites: 2, provider: openMeteo, freshness: .fresh,
            fetchedAt: scene.report?.fetchedAt, age: 240, version: "0.1.0", timeZone: "America/Montevideo",
            readerZone: "Europe/Oslo")
        return DaemonHealth(
            status: status, isAutomatic: true,
            services: [
                .init(
                    provider: "open-meteo", host: Self.host, outcome: .success(.init(milliseconds: 80, clockLead: 1)))
            ], gazetteer: .complete(path: Self.gazetteer))
    }

    private func finding(_ subject: String, of health: DaemonHealth) throws -> Diagnostic {
        try #require(health.findings.first { $0.subject == subject })
    }

    @Test func healthyDaemonHasNoProblems() throws {
        #expect(
            try health().findings == [
                Diagnostic(.ok, "place", "Montevideo (34.9°S 56.16°W), from GeoClue"),
                Diagnostic(.ok, "settings", "in force, with 2 favourites"),
                Diagnostic(.ok, "gazetteer", "city search: available, using \(Self.gazetteer)"),
                Diagnostic(.ok, "network", "route to api.open-meteo.com available"),
                Diagnostic(.ok, "open-meteo", "api.open-meteo.com responded in 80 ms"),
                Diagnostic(.ok, "clock", "matches the weather service's"),
                Diagnostic(.ok, "weather", "4 min old, from Open-Meteo"),
            ])
    }

    @Test func unusableBordersAreReported() throws {
        var health = try health()
        #expect(!health.findings.contains { $0.subject == "borders" })
        health.borders = .missing(path: "/usr/share/weatherd/borders.dat")
        #expect(
            try finding("borders", of: health)
                == Diagnostic(
                    .wrong, "borders",
                    "there is no /usr/share/weatherd/borders.dat; near a border, the nearest town decides which country a place is in",
                    advice: "reinstall weatherd"))
        health.borders = .damaged(path: "/b", reason: "x")
        #expect(try finding("borders", of: health).found.hasPrefix("/b is damaged (x); near a border"))
        // Without any places, there is no nearest town.
        health.gazetteer = .unusable(.notInstalled(path: "/nowhere"))
        #expect(!health.findings.contains { $0.subject == "borders" })
    }

    @Test func workerSandboxIsReported() throws {
        var health = try health()
        #expect(!health.findings.contains { $0.subject == "worker sandbox" }, "no worker has started")
        health.sandbox = WorkerSandbox(landlock: .inForce(version: 4), seccomp: .inForce(version: 1))
        #expect(
            try finding("worker sandbox", of: health)
                == Diagnostic(.ok, "worker sandbox", "seccomp and Landlock (ABI 4)"))
        health.sandbox?.landlock = .unavailable(systemError: 38)
        #expect(
            try finding("worker sandbox", of: health)
                == Diagnostic(.note, "worker sandbox", "seccomp only: this kernel has no Landlock"))
    }

    @Test func formerSettingsAreNamed() throws {
        var health = try health()
        health.fullSettings = ["/s/settings.json.full-1"]
        #expect(
            health.findings.filter { $0.subject == "settings" } == [
                Diagnostic(.ok, "settings", "in force, with 2 favourites"),
                Diagnostic(
                    .note, "settings", "the former ones, which exceed the limits, are in /s/settings.json.full-1",
                    advice: "if you do not need them, remove the file"),
            ])
        health.fullSettings.append("/s/settings.json.full-2")
        #expect(health.findings.contains { $0.found.hasSuffix("are in /s/settings.json.full-2 and 1 more") })
    }

    @Test func missingLogindIsReported() throws {
        var health = try health()
        health.followsSleep = false
        let finding = try finding("sleep", of: health)
        #expect(finding.state == .note && finding.found.hasPrefix("not announced, since logind does not respond"))
    }

    @Test func trayIsReportedOnlyWhenItIsOn() throws {
        var health = try health()
        #expect(!health.findings.contains { $0.subject == "tray" })
        for (state, isFine, beginning) in [
            (TrayState.shown, true, "a panel on the session bus shows the item"),
            (.noWatcher, false, "not shown: no panel on the session bus has a tray"),
            (.noPanel, false, "registered, but no panel has read the item"),
            (.rejected("too many\nitems"), false, "the tray has rejected the item: too many items"),
        ] {
            health.tray = state
            let finding = try finding("tray", of: health)
            #expect(finding.found.hasPrefix(beginning) && (finding.advice == nil) == isFine, "\(finding)")
        }
        // The bus is the reason then.
        health.sessionBus = .absent
        #expect(!health.findings.contains { $0.subject == "tray" })
    }

    @Test func sessionBusIsReportedOnlyWithoutService() throws {
        var health = try health()
        #expect(!health.findings.contains { $0.subject == "session bus" })
        health.sessionBus = .absent
        #expect(try finding("session bus", of: health).found.hasPrefix("not found, so desktop extensions"))
        health.sessionBus = .taken
        let finding = try finding("session bus", of: health)
        #expect(finding.state == .note && finding.found.hasPrefix("another program owns org.weatherd.Weather1"))
    }

    @Test func savingIsReported() throws {
        var health = try health()
        var device = DeviceState()
        device.savesPower = true
        health.status.saving = SavingMode(device, isUsed: true)
        let finding = try finding("saving", of: health)
        #expect(finding.state == .ok && finding.found == "hourly (battery saver)")
        health.hasSystemBus = false
        let unknown = try self.finding("saving", of: health)
        #expect(unknown.state == .note && unknown.found.hasPrefix("not possible: without a system bus"))
    }

    /// Old weather is explained if it is only fetched on request.
    @Test func weatherOnRequestIsExplained() throws {
        var health = try health()
        var device = DeviceState()
        device.isMetered = true
        var settings = SavingSettings()
        settings.metered = .off
        health.status.saving = SavingMode(device, isUsed: true, settings)
        health.status.freshness = .stale
        let finding = try finding("weather", of: health)
        #expect(
            finding.found == "stale, 4 min old, from Open-Meteo; fetched only on request (metered connection)")
    }

    // MARK: - Location

    @Test func missingTzdataIsReported() throws {
        var health = try health()
        health.timeZoneProblem = .unknown
        let finding = try finding("time zones", of: health)
        #expect(finding.state == .wrong && finding.advice == "install the package tzdata")
        #expect(finding.found.hasSuffix("or UTC; tzdata is not installed"))
        for (problem, reason) in [
            (TimeZoneError.unreadable(reason: 13), "tzdata cannot be read: Permission denied"),
            (.damaged(.truncated), "the files of tzdata are damaged"),
        ] {
            health.timeZoneProblem = problem
            #expect(try self.finding("time zones", of: health).found.hasSuffix(reason))
            #expect(problem.sentence.hasPrefix("time zones are unknown, "))
        }
    }

    @Test func unknownTimeZoneIsReported() throws {
        var health = try health()
        health.status.timeZone = "Mars/Olympus"
        let finding = try finding("time zones", of: health)
        #expect(finding.state == .note && finding.advice == "update the package tzdata")
        #expect(finding.found == "tzdata does not contain Mars/Olympus, so times of this place are in UTC")
    }

    @Test func missingLocationIsReported() throws {
        var health = try health()
        (health.status.place, health.status.locationSource) = (nil, .none)
        health.status.locationFailures = [.geoClue: .notInstalled, .timeZone: .noPlace(timeZone: "UTC")]
        let finding = try finding("place", of: health)
        #expect(finding.state == .wrong)
        #expect(finding.found.hasPrefix("could not be detected: GeoClue is not installed; "), "\(finding)")
        #expect(finding.advice == "set yours with: weatherctl set-location CITY")
        #expect(try self.finding("weather", of: health).state == .skipped)

        health.isBeingLocated = true
        #expect(try self.finding("place", of: health).state == .note)
        (health.isBeingLocated, health.isAutomatic) = (false, false)
        #expect(try self.finding("place", of: health).found == "not set, and automatic location is off")
    }

    @Test func geoClueDenialIsReported() throws {
        var health = try health()
        health.status.locationSource = .timeZone
        health.status.locationFailures = [.geoClue: .refused(reason: "Agent rejected 'weatherd'")]
        let finding = try finding("place", of: health)
        #expect(finding.state == .note)
        #expect(
            finding.found.contains(", from the time zone, which is approximate; GeoClue denied weatherd access"))
        #expect(finding.advice?.hasSuffix("weatherctl set-location CITY") == true)
        // Also before GeoClue has denied it.
        health.status.locationFailures = [:]
        let early = try self.finding("place", of: health)
        #expect(early.state == .note && early.found.hasSuffix(", from the time zone, which is approximate"))
    }

    // MARK: - Network

    @Test func missingNetworkIsReported() throws {
        var health = try health()
        health.status.network = false
        health.services[0].outcome = .failure(.noNetwork)
        #expect(try finding("network", of: health).state == .wrong)
        #expect(try finding("network", of: health).advice?.hasPrefix("connect this machine") == true)
        // Consequences are not reported as further problems.
        #expect(try finding("open-meteo", of: health).state == .skipped)
        #expect(health.findings.filter { $0.state == .wrong }.count == 1)
    }

    @Test func proxyIsNamed() throws {
        var health = try health()
        health.services[0].proxy = "proxy.example.org:3128"
        #expect(try finding("network", of: health).found.hasSuffix(" through proxy proxy.example.org:3128 available"))
    }

    /// Results of probes, and the diagnostics for them.
    @Test(
        arguments: [
            (.hostNotFound(host: "\(host):8080"), .wrong, "cannot resolve", "getent hosts \(host)"),
            (.unreachable(host: host, reason: "connection refused"), .wrong, "connection refused", "curl "),
            (.timedOut(host: host, seconds: 5), .wrong, "did not answer within 5 s", "network.proxy"),
            (
                .untrusted(host: host, reason: "its certificate expired"), .wrong, "TLS verification failed",
                "network.ca-file"
            ),
        ] as [(FetchFailure, Diagnostic.State, String, String)])
    func connectionFailureHasAdvice(failure: FetchFailure, state: Diagnostic.State, found: String, advice: String)
        throws
    {
        var health = try health()
        health.services[0].outcome = .failure(failure)
        (health.status.freshness, health.status.lastFailure) = (.none, failure)
        let finding = try finding("open-meteo", of: health)
        #expect(finding.state == state && finding.found.contains(found), "\(finding)")
        #expect(finding.advice?.contains(advice) == true, "\(finding)")
        #expect(health.findings.filter { $0.state == .wrong }.count == 1)
    }

    /// A service that answers, but provides no weather.
    @Test(
        arguments: [
            (
                .rateLimited(host: host, reason: nil, retryAfter: 600), .note, "rate-limited the request",
                "retrying automatically"
            ),
            (
                .serviceFailed(host: host, status: 503, reason: nil, retryAfter: nil), .note, "HTTP 503",
                "retrying automatically"
            ),
            (.budgetSpent(host: host, limit: 1000, retryAfter: nil), .note, "been reached", "retrying automatically"),
            (.refused(host: host, status: 400, reason: nil), .wrong, "rejected the request", "providers"),
            (.keyRefused(host: host, reason: nil), .wrong, "rejected the API key", "reload weatherd"),
            (
                .settingRefused(host: host, setting: "open-meteo.models", reason: "no model xyz"), .wrong,
                "rejected the setting open-meteo.models: no model xyz", "correct open-meteo.models"
            ),
            (.notCovered(host: host, reason: nil), .wrong, "does not cover this place", "open-meteo"),
            (.malformed(host: host, reason: "no JSON"), .wrong, "returned an invalid response", "providers"),
            (.webPage(host: host), .wrong, "a web page, not JSON", "sign in to the network"),
            (
                .serviceFailed(host: host, status: 511, reason: nil, retryAfter: nil), .wrong, "HTTP 511",
                "sign in to the network"
            ),
        ] as [(FetchFailure, Diagnostic.State, String, String)])
    func serviceRejectionHasAdvice(failure: FetchFailure, state: Diagnostic.State, found: String, advice: String) throws
    {
        var health = try health()
        health.status.lastFailure = failure
        let asked = try finding("open-meteo", of: health)
        #expect(asked.state == state && asked.found.contains("responded in 80 ms, but "), "\(asked)")
        #expect(asked.found.contains(found) && asked.advice?.contains(advice) == true, "\(asked)")

        // The same holds while a provider backs off after it.
        health.status.lastFailure = nil
        let until = try #require(health.status.fetchedAt).advanced(by: 600)
        health.status.backingOff = [BackingOffProvider(provider: openMeteo, until: until, failure: failure)]
        let backoff = try finding("open-meteo", of: health)
        #expect(backoff.state == state && backoff.found.contains("backing off until 19:48: "), "\(backoff)")
    }

    // MARK: - Clock, files, weather

    @Test(arguments: [(86_400, "is 24 h ahead of"), (-200_000, "is 2 days behind"), (61, "is 1 min ahead of")])
    func wrongClockIsReported(lead: Int, words: String) throws {
        var health = try health()
        health.services[0].outcome = .success(.init(milliseconds: 80, clockLead: lead))
        let finding = try finding("clock", of: health)
        #expect(finding.state == .wrong && finding.found == "\(words) the weather service's")
        #expect(finding.advice == "sudo timedatectl set-ntp true")
        // The service's clock is wrong if another service confirms ours.
        health.services.append(
            .init(provider: "met-norway", host: "api.met.no", outcome: .success(.init(milliseconds: 9, clockLead: 0))))
        #expect(try self.finding("clock", of: health).state == .ok)
        health.services = []
        #expect(!health.findings.contains { $0.subject == "clock" || $0.subject == "network" })
    }

    @Test func unreadableSettingsAreReported() throws {
        var health = try health()
        health.status.settingsProblem = .unreadable("cannot read /home/a/settings.json: Permission denied")
        let finding = try finding("settings", of: health)
        #expect(finding.state == .wrong && finding.found.hasSuffix("/home/a/settings.json: Permission denied"))
        // A command that would be rejected is not suggested.
        let advice = "restore the settings first, since they may contain your place"
        health.status.locationSource = .timeZone
        #expect(try self.finding("place", of: health).advice == "if it is wrong, \(advice)")
        for isAutomatic in [true, false] {
            (health.status.place, health.isAutomatic) = (nil, isAutomatic)
            #expect(try self.finding("place", of: health).advice == advice)
        }
    }

    @Test func damagedSettingsAreReported() throws {
        var health = try health()
        health.status.settingsProblem = .damaged(
            names: ["settings.json.damaged-17", "settings.copy.json.damaged-17"], directory: "/home/a/state")
        let finding = try finding("settings", of: health)
        #expect(finding.state == .wrong)
        #expect(
            finding.found == "were damaged and have been renamed to settings.json.damaged-17 and "
                + "settings.copy.json.damaged-17 in /home/a/state, so the defaults are used")
        #expect(finding.advice?.hasPrefix("restore them, starting with: weatherctl set-location CITY ; ") == true)
        let line = StatusView.lines(of: health.status, as: .text).first { $0.hasPrefix("settings-error: ") }
        #expect(
            line?.hasPrefix("settings-error: the settings were damaged and have been renamed to settings.json.d")
                == true)
    }

    /// Naming config.toml would mislead users who set the values in the environment.
    @Test func overridingVariableIsNamed() throws {
        var health = try health()
        health.status.locationSource = .configuration
        health.services[0].outcome = .failure(.refused(host: Self.host, status: 400, reason: nil))
        #expect(try finding("place", of: health).found.hasSuffix(", from config.toml"))
        #expect(
            try #require(finding("open-meteo", of: health).advice).hasPrefix(
                "put another provider first (providers in config.toml), then: systemctl --user reload weatherd"))
        health.variables = [
            "location.latitude": "WEATHERD_LOCATION_LATITUDE", "providers": "WEATHERD_PROVIDERS",
        ]
        #expect(try finding("place", of: health).found.hasSuffix(", from WEATHERD_LOCATION_LATITUDE"))
        health.variables["location"] = "WEATHERD_LOCATION"
        #expect(try finding("place", of: health).found.hasSuffix(", from WEATHERD_LOCATION"))
        #expect(
            try #require(finding("open-meteo", of: health).advice).hasPrefix(
                "put another provider first (WEATHERD_PROVIDERS), then: systemctl --user restart weatherd"))
        health.status.provider = Provider(id: "sample", name: "sample data", isSample: true)
        #expect(try finding("weather", of: health).found == "4 min old, sample data (WEATHERD_PROVIDERS)")
    }

    /// A missing weatherd-places is not an error.
    @Test func missingGazetteerIsReported() throws {
        var health = try health()
        health.gazetteer = .citiesOnly(path: Self.cities, .notInstalled(path: Self.gazetteer))
        #expect(
            try finding("gazetteer", of: health)
                == Diagnostic(
                    .note, "gazetteer", "city search: only the largest cities, using \(Self.cities)",
                    advice: "for smaller places, install the package weatherd-places"))
    }

    @Test(arguments: [
        (
            GazetteerError.missing(path: "/nowhere"), "there is no /nowhere",
            "correct location.gazetteer in config.toml, or remove it and install the package weatherd-places"
        ),
        (
            .damaged(path: "/broken", reason: "cut off"), "/broken is damaged (cut off)",
            "install the package weatherd-places again, or name another file as location.gazetteer in config.toml"
        ),
    ])
    func unusableGazetteerIsReported(error: GazetteerError, fault: String, advice: String) throws {
        var health = try health()
        health.gazetteer = .citiesOnly(path: Self.cities, error)
        let found = "\(fault); city search: only the largest cities, using \(Self.cities)"
        #expect(try finding("gazetteer", of: health) == Diagnostic(.wrong, "gazetteer", found, advice: advice))
        health.gazetteer = .unusable(error)
        #expect(try finding("gazetteer", of: health) == Diagnostic(.wrong, "gazetteer", fault, advice: advice))
    }

    @Test func oldOrMissingWeatherIsReported() throws {
        var health = try health()
        (health.status.freshness, health.status.age) = (.stale, 7200)
        #expect(try finding("weather", of: health).found == "stale, 2 h old, from Open-Meteo")
        (health.status.freshness, health.status.age) = (.none, nil)
        #expect(try finding("weather", of: health) == Diagnostic(.note, "weather", "none yet; being fetched"))
        health.status.lastFailure = timeout
        #expect(try finding("weather", of: health).state == .wrong)
    }
}
