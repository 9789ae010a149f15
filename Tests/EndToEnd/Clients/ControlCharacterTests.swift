import ClientProtocol
import Dialects
import Foundation
import LoopbackHTTP
import Scratch
import Testing
import Weather

/// Terminals, bars and the log show what services send: it must not control them.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct ControlCharacterTests {
    /// Clears the screen, sets the title, rings the bell, reverses the line's direction, and ends it.
    private static let attack = "\u{1B}[2J\u{1B}]0;owned\u{07}\u{9B}31m\u{202E}\r\u{08}\u{0}\u{7F}\u{2028}end"

    private func expectHarmless(_ text: String, _ what: String) {
        let controls = text.unicodeScalars.filter {
            let isControl = $0.properties.generalCategory == .control || $0.properties.isBidiControl
            return isControl && $0 != "\n" || $0 == "\u{2028}"
        }
        #expect(controls.isEmpty, "\(what): \(text.debugDescription)")
    }

    @Test func controlCharactersOfWarningsAreRemoved() async throws {
        try await WeatherService.running([OpenMeteoDialect(), NWSDialect()]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.newYork.place)
            try home.setProviders([services[0]])
            try home.setAddress(of: services[1])
            services[0].report(.of(.newYork, at: Home.now))
            let warning = IssuedWarning(
                id: "first" + Self.attack, event: "Storm" + Self.attack, severity: "Severe" + Self.attack,
                text: "Heavy snow." + Self.attack + "\n\nMore." + Self.attack)
            services[1].report(.of(.newYork, at: Home.now), warnings: [warning.nws])
            let daemon = try home.start()
            try home.awaitRefresh()
            try home.awaitFetch("alerts")
            try expectHarmlessReplies(of: home)
            #expect(try home.weatherctl("alerts").output.contains("Storm"))
            #expect(try daemon.stop() == 0)
            expectHarmless(daemon.log, "the log")
        }
    }

    @Test(arguments: [200, 400, 429, 500])
    func controlCharactersOfErrorsAreRemoved(status: Int) async throws {
        let object = ["error": true, "reason": "sorry" + Self.attack] as [String: Any]
        let body = try JSONSerialization.data(withJSONObject: object)
        try await LoopbackServer.running { _ in
            .answer(status: status, headers: ["Content-Type": "application/json"], body: Array(body))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start()
            try home.awaitRefresh()
            try expectHarmlessReplies(of: home)
            let end = try home.weatherctl("short")
            expectHarmless(end.errors, "weatherctl's errors")
            #expect(try daemon.stop() == 0)
            expectHarmless(daemon.log, "the log")
        }
    }

    /// Paths are parts of errors.
    @Test(arguments: ["WEATHERD_SOCKET", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HOME"])
    func controlCharactersOfVariablesAreReplaced(variable: String) throws {
        let home = try Home(provider: nil)
        let path = home.directory.file("x" + Self.attack.filter { $0 != "\0" } + "/y")
        if variable != "WEATHERD_SOCKET" { home.environment["WEATHERD_SOCKET"] = nil }
        home.environment[variable] = path
        for arguments in [["short"], ["doctor"], ["short", "--output", "waybar"], ["completion"]] {
            let end = try Finished.running(Programs.weatherctl, arguments, environment: home.environment)
            expectHarmless(end.output, "the output of \(arguments)")
            expectHarmless(end.errors, "the errors of \(arguments)")
            guard variable == "WEATHERD_SOCKET", arguments == ["short"] else { continue }
            #expect(end.errors.contains("\u{FFFD}[2J"), "the attempt is seen: \(end.errors)")
        }
        for arguments in [["--check-config"], ["--config", path], ["--socket", path]] {
            let end = try Finished.running(Programs.weatherd, arguments, environment: home.environment)
            expectHarmless(end.output, "the output of \(arguments)")
            expectHarmless(end.errors, "the errors of \(arguments)")
        }
    }

    private func expectHarmlessReplies(of home: Home) throws {
        for view in ["status", "short", "current", "hourly", "daily", "alerts", "air", "places"] {
            for output in ["text", "json", "waybar", "polybar", "i3bar", "tmux", "argos"] {
                let reply = try home.ask("\(view) --output \(output)")
                expectHarmless(reply.text, "\(view) as \(output)")
            }
        }
    }
}
