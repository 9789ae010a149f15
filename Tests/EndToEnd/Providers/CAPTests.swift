import Foundation
import LoopbackHTTP
import Testing

/// Warnings in XML, which the confined worker parses.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct CAPTests {
    /// In force in Montevideo from 11:00 to 18:00.
    private static func file(_ event: String, doctype: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>\(doctype)
        <alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>\(event.count)</identifier>
        <sender>inumet</sender><sent>2026-11-21T10:00:00-03:00</sent><status>Actual</status><msgType>Alert</msgType>
        <scope>Public</scope><info><language>en-US</language><category>Met</category><event>\(event)</event>
        <urgency>Expected</urgency><severity>Severe</severity><certainty>Likely</certainty>
        <onset>2026-11-21T11:00:00-03:00</onset><expires>2026-11-21T18:00:00-03:00</expires>
        <senderName>INUMET</senderName><area><areaDesc>Montevideo</areaDesc>
        <polygon>-35,-57 -34,-57 -34,-55 -35,-55 -35,-57</polygon></area></info></alert>
        """
    }

    /// Ten entities, each of ten of the one before.
    private static let bomb: String = {
        let entities = (1...9).map { level in
            "<!ENTITY e\(level) \"\(String(repeating: "&e\(level - 1);", count: 10))\">"
        }
        return file("&e9;", doctype: "<!DOCTYPE alert [<!ENTITY e0 \"lol\">\(entities.joined())]>")
    }()

    private func withServer(
        _ files: [String: String], place: String = CoveredCity.montevideo.place,
        _ body: (Home, LoopbackServer) async throws -> Void
    ) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { forecast in
            try await LoopbackServer.running { request in
                let name = request.path.split(separator: "/").last.map(String.init) ?? ""
                if request.path == "/sources/area_status" {
                    return .json(#"{"results":[{"cap_alert_feed_status":"operating"}]}"#)
                } else if request.path == "/alert/area" {
                    return .json("[\(files.keys.sorted().map { "\"\($0)\"" }.joined(separator: ","))]")
                } else if request.path.hasPrefix("/alert/") {
                    return .redirect(to: "/cap/\(name)", status: 301)
                }
                return .json(files[name] ?? "", headers: ["Content-Type": "application/xml"])
            } _: { alerts in
                let home = try Home(provider: forecast, now: Forecast.now, place: place)
                home.environment["WEATHERD_ALERTS_PROVIDERS"] = "public-alerts"
                home.environment["WEATHERD_PUBLIC_ALERTS_URL"] = alerts.url
                try await body(home, alerts)
            }
        }
    }

    @Test func warningIsShown() async throws {
        try await withServer(["11111111-1111-4111-8111-111111111111": Self.file("Storm")]) { home, _ in
            let daemon = try home.start()
            try home.awaitFetch("alerts")
            let alerts = try home.json("alerts")["alerts"] as? [[String: Any]] ?? []
            #expect(alerts.map { $0["event"] as? String } == ["Storm"])
            #expect(alerts.first?["severity"] as? String == "severe")
            #expect((alerts.first?["areas"] as? [Any])?.count == 1)
            #expect(try daemon.stop() == 0)
        }
    }

    /// A warning that cannot be understood may be in force.
    @Test func unreadableWarningIsCounted() async throws {
        let files = [
            "11111111-1111-4111-8111-111111111111": Self.file("Storm"),
            "22222222-2222-4222-8222-222222222222": Self.file("Hail").replacing("<scope>Public</scope>", with: ""),
        ]
        try await withServer(files) { home, _ in
            var daemon = try home.start()
            try home.awaitFetch("alerts")
            for isRestarted in [false, true] {
                if isRestarted {
                    #expect(try daemon.stop() == 0)
                    daemon = try home.start()
                }
                let alerts = try home.json("alerts")
                #expect((alerts["alerts"] as? [[String: Any]])?.map { $0["event"] as? String } == ["Storm"])
                #expect(alerts["alertsUnreadable"] as? Int == 1)
                #expect(
                    try home.ask("alerts").lines.contains("1 warning could not be read and may be in force"))
                #expect(
                    try home.ask("alerts --language de").lines.contains(
                        "1 Warnung war nicht lesbar und gilt möglicherweise"))
                #expect(try home.ask("status").lines.contains("warnings: public-alerts, 1 could not be read"))
                #expect(try home.json("status")["unreadableWarnings"] as? Int == 1)
            }
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func onlyUnreadableWarningsAreAFailure() async throws {
        let file = Self.file("Storm").replacing("<status>Actual</status>", with: "<status/>")
        try await withServer(["11111111-1111-4111-8111-111111111111": file]) { home, _ in
            let daemon = try home.start()
            try home.awaitRefresh()
            try home.await("alerts") { "\($0)".contains("its only warning could not be read") }
            let end = try home.weatherctl("alerts")
            #expect(end.status == 75)
            #expect(
                end.errors.contains("returned an invalid response: its only warning could not be read"), "\(end.errors)"
            )
            #expect(try home.backingOff == ["public-alerts"])
            #expect(try daemon.stop() == 0)
            #expect(daemon.log.contains("its only warning could not be read"), "\(daemon.log)")
        }
    }

    /// If nothing in the first source's answer can be read, the next source's warning is shown, without an error.
    @Test func nextSourceAnswersAfterAnUnreadableOne() async throws {
        let storm = Self.file("Storm").replacing("Montevideo", with: "Manhattan")
            .replacing("-35,-57 -34,-57 -34,-55 -35,-55 -35,-57", with: "40,-75 41,-75 41,-73 40,-73 40,-75")
        let unreadable = IssuedWarning(id: "first").nws
            .replacing(#""event":"#, with: #""x":"#).replacing(#""headline":"#, with: #""y":"#)
        try await LoopbackServer.running { _ in
            .json(#"{"features":[\#(unreadable)]}"#)
        } _: { authority in
            let files = ["11111111-1111-4111-8111-111111111111": storm]
            try await withServer(files, place: CoveredCity.newYork.place) { home, _ in
                home.environment["WEATHERD_ALERTS_PROVIDERS"] = "nws,public-alerts"
                home.environment["WEATHERD_NWS_URL"] = authority.url
                let daemon = try home.start()
                try home.awaitRefresh()
                try home.awaitFetch("alerts")
                let alerts = try home.json("alerts")
                #expect((alerts["alerts"] as? [[String: Any]])?.map { $0["event"] as? String } == ["Storm"])
                #expect(alerts["provider"] as? String == "public-alerts")
                #expect(alerts["lastError"] is NSNull)
                #expect(authority.requests.map(\.path) == ["/alerts/active"])
                // What the first source has may be in force.
                #expect(try home.ask("status").lines.contains("warnings: public-alerts, 1 could not be read"))
                #expect(try home.backingOff == ["nws"])
                #expect(try daemon.stop() == 0)
                #expect(daemon.log.contains("its only warning could not be read"), "\(daemon.log)")
            }
        }
    }

    /// The rest of the file is used, and the log reports the damage.
    @Test func strayCharacterDoesNotCostAFile() async throws {
        let files = ["11111111-1111-4111-8111-111111111111": Self.file("Wind & rain \u{1}at 50 %")]
        try await withServer(files) { home, _ in
            let daemon = try home.start()
            try home.awaitFetch("alerts")
            let alerts = try home.json("alerts")["alerts"] as? [[String: Any]] ?? []
            #expect(alerts.map { $0["event"] as? String } == ["Wind & rain at 50 %"])
            try daemon.awaitLog(
                "is damaged and was repaired: line 4 has an unescaped & or <", asking: home)
            #expect(try daemon.stop() == 0)
        }
    }

    /// 5.6 MB of attributes once took 53 s.
    @Test func hostileFilesDoNotHideOtherWarnings() async throws {
        let attributes = (0..<400_000).map { " a\($0)=\"\"" }.joined()
        let instructions = (0..<180_000).map { "<instruction>x\($0)</instruction>" }.joined()
        let files = [
            "11111111-1111-4111-8111-111111111111": Self.file("x").replacing(
                "cap:1.2\"", with: "cap:1.2\"\(attributes)"),
            "22222222-2222-4222-8222-222222222222": Self.file("Storm").replacing(
                "<area>", with: instructions + "<area>"),
            "33333333-3333-4333-8333-333333333333": Self.file("x").replacing("UTF-8", with: "windows-1251"),
        ]
        try await withServer(files) { home, _ in
            let daemon = try home.start()
            try home.awaitFetch("alerts")
            let alerts = try home.json("alerts")
            #expect((alerts["alerts"] as? [[String: Any]])?.map { $0["event"] as? String } == ["Storm"])
            #expect(alerts["alertsUnreadable"] as? Int == 2)
            try daemon.awaitLog("2 warnings unavailable: ", asking: home)
            #expect(try daemon.stop() == 0)
        }
    }

    /// Entities are not expanded, and the other warning is shown.
    @Test func bombDoesNotHideOtherWarnings() async throws {
        let files = [
            "11111111-1111-4111-8111-111111111111": Self.bomb,
            "22222222-2222-4222-8222-222222222222": Self.file("Storm"),
        ]
        try await withServer(files) { home, _ in
            let daemon = try home.start()
            try home.awaitFetch("alerts")
            let alerts = try home.json("alerts")["alerts"] as? [[String: Any]] ?? []
            #expect(alerts.map { $0["event"] as? String } == ["Storm"])
            try daemon.awaitLog("a warning", asking: home)
            #expect(try daemon.stop() == 0)
        }
    }
}
