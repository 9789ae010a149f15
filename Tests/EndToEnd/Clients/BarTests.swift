import ClientProtocol
import Foundation
import Glibc
import LoopbackHTTP
import Scratch
import Testing

/// What a status bar receives from the real programs, also after failures.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct BarTests {
    private static let bars = ViewRequest.Output.allCases.filter(\.isBar)

    private func withWeather(_ body: (Home, RunningDaemon) async throws -> Void) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start()
            try home.awaitRefresh()
            try await body(home, daemon)
            #expect(try daemon.stop() == 0)
        }
    }

    private func object(_ line: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }

    @Test func barsReceiveAllFields() async throws {
        try await withWeather { home, _ in
            let waybar = try object(home.weatherctl("short", "--output", "waybar").output)
            #expect((waybar["text"] as? String)?.contains("22°C") == true)
            #expect(waybar["alt"] as? String == "partly-cloudy")
            let classes = try #require(waybar["class"] as? [String])
            #expect(Set(classes).isSuperset(of: ["partly-cloudy", "day", "fresh"]))
            #expect((waybar["tooltip"] as? String)?.contains("Montevideo") == true)
            #expect(try home.weatherctl("short", "--output", "polybar").output.contains("22°C"))
            #expect(try home.weatherctl("short", "--output", "tmux").output.contains("22°C"))
        }
    }

    @Test(arguments: bars)
    func withoutDaemonBarsReceiveValidOutput(output: ViewRequest.Output) throws {
        let home = try Home(provider: nil)
        let result = try home.weatherctl("short", "--output", output.rawValue)
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("\n"))
        // Polybar would show standard error as the weather.
        #expect(result.errors.isEmpty == (output == .polybar))
        #expect(output == .polybar || result.errors.contains("systemctl --user start weatherd"))
        switch output {
        case .waybar, .eww:
            let object = try object(result.output)
            #expect((object["text"] as? String)?.contains("–") == true)
            #expect((object["tooltip"] as? String)?.contains("weatherd") == true)
        default: break
        }
    }

    /// The configured placeholder is known while the daemon runs.
    @Test(arguments: bars)
    func withoutWeatherBarsShowPlaceholder(output: ViewRequest.Output) throws {
        let home = try Home(provider: nil)
        let daemon = try home.start(setting: ["WEATHERD_SHORT_UNAVAILABLE": "wait"])
        let result = try home.weatherctl("short", "--output", output.rawValue)
        #expect(result.status == 0)
        #expect(result.output.contains("wait") && !result.output.contains("–"))
        let watch = try ChildProcess(
            Programs.weatherctl, ["watch", "short", "--output", output.rawValue], environment: home.environment,
            errors: home.directory.file("errors"))
        let lines = Lines(watch.output)
        while try !lines.next().contains("wait") {}
        #expect(try daemon.stop() == 0)
    }

    @Test(arguments: bars)
    func usageErrorKeepsBarOutputValid(output: ViewRequest.Output) async throws {
        try await withWeather { home, _ in
            for words in [["short", "--bogus"], ["short", "--format", "{bogus}"], ["shrt"]] {
                let result = try Finished.running(
                    Programs.weatherctl, words + ["--output", output.rawValue], environment: home.environment)
                #expect(result.status == 0, "\(words)")
                #expect(!result.output.isEmpty && result.errors.isEmpty == (output == .polybar), "\(words)")
            }
        }
    }

    @Test func waybarShowsDaemonLossAndReturn() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start()
            try home.awaitRefresh()
            let watch = try ChildProcess(
                Programs.weatherctl, ["watch", "short", "--output", "waybar"], environment: home.environment,
                errors: home.directory.file("errors"))
            let lines = Lines(watch.output)
            #expect(try object(lines.next())["alt"] as? String == "partly-cloudy")
            try daemon.kill()
            let gone = try object(lines.next())
            #expect((gone["text"] as? String)?.contains("–") == true)
            #expect((gone["class"] as? [String])?.contains("no-daemon") == true)
            let second = try home.start()
            // The reason may be reported again in the meantime.
            while try object(lines.next())["alt"] as? String != "partly-cloudy" {}
            #expect(try second.stop() == 0)
        }
    }

    /// swaybar and i3bar read an endless JSON array, and write clicks to standard input.
    @Test func i3barReceivesOutputAndClicksAreHandled() async throws {
        try await withWeather { home, _ in
            let clicks = home.directory.file("clicks")
            #expect(mkfifo(clicks, 0o600) == 0)
            let writer = try #require(FileHandle(forUpdatingAtPath: clicks))
            let watch = try ChildProcess(
                "/bin/sh", ["-c", "exec weatherctl watch short --output i3bar < \"$0\"", clicks],
                environment: home.environment, errors: home.directory.file("errors"))
            let lines = Lines(watch.output)
            #expect(try object(lines.next())["version"] as? Int == 1)
            #expect(try lines.next() == "[")
            func text() throws -> String {
                let line = try lines.next()
                #expect(line.hasSuffix(","))
                let array = try JSONSerialization.jsonObject(with: Data(line.dropLast().utf8))
                let blocks = try #require(array as? [[String: Any]])
                return try #require(blocks.first?["full_text"] as? String)
            }
            #expect(try text().contains("22°C"))
            writer.write(Data("[\n{\"name\":\"weather\",\"button\":1,\"x\":1}\n".utf8))
            #expect(try text().contains("Montevideo"), "the other format")
            writer.write(Data(",{\"name\":\"weather\",\"button\":1,\"x\":1}\n".utf8))
            #expect(try !text().contains("Montevideo"))
            // Without clicks the output is unchanged.
            try writer.close()
            #expect(try home.ask("set-units imperial").code == nil)
            #expect(try text().contains("72°F"))
        }
    }

    @Test(arguments: [
        ("trap '' PIPE; exec weatherctl watch short --output waybar"), ("exec weatherctl watch short --output i3bar"),
    ])
    func watchEndsWhenBarExits(script: String) async throws {
        try await withWeather { home, _ in
            let watch = try ChildProcess(
                "/bin/sh", ["-c", script], environment: home.environment, errors: home.directory.file("errors"))
            #expect(try !Lines(watch.output).next().isEmpty)
            watch.output.close()
            #expect(try watch.wait() == 0)
        }
    }
}
