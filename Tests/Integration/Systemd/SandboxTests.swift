import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// What the sandbox forbids is tried: each attempt succeeds without its directive, and fails with it; and the daemon
/// has all that it needs.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes a user manager; run make integration"), .serialized,
    .timeLimit(.minutes(2)))
struct SandboxTests {
    private let machine: Machine
    private let unit: UnitFile
    private let sandbox: UnitFile

    private static let units = ".local/share/systemd/user"

    init() throws {
        machine = try Machine()
        try machine.make("install")
        try machine.make("install-sandbox")
        unit = UnitFile(try machine.read(Self.units + "/weatherd.service"))
        sandbox = UnitFile(try machine.read(Self.units + "/weatherd.service.d/sandbox.conf"))
    }

    // MARK: - Each directive

    @Test func eachDirectiveForbids() throws {
        // Every directive of the units is tested here.
        #expect(Set(unit.sandbox.map(UnitFile.name)) == Set(Proof.ofUnit.map(\.directive)))
        #expect(
            Set(sandbox.sandbox.map(UnitFile.name))
                == Set(Proof.ofSandbox.map(\.directive)).union(Proof.openings))

        let all = (Proof.ofUnit + Proof.ofSandbox).flatMap(\.attempts)
        var probes = [
            "whole-unit": Probe(lines: unit.sandbox, attempts: Proof.ofUnit.flatMap(\.attempts)),
            "whole-sandbox": Probe(lines: unit.sandbox + sandbox.lines, attempts: all),
        ]
        func add(_ proof: Proof, of file: UnitFile, as name: String, on base: [String]) {
            let base = base + lines(of: proof.besides, in: unit)
            probes[name + "-without"] = Probe(lines: base, attempts: proof.attempts)
            probes[name + "-with"] = Probe(
                lines: base + lines(of: [proof.directive], in: file), attempts: proof.attempts)
        }
        for proof in Proof.ofUnit { add(proof, of: unit, as: "unit-" + proof.directive, on: []) }
        for proof in Proof.ofSandbox {
            let base = proof.directive == "PrivateUsers" ? [] : lines(of: ["PrivateUsers"], in: sandbox)
            add(proof, of: sandbox, as: "sandbox-" + proof.directive, on: base)
        }

        for (name, results) in try run(probes) {
            let attempts = try #require(probes[name]).attempts
            #expect(results.count == attempts.count, "\(name): \(results)")
            for attempt in attempts {
                let isDone = results[attempt] == "done"
                #expect(isDone == name.hasSuffix("-without"), "\(name), \(attempt): \(results[attempt] ?? "-")")
            }
        }
    }

    @Test func tasksAreLimited() throws {
        #expect(unit.lines.contains("TasksMax=512"))
        let shown = try machine.alice(["systemctl", "--user", "show", "--property=TasksMax", "weatherd.service"])
        #expect(shown.output == "TasksMax=512\n")
    }

    /// The access that docs/hooks.md documents for commands.
    @Test func hookCommandsHaveDocumentedAccess() throws {
        let system = ["run-program", "resolve-names"]
        let own = ["change-home", "reach-bus", "reach-manager", "be-nice"]
        let results = try run([
            "unit": Probe(lines: unit.sandbox, attempts: system + own),
            "sandbox": Probe(lines: unit.sandbox + sandbox.lines, attempts: system + own),
            "opened": Probe(
                lines: unit.sandbox + sandbox.lines + ["BindReadOnlyPaths=%h/bin", "BindReadOnlyPaths=%t/bus"],
                attempts: ["run-own-program", "reach-bus"]),
        ])
        for attempt in system + own { #expect(results["unit"]?[attempt] == "done", "\(attempt)") }
        for attempt in system { #expect(results["sandbox"]?[attempt] == "done", "\(attempt)") }
        for attempt in own { #expect(results["sandbox"]?[attempt] != "done", "\(attempt)") }
        for attempt in ["run-own-program", "reach-bus"] { #expect(results["opened"]?[attempt] == "done", "\(attempt)") }
    }

    // MARK: - systemd's verification

    @Test func unitsPassVerification() throws {
        for file in ["weatherd.service", "weatherd.socket"] {
            let outcome = try machine.alice([
                "systemd-analyze", "--user", "--man=no", "verify", "/home/alice/\(Self.units)/\(file)",
            ])
            #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
        }
        let outcome = try machine.alice([
            "systemd-analyze", "--user", "--no-pager", "security", "--offline=true", "--threshold=20",
            "/home/alice/\(Self.units)/weatherd.service",
        ])
        #expect(outcome.status == 0, "\(outcome)")
    }

    // MARK: - The daemon in the sandbox

    @Test func daemonRunsWithinSandbox() async throws {
        try await ServiceTests.withWeather { provider in
            try machine.configure(asking: provider)
            try machine.systemctl("daemon-reload")
            // Files elsewhere would be lost.
            try machine.systemctl(
                "set-environment", "XDG_STATE_HOME=/home/alice/state", "XDG_CACHE_HOME=/home/alice/cache")
            try machine.systemctl("start", "weatherd.service")
            #expect(try machine.weatherctl("refresh", "--wait").status == 0)
            let line = try machine.weatherctl("short").output
            #expect(line.contains("°C"))
            // Settings and weather are there after the next start, at the same paths.
            #expect(try machine.weatherctl("places", "add", "Lillehammer").status == 0)
            #expect(try machine.read(".local/state/weatherd/settings.json").contains("Lillehammer"))
            #expect(try machine.read(".cache/weatherd/reports.json").contains("open-meteo"))
            try machine.systemctl("stop", "weatherd.service")
            try machine.expectSwiftStop()
            provider.respond { _ in .hang }
            #expect(try machine.weatherctl("short").output == line)
            #expect(try machine.weatherctl("places").output.contains("Lillehammer"))
            #expect(try machine.weatherctl("map").status == 0)
            // It notices a new configuration, although the file was replaced.
            try machine.configure(asking: provider, "[short]\nformat = \"It is {temperature}\"")
            try machine.systemctl("reload", "weatherd.service")
            try machine.awaitLine { $0.hasPrefix("It is ") }
            #expect(try machine.systemctl("status", "weatherd.service").contains("Status: \"Oslo "))
            // Neither weatherd nor systemd reported a problem.
            let lines = try machine.journal("_SYSTEMD_USER_UNIT=weatherd.service", "+", "USER_UNIT=weatherd.service")
            let complaints = lines.filter { $0["PRIORITY"] != "6" || $0["_TRANSPORT"] != "journal" }
            #expect(!lines.isEmpty && complaints.isEmpty, "\(complaints)")
        }
    }

    /// A session may have its configuration elsewhere.
    @Test func relocatedConfigurationIsFound() throws {
        let machine = try Machine(session: ["XDG_CONFIG_HOME=/home/alice/etc"])
        try machine.make("install")
        try machine.make("install-sandbox")
        try machine.configure("[short]\nformat = \"It is {temperature}\"")
        try machine.root(["mv", "/home/alice/.config", "/home/alice/etc"])
        try machine.systemctl("daemon-reload")
        try machine.systemctl("start", "weatherd.service")
        try machine.awaitLine { $0.hasPrefix("It is ") }
    }

    @Test(arguments: ["LoadCredential=openweathermap:/home/alice/secrets/key", "file"])
    func keysAreFound(from origin: String) async throws {
        try await LoopbackServer.running { _ in
            .answer(status: 503, body: [])
        } _: { provider in
            let key = "0123456789abcdef0123456789abcdef"
            let isFile = origin == "file"
            let path = isFile ? ".config/weatherd/openweathermap.key" : "secrets/key"
            try machine.write(key + "\n", to: path)
            try machine.root(["chmod", "600", "/home/alice/" + path])
            try machine.configure(
                asking: provider, first: "providers = [\"openweathermap\"]\n",
                """
                [openweathermap]
                url = "\(provider.url)"
                \(isFile ? "api-key-file = \"~/\(path)\"" : "")
                """)
            if !isFile {
                try machine.write(
                    "[Service]\n\(origin)\n", to: ".config/systemd/user/weatherd.service.d/credential.conf")
            }
            try machine.systemctl("daemon-reload")
            try machine.systemctl("start", "weatherd.service")
            let request = try #require(await provider.requests(atLeast: 1).first)
            #expect(request.query["appid"] == key)
        }
    }

    // MARK: - Probes

    /// Attempts to make in a service with these lines.
    private struct Probe {
        var lines: [String]
        var attempts: [String]
    }

    private func lines(of directives: [String], in file: UnitFile) -> [String] {
        file.sandbox.filter { directives.contains(UnitFile.name($0)) }
    }

    /// Makes the attempts, each probe in its own service, and returns the results.
    private func run(_ probes: [String: Probe]) throws -> [String: [String: String]] {
        try prepare()
        for (name, probe) in probes {
            let lines =
                ["[Service]", "Type=oneshot", "StandardOutput=truncate:/srv/open/\(name)"]
                + ["ExecStart=/srv/probe " + probe.attempts.joined(separator: " ")] + probe.lines
            try machine.write(
                lines.joined(separator: "\n") + "\n", to: ".config/systemd/user/probe-\(name).service")
        }
        try machine.systemctl("daemon-reload")
        let outcome = try machine.alice(["systemctl", "--user", "start"] + probes.keys.map { "probe-\($0).service" })
        #expect(outcome.status == 0, "\(outcome.errors)")
        var results: [String: [String: String]] = [:]
        for name in probes.keys {
            let text = try machine.root(["cat", "/srv/open/" + name]).output
            for line in text.split(separator: "\n") {
                let words = line.split(separator: ": ", maxSplits: 1).map(String.init)
                results[name, default: [:]][words[0]] = words.last
            }
        }
        return results
    }

    /// Installs the program and the files that it looks for.
    private func prepare() throws {
        let probe = machine.directory.file("probe")
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "probe.c").path
        let compiler = try Machine.run(["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-o", probe, source])
        #expect(compiler.status == 0, "\(compiler.errors)")
        let script = """
            set -eu
            install -m 755 \(probe) /srv/probe
            install -m 4755 \(probe) /srv/probe-setuid
            install -m 755 \(probe) /srv/probe-capable
            setcap cap_sys_chroot=ep /srv/probe-capable
            install -d -m 1777 /srv/open
            install -D -m 755 \(probe) /home/alice/bin/probe
            for letter in /home/bob/letter /home/alice/letter /var/tmp/letter; do echo secret >$letter; done
            chown alice:alice /home/alice/letter
            """
        let outcome = try machine.root(["sh", "-c", script])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let planted = try machine.alice(["systemd-run", "--user", "--wait", "--pipe", "--quiet", "/srv/probe", "plant"])
        #expect(planted.output == "plant: done\n", "\(planted)")
    }
}
