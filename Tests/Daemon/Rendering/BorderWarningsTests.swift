import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// The warnings of a place near a border.
struct BorderWarningsTests {
    private static let failure = FetchFailure.serviceFailed(
        host: "api.brightsky.dev", status: 500, reason: nil, retryAfter: nil)

    private func scene(_ parts: [AlertPart]) throws -> Scene {
        var scene = try Montevideo.scene(warning: [], by: nws)
        scene.alerts = AlertReport(of: parts, at: scene.place.coordinate)
        return scene
    }

    private func part(_ country: String, _ provider: Provider, _ alerts: [Alert] = []) throws -> AlertPart {
        AlertPart(country: country, report: try Montevideo.scene(warning: alerts, by: provider).alerts)
    }

    private func text(_ scene: Scene) throws -> String {
        try AlertsView.lines(of: scene, as: .text, in: Style()).joined(separator: "\n")
    }

    private func json(_ scene: Scene) throws -> [String: Any] {
        let line = try #require(AlertsView.lines(of: scene, as: .json, in: Style()).first)
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test func bothSourcesAreNamed() throws {
        let scene = try scene([part("US", nws), part("NO", metNorway, [Montevideo.storm()])])
        let text = try text(scene)
        #expect(
            text.contains("Storm Warning") && text.hasSuffix("\nWarnings by NWS\nWarnings by MET Norway (CC BY 4.0)"))
        let countries = try #require(try json(scene)["countries"] as? [[String: Any]])
        #expect(countries.map { $0["country"] as? String } == ["US", "NO"])
        #expect(countries.map { $0["provider"] as? String } == ["nws", "met-norway"])
        #expect(countries.allSatisfy { $0["error"] is NSNull && $0["errorCode"] is NSNull })
        // Elsewhere, the source of the warning that is shown.
        #expect(scene.warningsAttribution(beside: nws, Style()).map(\.plain) == ["Warnings by MET Norway (CC BY 4.0)"])
        let members = JSON.object(JSON.warnings(scene, PlaceClock(zoneName: nil), Style())).text
        #expect(members.contains(#""provider":"met-norway""#))
    }

    /// Not to know one country's is not "no warnings".
    @Test func failedCountryIsNamed() throws {
        let scene = try scene([part("US", nws), AlertPart(country: "DE", failure: Self.failure)])
        let text = try text(scene)
        #expect(!text.contains("no warnings"))
        #expect(text.contains("DE: api.brightsky.dev returned HTTP 500"))
        let countries = try #require(try json(scene)["countries"] as? [[String: Any]])
        #expect(countries.last?["provider"] is NSNull)
        #expect(countries.last?["errorCode"] as? String == "service-failed")
        // With its last report, it is known.
        var old = try part("DE", metNorway)
        old.failure = Self.failure
        let stale = try self.text(self.scene([part("US", nws), old]))
        #expect(stale.contains("no warnings") && stale.contains("DE: api.brightsky.dev returned HTTP 500"))
    }

    /// All services of the own country have failed, and the neighbour's has no warnings: nothing is known here.
    @Test func failedOwnCountryIsNotKnown() throws {
        let missing = AlertPart(country: "PL", failure: Self.failure)
        let own = try scene([missing, part("DE", nws)])
        let text = try text(own)
        #expect(text.contains("\n\nwarnings for PL could not be fetched\n\n") && !text.contains("no warnings"))
        #expect(try json(own)["alertsKnown"] as? Bool == false)
        func bar(_ scene: Scene) throws -> [String: Any] {
            let line = try #require(ShortView.lines(of: scene, as: .waybar, in: Style()).first)
            return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        func current(_ scene: Scene) throws -> [String: Any] {
            let line = try #require(CurrentView.lines(of: scene, as: .json, in: Style()).first)
            return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(try current(own)["alertsKnown"] as? Bool == false && current(own)["alert"] is NSNull)
        let waybar = try bar(own)
        #expect((waybar["class"] as? [String])?.contains("alert-missing") == true)
        #expect((waybar["tooltip"] as? String)?.contains("warnings for PL could not be fetched") == true)
        // Only the neighbour's are missing.
        let other = try scene([part("PL", nws), AlertPart(country: "DE", failure: Self.failure)])
        #expect(try self.text(other).contains("warnings for DE could not be fetched"))
        #expect(try current(other)["alertsKnown"] as? Bool == true && json(other)["alertsKnown"] as? Bool == true)
        #expect((try bar(other)["class"] as? [String])?.contains("alert-missing") == false)
        for language in Language.allCases { #expect(language.words.unknownWarnings(of: "PL").contains("PL")) }
    }

    @Test func placeElsewhereHasNoCountries() throws {
        let scene = try Montevideo.scene(warning: [], by: nws)
        #expect(try text(scene).hasSuffix("updated at 15:40\nWarnings by NWS"))
        #expect((try json(scene)["countries"] as? [Any])?.isEmpty == true)
    }

    @Test func statusSaysWhich() throws {
        var status = DaemonStatus(version: "0.1.0")
        status.warningsProvider = nws
        status.warningsParts = [try part("US", nws), AlertPart(country: "DE", failure: Self.failure)]
        func line() -> String? { StatusView.lines(of: status, as: .text).first { $0.hasPrefix("warnings: ") } }
        #expect(line() == "warnings: nws (US); none of DE: api.brightsky.dev returned HTTP 500")
        status.warningsParts[1].report = try part("DE", metNorway).report
        #expect(line() == "warnings: nws (US); met-norway (DE) not updated: api.brightsky.dev returned HTTP 500")
        let json = StatusView.lines(of: status, as: .json).joined()
        #expect(json.contains(#""warningsCountries":[{"country":"US","provider":"nws","attribution":null,"#))
    }
}
