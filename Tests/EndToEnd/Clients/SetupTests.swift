import Foundation
import Glibc
import LoopbackHTTP
import Scratch
import Testing

/// `weatherctl setup` and its undo, with the real programs and a terminal, but without a user manager and bars.
@Suite(.ownThread, .timeLimit(.minutes(2)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct SetupTests {
    private static let waybar = """
        // mine
        {
            "modules-right": ["cpu", "clock"], // right
        }

        """

    /// A daemon with weather, and Waybar's configuration.
    private func withBar(
        place: String? = "-34.9 -56.2 Montevideo", provider isUp: Bool = true, waybar: String = waybar,
        _ body: (Home) throws -> Void
    ) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: isUp ? provider : nil, now: Forecast.now, place: place)
            try home.directory.writeProgram("#!/bin/sh\n", to: "waybar")
            home.environment["PATH"] = "\(Programs.directory):\(home.directory.path):/usr/bin:/bin"
            let files = FileManager.default
            try files.createDirectory(atPath: home.directory.file("dotfiles"), withIntermediateDirectories: true)
            try files.createDirectory(atPath: home.directory.file("config/waybar"), withIntermediateDirectories: true)
            try home.directory.write(waybar, to: "dotfiles/config")
            try files.createSymbolicLink(
                atPath: home.directory.file("config/waybar/config"), withDestinationPath: "../../dotfiles/config")
            let daemon = try home.start()
            try home.awaitRefresh()
            try body(home)
            #expect(try daemon.stop() == 0)
        }
    }

    @Test(arguments: [
        ("ubuntu:GNOME", "weatherd-gnome", "gnome-extensions enable weatherd@weatherd.org"),
        ("KDE", "weatherd-plasma", "Weather (weatherd)"),
    ])
    func desktopHasItsOwn(desktop: String, package: String, advice: String) async throws {
        try await withBar { home in
            home.environment["XDG_CURRENT_DESKTOP"] = desktop
            let output = try home.weatherctl("setup").output.split { $0.isWhitespace }.joined(separator: " ")
            #expect(output.contains(package) && output.contains(advice), "\(output)")
        }
    }

    private func text(_ home: Home) throws -> String {
        String(decoding: try home.directory.read("dotfiles/config"), as: UTF8.self)
    }

    private func names(_ home: Home) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home.directory.file("config/waybar")).sorted()
    }

    /// Runs setup on a terminal of 40 columns.
    private func onTerminal(
        _ home: Home, setting: [String: String] = [:], _ body: (Conversation) throws -> Void
    ) throws {
        let keys = home.directory.file("keys")
        #expect(mkfifo(keys, 0o600) == 0)
        defer { unlink(keys) }
        let keyboard = try #require(FileHandle(forUpdatingAtPath: keys))
        let terminal = try ChildProcess(
            "/bin/sh",
            ["-c", "exec script -qec 'stty cols 40 rows 24; exec weatherctl setup' /dev/null < \"$0\"", keys],
            environment: home.environment.merging(["TERM": "xterm-256color", "SHELL": "/bin/sh"]) { $1 }
                .merging(setting) { $1 }, errors: home.directory.file("errors"))
        try body(Conversation(terminal, keyboard))
        try keyboard.close()
    }

    /// What is printed, and what is typed.
    private final class Conversation {
        private let terminal: ChildProcess
        private let keyboard: FileHandle
        private(set) var text = ""
        /// The length of the text when something was typed last.
        private var answered = 0

        init(_ terminal: ChildProcess, _ keyboard: FileHandle) {
            (self.terminal, self.keyboard) = (terminal, keyboard)
        }

        /// Types after the prompt was printed.
        func type(_ keys: String, after prompt: String) throws {
            while text.count == answered || !text.hasSuffix(prompt) {
                let bytes = try terminal.output.read(waitingFor: "\(prompt) after \(text)")
                guard !bytes.isEmpty else { throw Failure("it ended without \(prompt): \(text)") }
                text += String(decoding: bytes, as: UTF8.self)
            }
            answered = text.count
            keyboard.write(Data(keys.utf8))
        }

        /// The exit status.
        func end() throws -> Int32 {
            while case let bytes = try terminal.output.read(waitingFor: "the end"), !bytes.isEmpty {
                text += String(decoding: bytes, as: UTF8.self)
            }
            return try terminal.wait()
        }

        /// Without the sequences of colours, as lines.
        var lines: [String] {
            text.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(whereSeparator: \.isNewline).map(String.init)
        }
    }

    @Test func answersAreTakenOnTerminal() async throws {
        try await withBar(place: nil) { home in
            let before = try text(home)
            try onTerminal(home, setting: ["LANG": "en_US.UTF-8"]) { conversation in
                try conversation.type("Reykjavik\n", after: "skip) ")
                try conversation.type("n", after: "[y/N] ")
                try conversation.type("y", after: "[y/N] ")
                #expect(try conversation.end() == 0, "\(conversation.text)")
                #expect(conversation.text.contains("\u{1B}[32m✓\u{1B}[0m  place"), "\(conversation.text)")
                #expect(conversation.text.contains("units? [y/N] n"))
                let lines = conversation.lines
                #expect(lines.contains { $0.contains("Reykjav") })
                // Only words that are longer, such as paths.
                for line in lines where line.count > 40 { #expect(line.split(separator: " ").count < 3, "\(line)") }
            }
            #expect(try home.weatherctl("status").output.contains("location-source: set by weatherctl"))
            let after = try text(home)
            #expect(after.contains("\"modules-right\": [\"custom/weather\", \"cpu\", \"clock\"], // right\n"))
            #expect(after.contains("\"exec\": \"weatherctl watch short --output waybar\""))
            #expect(try names(home).count == 2)

            // Not twice, and undone exactly.
            let again = try home.weatherctl("setup", "--yes")
            #expect(again.status == 0 && again.output.contains("already shows the weather"), "\(again)")
            #expect(try text(home) == after)
            let undone = try home.weatherctl("setup", "--undo")
            #expect(undone.status == 0, "\(undone)")
            #expect(try text(home) == before)
            #expect(try names(home) == ["config"], "the link and no backup")
            let nothing = try home.weatherctl("setup", "--undo")
            #expect(nothing.status == 0 && nothing.output == "Nothing to undo: setup has changed nothing here.\n")
        }
    }

    @Test func laterInsertionsAreUndoneToo() async throws {
        let (first, second) = (#"{"name": "a", "modules-right": ["cpu"]}"#, #"{"name": "b", "modules-right": ["cpu"]}"#)
        try await withBar(waybar: "[\(first)]\n") { home in
            #expect(try home.weatherctl("setup", "--yes").status == 0)
            let grown = try text(home).replacing("]}]\n", with: "]},\n\(second)]\n")
            try home.directory.write(grown, to: "dotfiles/config")
            let again = try home.weatherctl("setup", "--yes")
            #expect(again.status == 0 && again.output.contains("already shows the weather (a)"), "\(again)")
            #expect(try text(home).components(separatedBy: "weatherctl toggle").count == 3)
            let undone = try home.weatherctl("setup", "--undo")
            #expect(undone.status == 0, "\(undone)")
            #expect(try text(home) == "[\(first),\n\(second)]\n")
        }
    }

    @Test(arguments: [["HOME": ""], ["SUDO_UID": "1000"]])
    func anothersBarsAreNotSetUp(setting: [String: String]) async throws {
        try await withBar { home in
            home.environment.merge(setting) { $1 }
            let end = try home.weatherctl("setup", "--yes")
            #expect(end.status == 64 && end.errors.contains("without sudo"), "\(end)")
        }
    }

    @Test func nothingIsAskedWithoutTerminal() async throws {
        try await withBar { home in
            let before = try text(home)
            let result = try home.weatherctl("setup")
            #expect(result.status == 1 && result.output.hasSuffix("1 thing is left to do.\n"), "\(result)")
            #expect(result.output.contains("ok  place     Montevideo"))
            #expect(result.output.contains("can show the weather: weatherctl setup --yes\n"))
            #expect(result.output.contains("\n\"custom/weather\": {\n"))
            #expect(try text(home) == before)
            #expect(try names(home) == ["config"])
        }
    }

    @Test func brokenConfigurationIsReported() async throws {
        let broken = "{\n  \"modules-right\": [\"cpu\"\n  \"height\": 3\n}\n"
        try await withBar(waybar: broken) { home in
            let result = try home.weatherctl("setup", "--yes")
            #expect(result.status == 1, "\(result)")
            #expect(
                result.output.contains(
                    "config/waybar/config:2: expected \",\" or \"]\" after a value; nothing was changed\n"),
                "\(result)")
            #expect(try text(home) == broken)
            #expect(try names(home) == ["config"])
        }
    }

    @Test func interruptionLeavesNothing() async throws {
        try await withBar { home in
            let before = try text(home)
            try onTerminal(home) { conversation in
                try conversation.type("\u{3}", after: "[y/N] ")
                #expect(try conversation.end() == 130, "\(conversation.text)")
            }
            #expect(try text(home) == before)
            #expect(try names(home) == ["config"])
        }
    }

    @Test func userEditsSurviveUndo() async throws {
        try await withBar { home in
            #expect(try home.weatherctl("setup", "--yes").status == 0)
            let edited = try text(home).replacing("// mine", with: "// mine, and more")
            try home.directory.write(edited, to: "dotfiles/config")
            #expect(try home.weatherctl("setup", "--undo").status == 0)
            #expect(try text(home) == Self.waybar.replacing("// mine", with: "// mine, and more"))
            #expect(try names(home).count == 2, "the backup differs, and stays")

            #expect(try home.weatherctl("setup", "--yes").status == 0)
            let changed = try text(home).replacing("weatherctl toggle", with: "foot")
            try home.directory.write(changed, to: "dotfiles/config")
            let refused = try home.weatherctl("setup", "--undo")
            #expect(refused.status == 1 && refused.output.contains("was edited where setup added"), "\(refused)")
            #expect(try text(home) == changed)
        }
    }

    @Test func missingNetworkIsReported() async throws {
        try await withBar(provider: false) { home in
            let result = try home.weatherctl("setup", "--yes")
            #expect(result.output.contains("!   weather   "), "\(result)")
            #expect(result.output.contains("ok  Waybar    added to "), "\(result)")
        }
    }

    @Test func missingDaemonIsReported() throws {
        let home = try Home(provider: nil)
        home.environment["PATH"] = Programs.directory
        let result = try home.weatherctl("setup")
        #expect(result.status == 1)
        #expect(result.output.contains("weatherd is not running, and systemd was not found\n"), "\(result)")
        #expect(
            result.output.contains("-> start it with your session, for example in sway's configuration: exec weatherd"))
    }

    @Test func usageErrorsAreReported() throws {
        let home = try Home(provider: nil)
        let option = try home.weatherctl("setup", "--unod")
        #expect(option.status == 64 && option.errors == "weatherctl: unknown option \"--unod\"; did you mean --undo?\n")
        #expect(try home.weatherctl("setup", "now").status == 64)
        let help = try home.weatherctl("help", "setup")
        #expect(help.status == 0 && help.output.contains("USAGE: weatherctl setup [--undo] [--yes]"))
        #expect(try home.weatherctl("setup", "--help").output == help.output)
    }
}
