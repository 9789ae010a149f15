import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// Warnings that could not be read, in `alerts`.
struct UnreadableWarningsTests {
    private func text(_ scene: Scene) throws -> String {
        try AlertsView.lines(of: scene, as: .text, in: Style()).joined(separator: "\n")
    }

    private func json(_ scene: Scene) throws -> [String: Any] {
        let line = try #require(AlertsView.lines(of: scene, as: .json, in: Style()).first)
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    /// One that could not be read may be in force: the view does not claim that none is.
    @Test func unreadableWarningsAreNotNoWarnings() throws {
        var scene = try Montevideo.scene(warning: [], by: nws)
        scene.alerts?.omitted = OmittedAlerts(unlocated: 1, unreadable: 2)
        #expect(
            try text(scene) == """
                Montevideo, Saturday 21 November 2026

                1 warning of a region that cannot be located

                2 warnings could not be read and may be in force

                updated at 15:40
                Warnings by NWS
                """)
        #expect(try json(scene)["alertsUnreadable"] as? Int == 2)
        #expect(try json(scene)["alertsUnplaced"] as? Int == 1)
        scene.alerts?.alerts = [try Montevideo.storm()]
        #expect(try text(scene).contains("Stay in port."))
        #expect(try text(scene).contains("\n\n2 warnings could not be read and may be in force\n\nupdated at 15:40"))
        for language in Language.allCases {
            for count in [1, 2, 5, 21] {
                #expect(language.words.unreadableWarnings(count).contains("\(count)"))
            }
        }
    }

    /// What came since is not known.
    @Test func failureAfterNoneIsNotNone() throws {
        var scene = try Montevideo.scene(warning: [])
        #expect(try text(scene).contains("\nno warnings in force\n"))
        scene.alertsFailure = .timedOut(host: "x", seconds: 20)
        #expect(try text(scene).contains("\nno warnings were in force when they were last fetched\n"))
    }

    @Test func unreadableWarningsOfForecastAreStated() throws {
        var scene = try Montevideo.scene()
        scene.report?.alerts = []
        scene.report?.omittedAlerts = OmittedAlerts(unreadable: 1)
        #expect(try text(scene).contains("\n1 warning could not be read and may be in force\n"))
        #expect(try !text(scene).contains("no warnings"))
    }
}
