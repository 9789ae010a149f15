import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Languages
@testable import Rendering

let nws = Provider(id: "nws", name: "NWS")
let metNorway = Provider(id: "met-norway", name: "MET Norway", attribution: "Warnings by MET Norway (CC BY 4.0)")

extension Montevideo {
    /// A storm warning from this time of today until tomorrow at 18:00, viewed at 15:42.
    static func storm(from time: String = "14:00") throws -> Alert {
        Alert(
            id: "urn:oid:1", event: "Storm Warning", headline: "Storm Warning until Sunday evening",
            text: "* WHAT...South winds 40 knots.\n\n* WHERE...The coast\nwest of Piriápolis.",
            instruction: "Stay in port.", area: "Río de la Plata", sender: "Inumet", severity: .severe,
            certainty: .likely, kind: .wind, issuedAt: try moment("2026-11-21T14:10:00-03:00"),
            onset: try moment("2026-11-21T\(time):00-03:00"),
            ends: try moment("2026-11-22T18:00:00-03:00"))
    }

    static func scene(
        warning alerts: [Alert], by provider: Provider = metNorway, at time: String = "2026-11-21T15:42:00-03:00"
    ) throws -> Scene {
        var scene = try scene(at: time)
        scene.alerts = AlertReport(
            coordinate: scene.place.coordinate, provider: provider,
            fetchedAt: try moment("2026-11-21T15:40:00-03:00"), alerts: alerts)
        return scene
    }
}

@Suite struct AlertsViewTests {
    private func text(_ scene: Scene) throws -> String {
        try AlertsView.lines(of: scene, as: .text, in: Style()).joined(separator: "\n")
    }

    private func json(_ scene: Scene) throws -> [String: Any] {
        let lines = try AlertsView.lines(of: scene, as: .json, in: Style())
        #expect(lines.count == 1)
        let line = try #require(lines.first)
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    private func failure(_ scene: Scene) -> String? {
        #expect(throws: NoWeather.self) { try AlertsView.lines(of: scene, as: .text, in: Style()) }?.sentence
    }

    @Test func worstWarningComesFirst() throws {
        var frost = Alert(id: "2", event: "Frost")
        frost.severity = .minor
        #expect(
            try text(Montevideo.scene(warning: [frost, Montevideo.storm()])) == """
                Montevideo, Saturday 21 November 2026

                ⚠️  Storm Warning (severe), until Sunday 18:00
                   wind, likely
                   Río de la Plata
                   Storm Warning until Sunday evening

                   * WHAT...South winds 40 knots.

                   * WHERE...The coast
                   west of Piriápolis.

                   Stay in port.

                   Inumet, issued at 14:10

                ⚠️  Frost (minor), no end given

                updated at 15:40
                Warnings by MET Norway (CC BY 4.0)
                """)
    }

    @Test func noWarningsIsStated() throws {
        #expect(
            try text(Montevideo.scene(warning: [], by: nws)) == """
                Montevideo, Saturday 21 November 2026

                no warnings in force

                updated at 15:40
                Warnings by NWS
                """)
        #expect(try json(Montevideo.scene(warning: []))["alerts"] as? [String] == [])
    }

    @Test func expiredWarningIsNotShown() throws {
        let scene = try Montevideo.scene(warning: [Montevideo.storm()], at: "2026-11-22T18:00:00-03:00")
        #expect(
            try text(scene).hasSuffix(
                """
                no warnings were in force when they were last fetched

                last updated 26 h ago, at 15:40 on Saturday 21 November
                Warnings by MET Norway (CC BY 4.0)
                """))
        #expect(try json(scene)["freshness"] as? String == "stale")
    }

    @Test func failureIsShownWithReason() throws {
        var scene = try Montevideo.scene(warning: [Montevideo.storm()])
        scene.alertsFailure = timeout
        let lines = try text(scene).split(separator: "\n").suffix(3)
        #expect(
            lines == [
                "updated at 15:40", "last error: api.open-meteo.com did not answer within 20 s",
                "Warnings by MET Norway (CC BY 4.0)",
            ])
        #expect(try json(scene)["lastErrorCode"] as? String == "timed-out")
        #expect(try json(scene)["lastError"] as? String == "api.open-meteo.com did not answer within 20 s")
    }

    @Test func clockSetBackIsShown() throws {
        let scene = try Montevideo.scene(warning: [], at: "2026-11-21T14:00:00-03:00")
        #expect(try text(scene).contains("\nlast updated at 15:40, before the clock was turned back\n"))
    }

    /// The message must not suggest a configuration error.
    @Test func sampleWeatherHasNone() throws {
        var scene = try Montevideo.scene()
        scene.report?.provider.isSample = true
        scene.alertsFailure = .notCovered(host: "", reason: nil)
        #expect(failure(scene) == "the weather shown is sample data, which has no warnings")
    }

    @Test func missingWarningsAreNotNoWarnings() throws {
        var scene = try Montevideo.scene()
        #expect(failure(scene) == "no warnings have been fetched yet; fetching them now")
        scene.alertsFailure = timeout
        #expect(
            failure(scene)
                == "no warnings have been fetched yet; last error: api.open-meteo.com did not answer within 20 s")
        scene.alertsFailure = .notCovered(host: "api.weather.gov", reason: nil)
        #expect(
            failure(scene)
                == "no source of warnings covers this place, or none is configured (alerts.providers in config.toml); pirate-weather, and "
                + "openweathermap with One Call, send some with their forecasts")
        scene.report = nil
        #expect(failure(scene)?.hasPrefix("no source of warnings") == true)
    }

    @Test func warningsOfForecastAreShown() throws {
        var scene = try Montevideo.scene()
        scene.report?.alerts = [try Montevideo.storm()]
        scene.alertsFailure = .notCovered(host: "api.weather.gov", reason: nil)
        let text = try text(scene)
        #expect(text.contains("Storm Warning (severe)"))
        #expect(text.hasSuffix("\nupdated at 15:38\nWarnings by Open-Meteo.com (CC BY 4.0)"))
    }

    @Test func jsonHasEveryKeyInOrderWithNulls() throws {
        let alerts = [try Montevideo.storm(), Alert(id: "2", event: "")]
        let line = try #require(AlertsView.lines(of: Montevideo.scene(warning: alerts), as: .json, in: Style()).first)
        #expect(
            line
                == #"{"schema":1,"place":{"name":"Montevideo","region":null,"countryCode":null,"latitude":-34.9,"#
                + #""longitude":-56.16,"timezone":"America/Montevideo","approximate":false},"provider":"met-norway","#
                + #""attribution":"Warnings by MET Norway (CC BY 4.0)","fetchedAt":"2026-11-21T15:40:00-03:00","#
                + #""freshness":"fresh","sample":false,"ageSeconds":120,"lastErrorCode":null,"lastError":null,"alerts":["#
                + #"{"id":"urn:oid:1","event":"Storm Warning","severity":"severe","inForce":true,"#
                + #""headline":"Storm Warning until Sunday evening","#
                + #""description":"* WHAT...South winds 40 knots.\n\n* WHERE...The coast\nwest of Piriápolis.","#
                + #""instruction":"Stay in port.","area":"Río de la Plata","sender":"Inumet","#
                + #""issuedAt":"2026-11-21T14:10:00-03:00","onset":"2026-11-21T14:00:00-03:00","#
                + #""ends":"2026-11-22T18:00:00-03:00","urgency":"unknown","certainty":"likely","kind":"wind","#
                + #""web":null,"attribution":null,"areas":[]},"#
                + #"{"id":"2","event":"warning","severity":"unknown","inForce":true,"headline":null,"description":null,"#
                + #""instruction":null,"area":null,"sender":null,"issuedAt":null,"onset":null,"ends":null,"#
                + #""urgency":"unknown","certainty":"unknown","kind":"other","web":null,"attribution":null,"areas":[]}],"#
                + #""alertsUnreadable":0,"alertsUnplaced":0,"alertsUnplacedSeverity":null,"alertsKnown":true,"countries":[]}"#
        )
    }

    /// The Common Alerting Protocol's values that add nothing are left out, and so is a danger that the event names.
    @Test(arguments: [
        ("Gale", Alert.Kind.wind, Alert.Certainty.possible, Alert.Urgency.future, "\n   wind, possible\n"),
        ("Wind Warning", .wind, .observed, .immediate, "\n   observed, act immediately\n"),
        ("Gale", .other, .unknown, .immediate, "\n   act immediately\n"),
        ("Gale", .other, .unknown, .expected, "no end given\n\nupdated"),
    ])
    func dangerCertaintyAndUrgency(
        event: String, kind: Alert.Kind, certainty: Alert.Certainty, urgency: Alert.Urgency, words: String
    ) throws {
        let alert = Alert(id: "1", event: event, urgency: urgency, certainty: certainty, kind: kind)
        #expect(try text(Montevideo.scene(warning: [alert])).contains(words))
    }

    @Test func senderIsShownWithSourceAndPage() throws {
        var alert = try Montevideo.storm()
        alert.attribution = "via FOSS Public Alert Server"
        alert.web = "https://example.org/warning/1"
        #expect(
            try text(Montevideo.scene(warning: [alert])).contains(
                "\n   Inumet via FOSS Public Alert Server, issued at 14:10\n   https://example.org/warning/1\n"))
        alert.sender = nil
        alert.issuedAt = nil
        #expect(try text(Montevideo.scene(warning: [alert])).contains("\n   via FOSS Public Alert Server\n"))
    }

    @Test(arguments: [40, 80, 200])
    func textIsWrappedAndNeverReworded(width: Int) throws {
        var alert = try Montevideo.storm()
        alert.text = String(repeating: "South winds 40 knots. Rough seas, and a tide of two metres. ", count: 5)
        alert.certainty = .unlikely
        alert.urgency = .immediate
        alert.attribution = "via FOSS Public Alert Server"
        let scene = try Montevideo.scene(warning: [alert])
        func words(_ lines: [String]) -> [Substring] { lines.flatMap { $0.split(separator: " ") } }
        var style = Style()
        let unlimited = try AlertsView.lines(of: scene, as: .text, in: style)
        style.width = width
        let lines = try AlertsView.lines(of: scene, as: .text, in: style)
        #expect(lines.allSatisfy { $0.columns <= width })
        #expect(words(lines) == words(unlimited))
    }

    @Test func jsonHasAreas() throws {
        func position(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
            try #require(Coordinate(latitude: latitude, longitude: longitude))
        }
        var alert = try Montevideo.storm()
        alert.areas = [
            .polygon([
                [try position(-35, -57), try position(-35, -55), try position(-33.5, -56)],
                [try position(-34.5, -56.1), try position(-34.5, -55.9), try position(-34.25, -56)],
            ]),
            .circle(centre: try position(-34.9, -56.16), radius: 20_000),
        ]
        alert.web = "https://example.org/1"
        alert.attribution = "via FOSS Public Alert Server"
        let line = try #require(AlertsView.lines(of: Montevideo.scene(warning: [alert]), as: .json, in: Style()).first)
        #expect(
            line.hasSuffix(
                #""web":"https://example.org/1","attribution":"via FOSS Public Alert Server","areas":["#
                    + #"{"polygon":[[-35,-57],[-35,-55],[-33.5,-56]],"#
                    + #""holes":[[[-34.5,-56.1],[-34.5,-55.9],[-34.25,-56]]]},"#
                    + #"{"center":[-34.9,-56.16],"radiusM":20000}]}],"alertsUnreadable":0,"alertsUnplaced":0,"#
                    + #""alertsUnplacedSeverity":null,"alertsKnown":true,"countries":[]}"#))
    }

    @Test(
        arguments: [
            (nil, nil, "no end given"), ("2026-11-21T15:00:00-03:00", nil, "no end given"),
            ("2026-11-21T16:00:00-03:00", nil, "from 16:00, no end given"),
            (nil, "2026-11-21T18:00:00-03:00", "until 18:00"),
            (
                "2026-11-22T01:00:00-03:00", "2026-11-30T18:00:00-03:00",
                "from Sunday 01:00 until Monday 30 November 18:00"
            ),
            (nil, "2027-01-02T18:00:00-03:00", "until Saturday 2 January 2027 18:00"),
            // It ends before it begins.
            ("2026-11-23T18:00:00-03:00", "2026-11-22T18:00:00-03:00", "from Monday 18:00, no end given"),
        ] as [(String?, String?, String)])
    func periods(onset: String?, ends: String?, words: String) throws {
        let alert = Alert(id: "1", event: "Wind", onset: try onset.map(moment), ends: try ends.map(moment))
        #expect(try text(Montevideo.scene(warning: [alert])).contains("\n⚠️  Wind (severity unknown), \(words)\n"))
    }

    @Test func unknownTimeZoneIsShownAsUTC() throws {
        var scene = try Montevideo.scene(warning: [Montevideo.storm(from: "20:00")])
        scene.report = nil
        #expect(try text(scene).contains("from 23:00 UTC until Sunday 21:00 UTC"))
        #expect((try json(scene)["place"] as? [String: Any])?["timezone"] is NSNull)
    }

    @Test func warningTextsAreSanitized() throws {
        let nasty = String(repeating: "\u{1B}[31m\u{202E}<b>&\u{0}\r\n\t\u{2028}e\u{301}\u{85}", count: 500)
        let alerts = (0..<5).map { index in
            var alert = Alert(
                id: "\(index)" + nasty, event: nasty, headline: nasty, text: nasty, instruction: nasty, area: nasty,
                sender: nasty, severity: Alert.Severity.allCases[index % 5], issuedAt: .distantPast,
                onset: .distantFuture, ends: .distantFuture)
            alert.headline = "\(index)"
            return alert
        }
        for output in ViewRequest.Output.allCases {
            let lines = try AlertsView.lines(of: Montevideo.scene(warning: alerts), as: output, in: Style())
            #expect(lines.joined().utf8.count < 200_000)
            let bad = lines.joined().unicodeScalars.first {
                [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
            }
            #expect(bad == nil)
        }
        #expect((try json(Montevideo.scene(warning: alerts))["alerts"] as? [Any])?.count == 5)
    }

    @Test func longTextIsTruncatedAndExcessWarningsAreCounted() throws {
        let alerts = (0..<200).map {
            Alert(id: "\($0)", event: "Wind \($0)", text: String(repeating: "x", count: $0 == 0 ? 10_000 : 10))
        }
        let text = try text(Montevideo.scene(warning: alerts))
        #expect(text.contains("\n   " + String(repeating: "x", count: 5000) + "…\n"))
        #expect(text.contains("\nand 136 more\n"))
    }
}
