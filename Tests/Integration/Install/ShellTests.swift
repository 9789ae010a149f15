import Foundation
import Scratch
import Testing

/// Completion with Tab in the real shells, on a terminal.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes the released programs; run make integration"), .timeLimit(.minutes(2)))
struct ShellTests {
    /// Each shell, and the path of its script below an installation prefix. bash also finds it through bash-completion,
    /// which searches `XDG_DATA_HOME`.
    private static let shells = [
        ("bash", "PREFIX/share/bash-completion/completions/weatherctl"),
        ("bash", "/usr/share/bash-completion/bash_completion"),
        ("zsh", "PREFIX/share/zsh/site-functions/_weatherctl"),
        ("fish", "PREFIX/share/fish/vendor_completions.d/weatherctl.fish"),
    ]

    /// The line before and after Tab.
    private static let lines = [
        ("weatherctl cur", "weatherctl current "),
        ("weatherctl set-u", "weatherctl set-units "),
        ("weatherctl set-units wi", "weatherctl set-units wind="),
        ("weatherctl set-units wind=b", "weatherctl set-units wind=bft "),
        ("weatherctl short --out", "weatherctl short --output "),
        ("weatherctl short --output way", "weatherctl short --output waybar "),
        ("weatherctl short --output=way", "weatherctl short --output=waybar "),
        ("weatherctl show --units wind=kn,pressure=m", "weatherctl show --units wind=kn,pressure=mmhg "),
        ("weatherctl watch cur", "weatherctl watch current "),
        ("weatherctl help sear", "weatherctl help search "),
        ("weatherctl places remo", "weatherctl places remove "),
        ("weatherctl places remove san", #"weatherctl places remove San\ José "#),
        (#"weatherctl places remove San\ "#, #"weatherctl places remove San\ José "#),
        (#"weatherctl short --place "San"#, #"weatherctl short --place "San José" "#),
        ("weatherctl short --place=Osl", "weatherctl short --place=Oslo "),
        ("weatherctl set-location aut", "weatherctl set-location auto "),
        ("weatherctl places rename Qu", #"weatherctl places rename Quote\"s\ \$x "#),
        ("weatherctl bogus", "weatherctl bogus"),
    ]

    private func daemon(in directory: TemporaryDirectory, _ environment: [String: String]) throws -> Process {
        let daemon = Process()
        daemon.executableURL = URL(filePath: directory.file("prefix/bin/weatherd"))
        daemon.environment = environment.merging(["WEATHERD_PROVIDERS": "sample"]) { $1 }
        daemon.standardError = FileHandle.nullDevice
        try daemon.run()
        return daemon
    }

    @Test func tabCompletesWords() throws {
        let directory = try TemporaryDirectory()
        let prefix = directory.file("prefix")
        try Installation.make("install", prefix: prefix)
        let environment = [
            "HOME": directory.path, "XDG_RUNTIME_DIR": directory.path, "PATH": "\(prefix)/bin:/usr/bin:/bin",
            "XDG_DATA_HOME": prefix + "/share", "LANG": "C.UTF-8",
        ]
        let daemon = try daemon(in: directory, environment)
        defer {
            daemon.terminate()
            daemon.waitUntilExit()
        }
        func run(_ words: [String]) throws -> Machine.Outcome {
            try Machine.run(["env", "-i"] + environment.map { "\($0)=\($1)" } + words)
        }
        _ = try patiently("the daemon", observe: { try run(["weatherctl", "version"]).status }, until: { $0 == 0 })
        for (name, latitude) in [("Oslo", "59.9"), ("San José", "9.9"), (#"Quote"s $x"#, "50")] {
            #expect(try run(["weatherctl", "places", "add", name, latitude, "10"]).status == 0)
        }
        for (shell, script) in Self.shells {
            let path = script.replacing("PREFIX", with: prefix)
            let outcome = try run(
                ["timeout", "40", "python3", PrivateBus.script("Install/complete.py"), shell, path, "\t"]
                    + Self.lines.map(\.0))
            let seen = outcome.output.split(separator: "\n").map(String.init)
            #expect(seen == Self.lines.map(\.1), "\(shell) with \(script): \(outcome)")
        }
        // All possible completions.
        let all = try run([
            "python3", PrivateBus.script("Install/complete.py"), "bash",
            prefix + "/share/bash-completion/completions/weatherctl",
            "\u{1B}*", "weatherctl places remove ",
        ])
        #expect(all.output == "weatherctl places remove Oslo Quote\\\"s\\ \\$x San\\ José \n")
        // Without a daemon, completion still works for the rest.
        daemon.terminate()
        daemon.waitUntilExit()
        let without = try run([
            "python3", PrivateBus.script("Install/complete.py"), "zsh",
            prefix + "/share/zsh/site-functions/_weatherctl", "\t",
            "weatherctl set-location a", "weatherctl places remove san",
        ])
        #expect(without.output == "weatherctl set-location auto \nweatherctl places remove san\n")
    }
}
