import Foundation
import Glibc
import LoopbackHTTP
import Scratch
import Testing

/// What a person sees in a real terminal: that of script(1).
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct TerminalTests {
    private func onTerminal(
        _ command: String, columns: Int = 80, rows: Int = 0, setting: [String: String] = [:], in home: Home
    ) throws -> String {
        let environment = home.environment.merging(["TERM": "xterm-256color", "SHELL": "/bin/sh"]) { $1 }
            .merging(setting) { $1 }
        let result = try Finished.running(
            "/usr/bin/script", ["-qec", "stty cols \(columns) rows \(rows) -opost; \(command)", "/dev/null"],
            environment: environment)
        #expect(result.status == 0, "\(result.errors)")
        return result.output
    }

    private func withWeather(_ body: (Home) async throws -> Void) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start()
            try home.awaitRefresh()
            try await body(home)
            #expect(try daemon.stop() == 0)
        }
    }

    /// A script gets the error immediately.
    @Test func terminalQueryWaitsForFirstWeather() async throws {
        try await withoutWeather { home, gate in
            let person = try ChildProcess(
                "/usr/bin/script", ["-qec", "weatherctl current", "/dev/null"],
                environment: home.environment.merging(["TERM": "dumb", "SHELL": "/bin/sh"]) { $1 },
                errors: home.directory.file("errors"))
            let lines = Lines(person.output)
            let line = try lines.next()
            #expect(
                line == "weatherctl: no weather has been fetched yet; fetching it now; waiting up to 10 s\r")
            gate.signal()
            #expect(try lines.next().hasPrefix("Montevideo"))
            #expect(try person.wait() == 0)
        }
    }

    @Test func waitForFirstWeatherIsLimited() async throws {
        try await withoutWeather { home, gate in
            let result = try Finished.running(
                "/usr/bin/script", ["-qec", "weatherctl --timeout 0.25 current", "/dev/null"],
                environment: home.environment.merging(["TERM": "dumb", "SHELL": "/bin/sh"]) { $1 })
            #expect(result.status == 75 && result.output.contains("waiting up to 0.25 s"))
        }
    }

    /// A daemon whose provider answers when the gate is signalled.
    private func withoutWeather(_ body: (Home, DispatchSemaphore) throws -> Void) async throws {
        let gate = DispatchSemaphore(value: 0)
        try await LoopbackServer.running { _ in
            gate.wait()
            gate.signal()
            return .json(Forecast().json)
        } _: { provider in
            defer { gate.signal() }
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start()
            #expect(try home.weatherctl("current").status == 75)
            try body(home, gate)
            gate.signal()
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func failureEndsWaitForFirstWeather() throws {
        let home = try Home(provider: nil, now: Forecast.now)
        let daemon = try home.start()
        try home.awaitRefresh()
        let result = try Finished.running(
            "/usr/bin/script", ["-qec", "weatherctl current", "/dev/null"],
            environment: home.environment.merging(["TERM": "dumb", "SHELL": "/bin/sh"]) { $1 })
        #expect(result.status == 75 && result.output.contains("; last error: ") && !result.output.contains("waiting"))
        #expect(try daemon.stop() == 0)
    }

    @Test(arguments: ["current", "hourly", "daily", "places", "sun", "show"])
    func colorsAreOnlyWrittenToTerminals(view: String) async throws {
        try await withWeather { home in
            let onTerminal = try onTerminal("weatherctl \(view)", in: home)
            #expect(onTerminal.contains("\u{1B}["))
            let plain = [
                try self.onTerminal("weatherctl \(view) | cat", in: home),
                try self.onTerminal("weatherctl \(view)", setting: ["NO_COLOR": "1"], in: home),
                try self.onTerminal("weatherctl \(view)", setting: ["TERM": "dumb"], in: home),
                try self.onTerminal("weatherctl \(view) --color never", in: home),
            ]
            for text in plain { #expect(!text.isEmpty && !text.contains("\u{1B}")) }
            #expect(try home.weatherctl(view, "--color", "always").output.contains("\u{1B}["))
        }
    }

    @Test(arguments: [(40, 24), (80, 24), (80, 50), (200, 60)])
    func pagesFitTheTerminal(columns: Int, rows: Int) async throws {
        try await withWeather { home in
            func lines(_ command: String) throws -> [Substring] {
                try self.onTerminal(command, columns: columns, rows: rows, setting: ["NO_COLOR": "1"], in: home)
                    .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            }
            let current = try lines("weatherctl current")
            #expect(current.count < rows && current.contains { $0.hasPrefix("Temperature") })
            #expect(current.first?.hasPrefix("Montevideo") == true)
            #expect(current.contains { $0.hasPrefix("Next days") } == (rows > 24))
            let piped = try lines("weatherctl current | cat")
            #expect(piped.count >= current.count && piped.contains { $0.hasPrefix("Next days") })

            let overview = try lines("weatherctl")
            #expect(overview.count < rows && overview.contains { $0.contains("Montevideo") })
            let hint = overview.drop { !$0.hasPrefix("See also: ") }.joined(separator: " ")
            #expect(hint == "See also: weatherctl hourly, weatherctl daily, weatherctl help")
            #expect(try lines("weatherctl show").count < rows)

            let status = try lines("weatherctl status")
            #expect(status.count < rows && status.first == "Place" && status.contains("Weather"))
            #expect(try lines("weatherctl status | cat").first?.hasPrefix("place: Montevideo") == true)

            let sentence = try lines("weatherctl short --units furlongs 2>&1 || true")
            #expect(sentence.count > (columns < 100 ? 1 : 0) && sentence.allSatisfy { $0.count <= columns })
        }
    }

    /// A program on a terminal with colors, and its keyboard input.
    private func typing(
        _ command: String, rows: Int = 24, in home: Home, _ body: (ChildProcess, Lines, FileHandle) throws -> Void
    ) throws {
        let keys = home.directory.file("keys")
        #expect(mkfifo(keys, 0o600) == 0)
        let keyboard = try #require(FileHandle(forUpdatingAtPath: keys))
        let terminal = try ChildProcess(
            "/bin/sh", ["-c", "exec script -qec 'stty cols 80 rows \(rows); \(command)' /dev/null < \"$0\"", keys],
            environment: home.environment.merging(["TERM": "xterm-256color", "SHELL": "/bin/sh"]) { $1 },
            errors: home.directory.file("errors"))
        try body(terminal, Lines(terminal.output), keyboard)
        try keyboard.close()
    }

    @Test func placeIsChosenOnColoredMap() async throws {
        try await withWeather { home in
            try typing("weatherctl map --choose", in: home) { terminal, lines, keyboard in
                while try !lines.next().contains("-34.9000 -56.2000") {}
                keyboard.write(Data("\u{1B}[A".utf8))
                var line = try lines.next()
                while !line.contains(" -56.2000") { line = try lines.next() }
                #expect(line.contains("\u{1B}[1m"), "the name is bold")
                keyboard.write(Data("\r".utf8))
                while try !lines.next().contains("location set to ") {}
                #expect(try terminal.wait() == 0)
            }
            let status = try home.weatherctl("status").output.split(separator: "\n")
            #expect(!(try #require(status.first { $0.hasPrefix("place: ") })).contains("34.9°S 56.2°W"))
        }
    }

    @Test func watchedPageIsRedrawnInPlace() async throws {
        try await withWeather { home in
            try typing("weatherctl watch show", in: home) { terminal, lines, keyboard in
                // The alternate screen, from its first line.
                while try !lines.next().contains("\u{1B}[?1049h\u{1B}[?25l") {}
                while try !lines.next().contains("Montevideo") {}
                #expect(try home.ask("set-units imperial").code == nil)
                while try !lines.next().contains("\u{1B}[H") {}
                while try !lines.next().contains("°F") {}
                keyboard.write(Data("\u{3}".utf8))
                #expect(try terminal.wait() == 0)
            }
        }
    }

    @Test func watchedPageReportsTruncatedLines() async throws {
        try await withWeather { home in
            try typing("weatherctl watch daily 16", rows: 12, in: home) { terminal, lines, keyboard in
                while try !lines.next().contains("\u{1B}[?1049h\u{1B}[?25l") {}
                while try !lines.next().contains(" more, see: weatherctl daily") {}
                #expect(try lines.next().contains("updated "), "with its age")
                keyboard.write(Data("q".utf8))
                #expect(try terminal.wait() == 0)
            }
        }
    }

    @Test func lightBackgroundHasItsOwnColors() async throws {
        try await withWeather { home in
            let dark = try onTerminal("weatherctl current", in: home)
            let light = try onTerminal("weatherctl current", setting: ["COLORFGBG": "0;15"], in: home)
            #expect(dark != light)
            #expect(
                try home.weatherctl("current", "--color", "256", "--background", "light").output
                    != home.weatherctl("current", "--color", "256").output)
            #expect(
                try home.weatherctl("current", "--color", "256", "--theme", "dark", "--background", "light").output
                    == home.weatherctl("current", "--color", "256").output)
        }
    }

    @Test func colorDepthFollowsTerminal() async throws {
        try await withWeather { home in
            let full = try onTerminal("weatherctl daily", setting: ["COLORTERM": "truecolor"], in: home)
            #expect(full.contains("38;2;") && !full.contains("38;5;"))
            let palette = try onTerminal("weatherctl daily", in: home)
            #expect(palette.contains("38;5;") && !palette.contains("38;2;"))
        }
    }

    @Test(arguments: [40, 60, 100])
    func viewsFitTheWindow(columns: Int) async throws {
        try await withWeather { home in
            let views = ["current", "hourly", "daily", "places", "show", "map", "status"].map { "\($0) --color never" }
            for view in views + ["search Springfield"] {
                let text = try onTerminal("weatherctl \(view)", columns: columns, in: home)
                for line in text.split(separator: "\n") {
                    // Without the symbols and emoji that are wider than their declared width.
                    #expect(line.filter { !$0.isNewline }.count <= columns, "\(view): \(line)")
                }
            }
        }
    }

    @Test func everyLanguageIsAvailable() async throws {
        try await withWeather { home in
            var seen: Set<String> = []
            for language in ["en", "es", "it", "ru", "de", "fr", "pt", "pt-PT", "pl", "uk", "ja", "zh"] {
                let result = try home.weatherctl("current", "--language", language)
                #expect(result.status == 0)
                #expect(seen.insert(result.output).inserted, "\(language) reads like another language")
            }
            #expect(try home.weatherctl("current", "--language", "tlh").status == 1)
        }
    }

    @Test func languageFollowsLocale() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            home.environment["LANG"] = "ru_RU.UTF-8"
            let daemon = try home.start()
            try home.awaitRefresh()
            let russian = try home.weatherctl("current").output
            #expect(russian.unicodeScalars.contains { ("а"..."я").contains($0) })
            let asked = try home.weatherctl("current", "--language", "ru").output
            #expect(russian == asked)
            #expect(try daemon.stop() == 0)
        }
    }
}
