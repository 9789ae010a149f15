import Foundation
import HTTP
import Refreshing
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// The recorded answers of services of warnings, value by value: expected values are read by Foundation, or written from the files.
@Suite(.enabled(if: RecordingFolder("meteoalarm").exists, "\(RecordingFolder.absence)"))
struct AlertRecordingTests {
    private static let regionFile = URL(filePath: #filePath)
        .appending(path: "../../../../Sources/Worker/Providers/Regions/regions.dat").standardized.path

    private func moment(_ text: Any?) throws -> UnixTime {
        let text = try #require(text as? String)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
        return UnixTime(try Date(text, strategy: style))
    }

    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    // MARK: - MeteoAlarm

    private func meteoAlarm(
        _ file: String, _ country: String, at place: Coordinate, now: UnixTime, locale: String = "en"
    ) async throws -> AlertReport {
        let body = try RecordingFolder("meteoalarm").body(file)
        let service = ScriptedService { _ in HTTPAnswer(status: 200, body: body) }
        let provider = MeteoAlarm(
            baseURL: "http://service.test", locale: locale, country: { _ in country },
            regions: { RegionTable(path: Self.regionFile) }, exchange: service.exchange)
        return try await provider.report(for: place, at: now)
    }

    /// Places in four of Croatia's regions: in one at sea; and on land, in one where a region of the sea begins.
    @Test(arguments: [
        ("HR802", 44.62, 14.35), ("HR006", 44.89, 14.84), ("HR006", 45.15, 13.94), ("HR003", 45.29, 15.55),
    ])
    func everyWarningOfARegionIsReadAsFoundationReadsIt(code: String, latitude: Double, longitude: Double) async throws
    {
        let file = "feeds_croatia_updates_trimmed.json"
        let place = try place(latitude, longitude)
        let now = try moment("2024-01-04T12:00:00Z")
        let table = RegionTable(path: Self.regionFile)
        let regions = RegionsOfPlace(place, in: table)
        let json = try RecordingFolder("meteoalarm").object(file)
        let messages = (json["warnings"] as? [[String: Any]] ?? []).compactMap { $0["alert"] as? [String: Any] }
        var expected: [String: [String: Any]] = [:]
        for message in messages {
            let infos = try #require(message["info"] as? [[String: Any]])
            let english = try #require(infos.first { ($0["language"] as? String)?.hasPrefix("en") == true })
            let areas = try #require(english["area"] as? [[String: Any]])
            let codes = areas.flatMap { $0["geocode"] as? [[String: String]] ?? [] }.compactMap { $0["value"] }
            guard try moment(english["expires"]) > now,
                codes.contains(where: {
                    regions.isInside($0, of: "EMMA_ID") && (code == "HR802" || !$0.hasPrefix("HR8"))
                })
            else { continue }
            expected[try #require(message["identifier"] as? String)] = english
        }
        #expect(expected.values.contains { "\($0)".contains(code) }, "the place is in its region")
        let report = try await meteoAlarm(file, "HR", at: place, now: now)
        #expect(Set(report.alerts.map(\.id)) == Set(expected.keys))
        #expect(report.omitted == OmittedAlerts())
        for alert in report.alerts {
            let info = try #require(expected[alert.id])
            #expect(alert.event == info["event"] as? String)
            #expect(alert.text == (info["description"] as? String).map { $0.trimmingCharacters(in: .whitespaces) })
            #expect(alert.sender == info["senderName"] as? String)
            #expect(alert.severity.rawValue == (info["severity"] as? String)?.lowercased())
            #expect(alert.urgency == .future)
            #expect(alert.certainty.rawValue == (info["certainty"] as? String)?.lowercased())
            #expect(alert.onset == (try moment(info["onset"])))
            #expect(alert.ends == (try moment(info["expires"])))
            let type = alert.id.hasSuffix("1_yellow_HR003") ? Alert.Kind.rain : alert.kind
            #expect([.wind, .rain, .thunderstorm].contains(alert.kind) && alert.kind == type)
            #expect(alert.headline == nil && alert.web == nil && alert.attribution == "via EUMETNET – MeteoAlarm")
            #expect(!alert.areas.isEmpty)
        }
    }

    @Test func croatianIsReadToo() async throws {
        let report = try await meteoAlarm(
            "feeds_croatia_updates_trimmed.json", "HR", at: place(44.62, 14.35), now: moment("2024-01-07T12:00:00Z"),
            locale: "hr_HR.UTF-8")
        #expect(report.alerts.contains { $0.event.hasPrefix("Crveno") || $0.event.hasPrefix("crveno") })
    }

    /// All of them have expired.
    @Test func expiredWarningsAreLeftOut() async throws {
        let report = try await meteoAlarm(
            "feeds_croatia_updates_trimmed.json", "HR", at: place(44.9, 14.4), now: moment("2024-01-09T00:00:00Z"))
        #expect(report.alerts.isEmpty && report.omitted == OmittedAlerts())
    }

    @Test func greenIsNoWarning() async throws {
        for (latitude, longitude) in [(52.9, 6.6), (52.5, 5.6), (53.1, 5.8)] {
            let report = try await meteoAlarm(
                "feeds_netherlands_green.json", "NL", at: place(latitude, longitude),
                now: moment("2026-03-07T12:00:00Z"))
            #expect(report.alerts.isEmpty && report.omitted == OmittedAlerts())
        }
    }

    // MARK: - Others

    @Test func berlin() async throws {
        let json = try RecordingFolder("brightsky").object("alerts_berlin_frost.json")
        let body = try RecordingFolder("brightsky").body("alerts_berlin_frost.json")
        let told = try #require((json["alerts"] as? [[String: Any]])?.first)
        for (locale, suffix) in [("en", "en"), ("de_DE.UTF-8", "de"), ("fr", "en")] {
            let service = ScriptedService { _ in HTTPAnswer(status: 200, body: body) }
            let report = try await BrightSkyAlerts(
                baseURL: "http://service.test", locale: locale, exchange: service.exchange
            ).report(for: place(52.52, 13.4), at: moment("2026-03-06T20:00:00Z"))
            #expect(service.paths == ["/alerts?lat=52.52&lon=13.4"])
            let alert = try #require(report.alerts.first)
            #expect(report.alerts.count == 1)
            #expect(alert.id == told["alert_id"] as? String)
            #expect(alert.event == told["event_" + suffix] as? String)
            #expect(alert.headline == told["headline_" + suffix] as? String)
            #expect(alert.text == told["description_" + suffix] as? String)
            #expect(alert.instruction == told["instruction_" + suffix] as? String)
            #expect(alert.severity == .minor && alert.urgency == .immediate && alert.certainty == .likely)
            #expect(alert.kind == .cold && alert.area == "Berl. - Mitte, Berlin")
            #expect(alert.issuedAt == (try moment(told["effective"])))
            #expect(alert.onset == (try moment(told["onset"])))
            #expect(alert.ends == (try moment(told["expires"])))
            #expect(alert.sender == "Deutscher Wetterdienst" && alert.attribution == "via Bright Sky")
        }
    }

    /// Each place is in one of the zones, all of which the answer has.
    @Test(arguments: [
        ("Burlington - Oakville", 43.45, -79.75, Alert.Kind.snowIce, Alert.Severity.moderate),
        ("City of Toronto", 43.7, -79.4, .snowIce, .moderate),
        ("St. Catharines - Grimsby - Northern Niagara Region", 43.16, -79.25, .other, .minor),
    ])
    func ontario(
        name: String, latitude: Double, longitude: Double, kind: Alert.Kind, severity: Alert.Severity
    ) async throws {
        let file = "weather_alerts_freezing_rain_trimmed.json"
        let features = try #require(try RecordingFolder("eccc").object(file)["features"] as? [[String: Any]])
        let properties = features.compactMap { $0["properties"] as? [String: Any] }
        let told = try #require(properties.first { $0["feature_name_en"] as? String == name })
        let body = try RecordingFolder("eccc").body(file)
        for (locale, suffix) in [("en", "en"), ("fr_CA", "fr")] {
            let service = ScriptedService { _ in HTTPAnswer(status: 200, body: body) }
            let report = try await EnvironmentCanadaAlerts(
                baseURL: "http://service.test", locale: locale, exchange: service.exchange
            ).report(for: place(latitude, longitude), at: moment("2026-03-06T02:00:00Z"))
            #expect(service.paths[0].contains("&lang=\(suffix)&"))
            let alert = try #require(report.alerts.first)
            #expect(report.alerts.count == 1 && report.omitted == OmittedAlerts())
            #expect(alert.id == told["id"] as? String)
            #expect(alert.event == told["alert_name_" + suffix] as? String)
            #expect(alert.text == told["alert_text_" + suffix] as? String)
            #expect(alert.area == told["feature_name_" + suffix] as? String)
            #expect(alert.kind == kind && alert.severity == severity)
            #expect(alert.issuedAt == (try moment(told["publication_datetime"])))
            #expect(alert.onset == (try moment(told["validity_datetime"])))
            #expect(alert.ends == (try moment(told["event_end_datetime"])))
            #expect((3...Alert.mostPoints).contains(alert.areas.first?.pointCount ?? 0))
        }
    }

    @Test func norwegianSeas() throws {
        let file = "metalerts2_current_march_trimmed.json"
        let json = try JSONValue(HTTPAnswer(status: 200, body: RecordingFolder("metno").body(file)), from: "recording")
        let messages = json["features"].elements.compactMap { CAPMessage(metFeature: $0) }
        let oslo = try #require(Contract.oslo)
        let now = try moment("2026-03-06T22:00:00Z")
        let alerts = CAPSelection(of: messages, now: now, locale: "en", regions: RegionsOfPlace(oslo)).alerts
        let features = try #require(try RecordingFolder("metno").object(file)["features"] as? [[String: Any]])
        #expect(alerts.count == 10 && features.count == 10)
        for feature in features {
            let told = try #require(feature["properties"] as? [String: Any])
            let alert = try #require(alerts.first { $0.id == told["id"] as? String })
            #expect(alert.kind == .wind && alert.severity == .moderate)
            #expect(alert.certainty.rawValue == (told["certainty"] as? String)?.lowercased())
            #expect(alert.web?.hasPrefix("https://www.met.no/vaer-og-klima/") == true)
            #expect(alert.area == told["area"] as? String)
            #expect((1...Alert.mostPoints).contains(alert.areas.reduce(0) { $0 + $1.pointCount }))
            let interval = try #require((feature["when"] as? [String: Any])?["interval"] as? [String])
            #expect(alert.onset == (try moment(interval[0])))
            #expect(alert.ends == (try moment(told["eventEndingTime"] as? String ?? interval[1])))
        }
    }

    @Test func testMessageOfNWSIsLeftOut() throws {
        let body = try RecordingFolder("nws").body("alerts_test_message_edited.json")
        let messages = try NWSAlerts.messages(
            JSONValue(HTTPAnswer(status: 200, body: body), from: "recording"), from: "recording")
        let alerts = CAPSelection(
            of: messages.compactMap(\.self), now: try moment("2026-03-25T12:00:00Z"), locale: "en",
            regions: RegionsOfPlace(try #require(Contract.newYork))
        ).alerts
        let alert = try #require(alerts.first)
        #expect(alerts.count == 1)
        #expect(alert.event == "Heat Advisory" && alert.kind == .heat && alert.severity == .moderate)
        #expect(alert.web == "https://alerts.weather.gov/real456")
        #expect(alert.ends == (try moment("2026-03-25T20:00:00-04:00")))
    }

    /// The server's own answers, and a CAP file that it really sends.
    @Test func publicAlerts() async throws {
        let list = try RecordingFolder("fpas").body("alert_area_HANDMADE.json")
        let sources = try RecordingFolder("fpas").body("sources_area_status_de_no.json")
        let file = try RecordingFolder("cap").body("us_special_weather_statement_ugc.xml")
        let service = ScriptedService { query in
            let isFile = query.url.contains("/alert/3f0d6f1e")
            let body = query.url.contains("/alert/area?") ? list : query.url.contains("/sources/") ? sources : file
            return isFile || !query.url.contains("/alert/c0a0")
                ? HTTPAnswer(status: 200, body: body) : HTTPAnswer(status: 404)
        }
        let memory = PublicAlertsMemory()
        let provider = PublicAlerts(
            baseURL: "http://service.test", locale: "en", country: { _ in "US" }, regions: { RegionTable() },
            memory: memory, exchange: service.exchange)
        let here = try place(38.144, -76.087)
        let now = try moment("2025-02-28T20:00:00Z")
        let report = try await provider.report(for: here, at: now)
        #expect(
            service.paths.prefix(2) == [
                "/sources/area_status?country_codes=us",
                "/alert/area?min_lat=38.143&max_lat=38.145&min_lon=-76.088&max_lon=-76.086",
            ])
        #expect(
            Set(service.paths.dropFirst(2).prefix(2)) == [
                "/alert/3f0d6f1e-6f0b-4d2e-9b0a-0a6c6a3a7c11", "/alert/c0a0a6be-5b0e-4b8a-8a5e-5b0d6a1d7f42",
            ])
        // The second one is not there, though it is still listed.
        #expect(service.paths.count == 5 && report.omitted == OmittedAlerts(unreadable: 1))
        let alert = try #require(report.alerts.first)
        #expect(report.alerts.count == 1 && alert.event == "Special Weather Statement")
        #expect(alert.attribution == "via FOSS Public Alert Server" && alert.sender == "NWS Wakefield VA")
        // The same identifiers within the hour: the report is confirmed, in another process too.
        let later = PublicAlertsMemory()
        later.remember(memory.hint(for: here), for: here)
        let again = PublicAlerts(
            baseURL: "http://service.test", locale: "en", country: { _ in "US" }, regions: { RegionTable() },
            memory: later, exchange: service.exchange)
        let second = try await again.report(for: here, at: now.advanced(by: 900), renewing: report)
        #expect(service.paths.count == 6 && second.alerts == report.alerts)
        #expect(second.fetchedAt == now.advanced(by: 900))
        _ = try await again.report(for: here, at: now.advanced(by: 3600), renewing: report)
        #expect(service.paths.count == 10)
    }
}
