import ClientProtocol
import Foundation
import Rendering
import Testing
import Weather

@Suite struct StatusViewTests {
    private func status() throws -> DaemonStatus {
        let scene = try Montevideo.scene()
        var status = DaemonStatus(
            place: scene.place, locationSource: .weatherctl, favourites: 2, provider: openMeteo, freshness: .stale,
            observedAt: scene.report?.observedAt, fetchedAt: scene.report?.fetchedAt,
            issuedAt: try moment("2026-11-21T12:00:00-03:00"), age: 7300,
            nextRefresh: scene.now, network: false, offline: true, lastFailure: timeout, requestsToday: 12,
            requestsByProvider: [
                .init(provider: "open-meteo", count: 10), .init(provider: "met-norway", count: 2),
            ],
            backingOff: [
                BackingOffProvider(provider: openMeteo, until: scene.now.advanced(by: 1380), failure: timeout)
            ],
            version: "0.1.0", timeZone: "America/Montevideo", readerZone: "Europe/Oslo")
        status.warningsProvider = Provider(id: "meteoalarm", name: "MeteoAlarm")
        status.refused = [
            .init(
                place: Place(coordinate: scene.place.coordinate), kind: .air,
                failure: .refused(host: "x", status: 400, reason: "No data is available for this location"))
        ]
        status.missing = [
            DaemonStatus.Gap(.forecast, .failed(part: "the last days", timeout)),
            DaemonStatus.Gap(.forecast, .unknown(UnknownName(parameter: "models", value: "icon_d3"), host: "a.test")),
            DaemonStatus.Gap(.air, .unknown(UnknownName(parameter: "hourly", value: "dust"), host: "b.test")),
        ]
        status.omittedWarnings = OmittedAlerts(unlocated: 2, unreadable: 1)
        return status
    }

    @Test func allKnown() throws {
        #expect(
            try StatusView.lines(of: status(), as: .text) == [
                "place: Montevideo (34.9°S 56.16°W)",
                "location-source: set by weatherctl",
                "located-at: -",
                "location-error: -",
                "favourites: 2",
                "provider: open-meteo",
                "freshness: stale",
                "observed-at: 2026-11-21T15:30:00-03:00",
                "fetched-at: 2026-11-21T15:38:00-03:00",
                "issued-at: 2026-11-21T12:00:00-03:00",
                "age: 2 h",
                "next-refresh: 2026-11-21T15:42:00-03:00",
                "saving: -",
                "network: down",
                "offline: yes",
                "last-error-code: timed-out",
                "last-error: api.open-meteo.com did not answer within 20 s",
                "requests-today: 12",
                "requests-by-provider: open-meteo 10, met-norway 2",
                // In the user's local time, unlike the weather's times.
                "resting-providers: open-meteo until 20:05 (api.open-meteo.com did not answer within 20 s)",
                "refused-places: 34.9°S 56.16°W (air-quality): "
                    + "x rejected the request (HTTP 400): No data is available for this location",
                "left-out-providers: -",
                "missing: the last days (api.open-meteo.com did not answer within 20 s); "
                    + "the model icon_d3 of open-meteo.models (a.test does not know it); "
                    + "dust of air-quality (b.test does not know it)",
                "warnings: meteoalarm, 1 could not be read, 2 with an unknown region not shown",
                "station: -",
                "own-station: -",
                "provider-order: -",
                "settings-error: -",
                "config-files: -",
                "config-keys: -",
                "config-errors: -",
                "unavailable: –",
                "version: 0.1.0",
            ])
    }

    @Test func originOfSettingsIsShown() throws {
        var status = try status()
        status.origin.files = ["/etc/weatherd/config.toml", "/home/ann/.config/weatherd/config.toml"]
        status.origin.keys = [
            ConfiguredKey("icons", .file("/etc/weatherd/config.toml", line: 3)),
            ConfiguredKey("theme", .file("/home/ann/.config/weatherd/config.toml", line: nil)),
            ConfiguredKey("units", .variable("WEATHERD_UNITS")), ConfiguredKey("units.wind", .weatherctl),
        ]
        status.origin.problems = ["/etc/weatherd/config.toml:1: unit: is not a weatherd setting"]
        let lines = StatusView.lines(of: status, as: .text).filter { $0.hasPrefix("config-") }
        let files = "config-files: /etc/weatherd/config.toml, /home/ann/.config/weatherd/config.toml"
        let keys =
            "config-keys: icons (/etc/weatherd/config.toml:3), theme (/home/ann/.config/weatherd/config.toml), "
            + "units (WEATHERD_UNITS), units.wind (set by weatherctl)"
        let errors = "config-errors: /etc/weatherd/config.toml:1: unit: is not a weatherd setting"
        #expect(lines == [files, keys, errors])
        let page = page(status)
        let start = try #require(page.firstIndex(of: "Configuration"))
        let rows = page[start...].prefix(4)
        #expect(rows.dropFirst().first?.hasPrefix("  Config files") == true, "\(page)")
        #expect(rows.last?.hasSuffix(" 1 in /etc/weatherd/config.toml") == true, "\(page)")
        for source in ["in /home/ann/.config/weatherd/config.toml", "in the environment", "set by weatherctl"] {
            #expect(page.contains { $0.hasSuffix(" 1 \(source)") }, "\(page)")
        }
        let json = StatusView.lines(of: status, as: .json)[0]
        for part in [
            #""configFiles":["/etc/weatherd/config.toml","/home/ann/.config/weatherd/config.toml"],"configKeys":["#,
            #"[{"key":"icons","file":"/etc/weatherd/config.toml","line":3,"variable":null},"#,
            #"{"key":"theme","file":"/home/ann/.config/weatherd/config.toml","line":null,"variable":null},"#,
            #"{"key":"units","file":null,"line":null,"variable":"WEATHERD_UNITS"},"#,
            #"{"key":"units.wind","file":null,"line":null,"variable":null}],"#,
            #""configErrors":["/etc/weatherd/config.toml:1: unit: is not a weatherd setting"]"#,
        ] { #expect(json.contains(part), "\(json)") }
    }

    private func page(_ status: DaemonStatus, columns: Int = 80, _ colors: ColorDepth = .none) -> [String] {
        var style = Style()
        (style.width, style.terminal) = (columns, colors)
        return StatusView.lines(of: status, as: .text, in: style)
    }

    /// Times are the user's, values that are unknown or say nothing special are left out.
    @Test func pageForPeople() throws {
        var status = try status()
        status.now = try moment("2026-11-21T15:42:30-03:00")
        status.locatedAt = try moment("2026-11-20T12:00:00-03:00")
        #expect(
            page(status).joined(separator: "\n") == """
                Place
                  Place              Montevideo (34.9°S 56.16°W)
                  Location source    set by weatherctl
                  Located            16:00 on Friday 20 November
                  Favourites         2

                Weather
                  Provider           open-meteo
                  Freshness          stale
                  Observed           19:30
                  Fetched            19:38 (2 h ago)
                  Issued             16:00
                  Next refresh       19:42
                  Last error         api.open-meteo.com did not answer within 20 s
                  Missing            the last days (api.open-meteo.com did not answer within
                                     20 s)
                                     the model icon_d3 of open-meteo.models (a.test does not
                                     know it)
                                     dust of air-quality (b.test does not know it)
                  Refused places     34.9°S 56.16°W (air-quality): x rejected the request (HTTP
                                     400): No data is available for this location

                Services
                  Requests today     12 (open-meteo 10, met-norway 2)
                  Resting providers  open-meteo until 20:05 (api.open-meteo.com did not answer
                                     within 20 s)
                  Warnings           meteoalarm
                                     1 could not be read
                                     2 with an unknown region not shown

                Daemon
                  Network            down
                  Offline            yes
                  Version            0.1.0
                """)
        #expect(page(status, .full)[0] == "\u{1B}[1mPlace\u{1B}[0m")
    }

    @Test func pageOfAFreshStartIsShort() {
        #expect(
            page(DaemonStatus(version: "0.1.0")).joined(separator: "\n") == """
                Place
                  Location source  none
                  Favourites       0

                Weather
                  Freshness        none

                Services
                  Requests today   0

                Daemon
                  Network          up
                  Version          0.1.0
                """)
    }

    @Test(arguments: [20, 40, 80, 200])
    func pageFitsTheWidth(columns: Int) throws {
        #expect(page(try status(), columns: columns).allSatisfy { $0.count <= columns })
    }

    @Test func nothingKnown() {
        #expect(
            StatusView.lines(of: DaemonStatus(version: "0.1.0"), as: .text) == [
                "place: -", "location-source: none", "located-at: -", "location-error: -", "favourites: 0",
                "provider: -", "freshness: none", "observed-at: -",
                "fetched-at: -", "issued-at: -", "age: -", "next-refresh: -", "saving: -", "network: up", "offline: no",
                "last-error-code: -", "last-error: -",
                "requests-today: 0",
                "requests-by-provider: -", "resting-providers: -", "refused-places: -", "left-out-providers: -",
                "missing: -", "warnings: -", "station: -",
                "own-station: -",
                "provider-order: -",
                "settings-error: -", "config-files: -", "config-keys: -", "config-errors: -", "unavailable: –",
                "version: 0.1.0",
            ])
    }

    /// What is fetched less, and why.
    @Test func saving() throws {
        var device = DeviceState()
        device.isMetered = true
        device.sessions = [LoginSession(isGraphical: true, isLocked: true)]
        var status = DaemonStatus(version: "0.1.0")
        func shown(_ settings: SavingSettings = SavingSettings()) -> (text: String?, json: String) {
            status.saving = SavingMode(device, isUsed: false, settings)
            let lines = StatusView.lines(of: status, as: .text)
            return (lines.first { $0.hasPrefix("saving: ") }, StatusView.lines(of: status, as: .json)[0])
        }
        #expect(shown().text == "saving: hourly, no radar, no ensemble (metered connection, locked session)")
        #expect(
            shown().json.contains(
                #""nextRefresh":null,"saving":{"reasons":["metered","locked"],"refresh":"hourly","#
                    + #""leftOut":["radar","ensemble"]},"network":true"#))
        #expect(page(status).contains { $0.hasPrefix("  Saving ") && $0.contains("hourly, no radar") })
        var settings = SavingSettings()
        settings.metered = .off
        settings.savesWhenLocked = false
        #expect(shown(settings).text == "saving: only on request (metered connection)")
        #expect(shown(settings).json.contains(#"{"reasons":["metered"],"refresh":"on-request","leftOut":["radar","#))
        device = DeviceState()
        (device.savesPower, device.isBatteryLow) = (true, true)
        device.sessions = [LoginSession(isGraphical: true, isIdle: true)]
        #expect(shown().text == "saving: hourly (battery saver, low battery, idle session)")
        #expect(
            shown().json.contains(
                #"{"reasons":["battery-saver","low-battery","idle"],"refresh":"hourly","leftOut":[]}"#))
        device = DeviceState()
        #expect(shown().text == "saving: -" && shown().json.contains(#""saving":null"#))
    }

    /// The station in use, and why others are not.
    @Test func stations() throws {
        var status = try status()
        let now = UnixTime(1_795_273_200)
        status.now = now
        var observation = Observation(
            station: Station(id: "SUMU", name: "Carrasco", distance: 14_400), time: now.advanced(by: -1200))
        observation.take(21, as: .temperature)
        let old = Station(id: "SUAA", name: "Melilla", distance: 9000)
        let wrong = ImpossibleValue(key: "temperatureC", value: -99)
        status.stations = ObservationReport(
            coordinate: try #require(status.place).coordinate,
            provider: Provider(id: "aviation-weather", name: "Aviation"), fetchedAt: now,
            observation: observation,
            rejected: [
                RejectedStation(old, .tooOld(7300)), RejectedStation(Station(id: "X"), .impossible(wrong)),
                RejectedStation(Station(id: "Y"), .inFuture(660)), RejectedStation(Station(id: "Z"), .tooFar(31_200)),
            ])
        var own = Observation(station: Station(id: Station.ownID, distance: 0), time: now)
        own.take(1e9, as: .humidity)
        status.ownStation = .read(own)
        let lines = StatusView.lines(of: status, as: .text)
        #expect(
            lines.contains(
                "station: SUMU Carrasco, 14 km away, measured at 2026-11-21T11:40:00-03:00 (aviation-weather); not used: "
                    + "SUAA Melilla: too old (121 min), X: impossible value: temperatureC -99, "
                    + "Y: time is 11 min in the future, Z: too far (31 km)"))
        #expect(
            lines.contains(
                "own-station: measured at 2026-11-21T12:00:00-03:00, not used: impossible value: "
                    + "humidityPercent 1000000000"))
        own = Observation(station: Station(id: Station.ownID, distance: 0), time: now)
        own.take(4, as: .temperature)
        status.ownStation = .read(own, without: [.impossible(wrong), .invalid(key: "condition")])
        #expect(
            StatusView.lines(of: status, as: .text).contains(
                "own-station: measured at 2026-11-21T12:00:00-03:00; left out: impossible value: temperatureC -99, "
                    + "invalid value of condition: wrong type or out of range"))
        #expect(
            StatusView.lines(of: status, as: .json)[0].contains(
                #""problem":null,"leftOut":[{"key":"temperatureC","text":"impossible value: temperatureC -99"},"#))
        status.ownStation = .failed(.noPosition)
        #expect(
            StatusView.lines(of: status, as: .text).contains(
                "own-station: not used: no position, and the place is not the location in config.toml: "
                    + "add latitude and longitude to its JSON"))
        own = Observation(station: Station(id: Station.ownID, distance: 31_200), time: now)
        status.ownStation = .read(own, at: nil)
        #expect(
            StatusView.lines(of: status, as: .text).contains(
                "own-station: 31 km away, measured at 2026-11-21T12:00:00-03:00, not used: too far (31 km)"))
        status.ownStation = .failed(.failed(status: 3))
        status.stations?.observation = nil
        let failed = StatusView.lines(of: status, as: .text)
        #expect(failed.contains("own-station: not used: the command exited with status 3"))
        #expect(failed.contains { $0.hasPrefix("station: none within 25 km (aviation-weather); not used: SUAA") })
        let json = try #require(StatusView.lines(of: status, as: .json).first)
        #expect(json.contains(#""station":{"provider":"aviation-weather","used":null,"rejected":[{"id":"SUAA""#))
        #expect(json.contains(#""reason":"too-old","text":"too old (121 min)"}"#))
        #expect(json.contains(#""ownStation":{"time":null,"problem":"the command exited with status 3","leftOut":[]}"#))
    }

    @Test func sampleAndPlaceWithoutNameOrZone() throws {
        var status = try status()
        status.provider = sampleProvider
        status.place?.name = nil
        status.timeZone = nil
        let lines = StatusView.lines(of: status, as: .text)
        #expect(lines[0] == "place: 34.9°S 56.16°W")
        #expect(lines[5] == "provider: sample (sample data)")
        #expect(lines[8] == "fetched-at: 2026-11-21T18:38:00+00:00")
    }

    @Test(arguments: [
        (0, "under 1 min"), (59, "under 1 min"), (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (172_799, "47 h"),
        (172_800, "2 days"), (-5, "under 1 min"),
    ])
    func ages(seconds: Int, text: String) {
        let status = DaemonStatus(age: seconds, version: "0.1.0")
        #expect(StatusView.lines(of: status, as: .text)[10] == "age: \(text)")
    }

    @Test func json() throws {
        let lines = try StatusView.lines(of: status(), as: .json)
        #expect(
            lines == [
                #"{"schema":1,"place":{"name":"Montevideo","region":null,"countryCode":null,"#
                    + #""latitude":-34.9,"longitude":-56.16,"timezone":"America/Montevideo","approximate":false},"#
                    + #""locationSource":"set by weatherctl","configuredPlace":null,"locatedAt":null,"locationError":null,"favourites":2,"#
                    + #""provider":"open-meteo","sample":false,"freshness":"stale","#
                    + #""observedAt":"2026-11-21T15:30:00-03:00","fetchedAt":"2026-11-21T15:38:00-03:00","#
                    + #""issuedAt":"2026-11-21T12:00:00-03:00","#
                    + #""ageSeconds":7300,"nextRefresh":"2026-11-21T15:42:00-03:00","saving":null,"network":false,"offline":true,"#
                    + #""lastErrorCode":"timed-out","lastError":"api.open-meteo.com did not answer within 20 s","requestsToday":12,"#
                    + #""requestsByProvider":{"open-meteo":10,"met-norway":2},"restingProviders":["#
                    + #"{"provider":"open-meteo","data":"forecast","until":"2026-11-21T16:05:00-03:00","#
                    + #""errorCode":"timed-out","error":"api.open-meteo.com did not answer within 20 s"}],"#
                    + #""refusedPlaces":[{"place":{"name":null,"region":null,"countryCode":null,"latitude":-34.9,"#
                    + #""longitude":-56.16,"timezone":null,"approximate":false},"data":"air-quality","#
                    + #""errorCode":"refused","error":"x rejected the request (HTTP 400): "#
                    + #"No data is available for this location"}],"leftOutProviders":[],"#
                    + #""missing":[{"data":"forecast","part":"the last days","#
                    + #""error":"api.open-meteo.com did not answer within 20 s"},"#
                    + #"{"data":"forecast","part":"the model icon_d3 of open-meteo.models","#
                    + #""error":"a.test does not know it"},"#
                    + #"{"data":"air-quality","part":"dust","error":"b.test does not know it"}],"#
                    + #""warningsProvider":"meteoalarm","warningsCountries":[],"unlocatedWarnings":2,"unreadableWarnings":1,"station":null,"ownStation":null,"#
                    + #""providerOrder":null,"settingsError":null,"configFiles":[],"configKeys":[],"configErrors":[],"#
                    + #""unavailable":"–","version":"0.1.0"}"#
            ])
        let empty = try #require(StatusView.lines(of: DaemonStatus(version: "0.1.0"), as: .json).first)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(empty.utf8)) as? [String: Any])
        for key in [
            "place", "provider", "observedAt", "fetchedAt", "issuedAt", "ageSeconds", "nextRefresh", "lastErrorCode",
            "lastError",
        ] {
            #expect(object[key] is NSNull, "\(key)")
        }
    }
}
