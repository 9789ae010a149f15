import Glibc
import Testing
import Wire

@testable import Client
@testable import weatherctl_tools

/// What is decided from what was looked at.
@Suite("doctor's own findings")
struct DiagnosisTests {
    private static let directory = "/run/user/1000"
    private static let path = "/run/user/1000/weatherd.sock"
    private static let home = "/home/alice"

    private static func unit(_ values: [String: String]) -> UnitState {
        UnitState(
            values: ["LoadState": "loaded", "ActiveState": "active", "UnitFileState": "enabled"].merging(values) { $1 })
    }

    private static func directory(_ name: String, isWritten: Bool = true) -> Diagnosis.Directory {
        Diagnosis.Directory(
            variable: "XDG_STATE_HOME",
            state: PathState(path: home + name, kind: .directory, owner: 1000, mode: 0o700, isWritable: true),
            isWritten: isWritten,
            ancestor: PathState(path: home, kind: .directory, owner: 1000, mode: 0o700, isWritable: true))
    }

    /// A machine on which all is well.
    private var diagnosis: Diagnosis {
        Diagnosis(
            user: 1000,
            home: PathState(path: Self.home, kind: .directory, owner: 1000, mode: 0o700, isWritable: true),
            runtimeDirectory: Self.directory,
            socket: PathState(path: Self.path, kind: .socket, owner: 1000, mode: 0o600, isWritable: true),
            socketDirectory: PathState(
                path: Self.directory, kind: .directory, owner: 1000, mode: 0o700, isWritable: true),
            daemon: .findings([Finding(.ok, "weather", "4 min old")], version: Release.version),
            manager: .units(service: Self.unit([:]), socket: Self.unit([:])),
            configuration: .right("the configuration is right: config.toml", notices: []),
            directories: [
                Self.directory("/.config/weatherd", isWritten: false), Self.directory("/.local/state/weatherd"),
                Self.directory("/.cache/weatherd"),
            ], clock: SystemClock(isKept: true, zone: "Europe/Oslo", isZoneKnown: true))
    }

    /// What is not well.
    private func faults(_ change: (inout Diagnosis) -> Void) -> [Finding] {
        var changed = diagnosis
        change(&changed)
        return changed.findings.filter { $0.state != .ok }
    }

    /// The one thing that is wrong.
    private func fault(_ change: (inout Diagnosis) -> Void) throws -> Finding {
        let wrong = faults(change).filter { $0.state == .wrong }
        #expect(wrong.count == 1, "\(wrong)")
        return try #require(wrong.first)
    }

    @Test("All is well")
    func well() {
        #expect(diagnosis.findings.map(\.state).allSatisfy { $0 == .ok })
        #expect(
            diagnosis.findings.map(\.subject) == [
                "directory", "config.toml", "socket", "daemon", "service", "files", "time zone", "weather",
            ])
    }

    // MARK: - The runtime directory

    @Test("A runtime directory that is not there is named with its variable")
    func noRuntimeDirectory() throws {
        let named = try fault { $0.socketDirectory.kind = .absent }
        #expect(named.found == "XDG_RUNTIME_DIR names /run/user/1000, which is not there")
        let unset = try fault {
            $0.socketDirectory.kind = .absent
            $0.runtimeDirectory = nil
        }
        #expect(unset.found == "XDG_RUNTIME_DIR is not set, and there is no /run/user/1000")
        #expect(unset.advice?.contains("loginctl enable-linger") == true)
        let taken = faults { $0.runtimeDirectory = nil }
        #expect(taken.map(\.state) == [.note])
        #expect(taken.first?.advice == "for other programs too: export XDG_RUNTIME_DIR=/run/user/1000")
    }

    @Test("A runtime directory that is another's, or open to others")
    func foreignRuntimeDirectory() throws {
        #expect(
            try fault { $0.socketDirectory.owner = 0 }.found
                == "/run/user/1000 belongs to user 0, and you are user 1000")
        let open = try fault { $0.socketDirectory.mode = 0o777 }
        #expect(open.found == "others can write to /run/user/1000 (mode 777)")
        #expect(open.advice == "chmod 700 /run/user/1000")
        #expect(try fault { $0.socketDirectory.kind = .file }.found == "/run/user/1000 is not a directory")
        // Such as /tmp, for a socket that is named by WEATHERD_SOCKET.
        #expect(
            faults {
                $0.isSocketNamed = true
                ($0.socketDirectory.owner, $0.socketDirectory.mode) = (0, 0o1777)
            }.isEmpty)
    }

    // MARK: - The socket

    @Test("Something else stands in the socket's place", arguments: [PathState.Kind.file, .directory, .link])
    func noSocket(kind: PathState.Kind) {
        let faults = faults {
            $0.socket.kind = kind
            $0.daemon = .failed(.noDaemon(path: Self.path))
        }
        #expect(faults.first?.found == "\(Self.path) is not a socket, and nothing of weatherd's")
        #expect(faults.first?.advice?.hasPrefix("mv \(Self.path) ") == true)
    }

    @Test("Another program listens")
    func foreignListener() throws {
        let fault = try fault { $0.daemon = .foreign(process: 4711, name: "nc") }
        #expect(fault.found == "process 4711 (nc) listens at \(Self.path), and is not weatherd")
        #expect(fault.advice?.hasPrefix("look what it is with: ps -p 4711 ; end it with: kill 4711 ; ") == true)
    }

    @Test("A socket that is left over")
    func staleSocket() {
        let faults = faults { $0.daemon = .failed(.noDaemon(path: Self.path)) }
        #expect(faults.map(\.subject) == ["socket", "daemon", "weather"])
        #expect(faults.first?.found == "\(Self.path) is left over from a daemon that has ended")
        // Whoever starts it starts it once.
        #expect(faults.map(\.state) == [.skipped, .wrong, .skipped])
        #expect(faults[1].advice == "systemctl --user enable --now weatherd.socket weatherd.service")
        let unmanaged = self.faults {
            $0.manager = .silent("no bus")
            $0.daemon = .failed(.noDaemon(path: Self.path))
        }
        #expect(unmanaged.filter { $0.state == .wrong }.map(\.advice) == ["start it by itself with: weatherd"])
    }

    @Test("A socket that others can reach")
    func openSocket() throws {
        #expect(try fault { $0.socket.mode = 0o666 }.advice == "chmod 600 \(Self.path)")
        #expect(try fault { $0.socket.owner = 0 }.found == "\(Self.path) belongs to user 0")
    }

    @Test("A socket of the user's own that cannot be reached")
    func lockedSocket() throws {
        let fault = try fault {
            ($0.socket.mode, $0.socket.isWritable) = (0, false)
            $0.daemon = .failed(.forbidden(path: Self.path))
        }
        #expect(fault.found == "\(Self.path) is yours, and you cannot reach it (mode 000)")
        #expect(fault.advice == "chmod 600 \(Self.path)")
        // Where the permissions are right it is something else that forbids it.
        #expect(try self.fault { $0.daemon = .failed(.forbidden(path: Self.path)) }.subject == "daemon")
    }

    // MARK: - Daemon and service

    @Test("No daemon, and the units are not installed")
    func notInstalled() {
        let absent = UnitState(values: ["LoadState": "not-found"])
        let faults = faults {
            $0.socket.kind = .absent
            $0.daemon = .failed(.noDaemon(path: Self.path))
            $0.manager = .units(service: absent, socket: absent)
        }
        #expect(faults.map(\.subject) == ["socket", "daemon", "service", "weather"])
        #expect(faults[1].advice == "start it by itself with: weatherd")
        #expect(faults[2].found == "weatherd.service is not installed")
        #expect(faults[2].advice?.contains("systemctl --user enable --now") == true)
        // It may run without them.
        let running = self.faults { $0.manager = .units(service: absent, socket: absent) }
        #expect(running.map(\.state) == [.note])
    }

    @Test("No daemon, though its units are there")
    func notStarted() {
        let faults = faults {
            $0.socket.kind = .absent
            $0.daemon = .failed(.noDaemon(path: Self.path))
            let idle = Self.unit(["ActiveState": "inactive", "UnitFileState": "disabled"])
            $0.manager = .units(service: idle, socket: idle)
        }
        #expect(faults.filter { $0.state == .wrong }.map(\.subject) == ["daemon"])
        #expect(faults[1].advice == "systemctl --user enable --now weatherd.socket weatherd.service")
    }

    @Test(
        "The service has failed",
        arguments: [
            ("78", "the configuration has a mistake"), ("203", "the program is not where the unit says"),
            ("226", "its sandbox cannot be set up here"), ("1", "another weatherd runs"), ("139", "signal, status 139"),
        ])
    func failed(status: String, reason: String) throws {
        let fault = try fault {
            let state = ["ActiveState": "failed", "Result": "signal", "ExecMainStatus": status]
            $0.manager = .units(service: Self.unit(state), socket: Self.unit([:]))
        }
        #expect(fault.found.hasPrefix("has failed: \(reason)"), "\(fault)")
        #expect(fault.advice?.contains("systemctl --user reset-failed weatherd") == true)
    }

    @Test("The service is masked, ends again and again, or is not enabled")
    func otherStates() throws {
        func units(_ values: [String: String]) -> ServiceManager {
            .units(service: Self.unit(values), socket: Self.unit(values))
        }
        #expect(try fault { $0.manager = units(["LoadState": "masked"]) }.advice?.contains("unmask") == true)
        #expect(try fault { $0.manager = units(["LoadState": "bad-setting"]) }.found.contains("(bad-setting)"))
        #expect(try fault { $0.manager = units(["SubState": "auto-restart"]) }.advice?.contains("journalctl") == true)
        #expect(faults { $0.manager = units(["UnitFileState": "disabled"]) }.map(\.state) == [.note])
        #expect(
            faults { $0.manager = units(["NeedDaemonReload": "yes"]) }.map(\.advice) == [
                "systemctl --user daemon-reload"
            ])
        #expect(faults { $0.manager = .absent }.map(\.state) == [.note])
        #expect(faults { $0.manager = .silent("no bus") }.map(\.state) == [.skipped])
    }

    @Test("A daemon that hangs, cannot start, or is of another release")
    func otherDaemons() throws {
        #expect(try fault { $0.daemon = .hangs(process: 12) }.found == "does not answer (process 12)")
        let message = "weatherd cannot start: config.toml:1: units: …"
        #expect(try fault { $0.daemon = .refused(message) }.found == message)
        let older = faults { $0.daemon = .older(version: "0.0.1") }
        #expect(older.map(\.state) == [.note, .skipped])
        #expect(older.first?.advice == "systemctl --user restart weatherd")
    }

    @Test("What systemctl says is read")
    func properties() {
        #expect(
            ServiceManager.units(in: "LoadState=loaded\nResult=\n\nLoadState=masked\n").map(\.values) == [
                ["LoadState": "loaded", "Result": ""], ["LoadState": "masked"],
            ])
    }

    // MARK: - Files and clock

    @Test("What --check-config says is passed on")
    func configuration() throws {
        let key = "config.toml:3: openweathermap.api-key-file: others can read the key in /k; chmod 600 /k"
        let outcome = ChildProcess.Outcome(status: 78, output: "", errors: "weatherd: \(key)\n")
        let fault = try fault { $0.configuration = ConfigurationCheck(outcome) }
        #expect(fault.found == key)
        #expect(fault.advice == "mend it, then: systemctl --user restart weatherd")
        let unmanaged = faults {
            $0.manager = .absent
            $0.daemon = .failed(.noDaemon(path: Self.path))
            $0.configuration = ConfigurationCheck(outcome)
        }.filter { $0.state == .wrong }
        #expect(unmanaged.map(\.subject) == ["config.toml", "daemon"], "what is wrong is mended before the start")
        #expect(unmanaged.map(\.advice) == ["mend it", "start it by itself with: weatherd"])
        let running = try self.fault {
            $0.manager = .absent
            $0.configuration = ConfigurationCheck(outcome)
        }
        #expect(running.advice == "mend it, then end weatherd, and start it by itself with: weatherd")
        let right = ChildProcess.Outcome(status: 0, output: "it is right\n", errors: "weatherd: set contact\n")
        #expect(
            faults { $0.configuration = ConfigurationCheck(right) } == [Finding(.note, "config.toml", "set contact")])
        #expect(try self.fault { $0.configuration = .noProgram }.subject == "config.toml")
        let stray = "WEATHERD_ICNS is no variable of weatherd's and has no effect; did you mean WEATHERD_ICONS?"
        #expect(
            faults { $0.configuration = .right("it is right", notices: [stray]) } == [
                Finding(.note, "environment", stray)
            ])
    }

    @Test("Directories that cannot be used")
    func directories() throws {
        let state = Self.home + "/.local/state/weatherd"
        #expect(
            try fault { $0.directories[1].state.isWritable = false }.found
                == "\(state) cannot be written to, so no choice of yours can be kept")
        #expect(try fault { $0.directories[1].state.mode = 0o777 }.advice == "chmod 700 \(state)")
        #expect(try fault { $0.directories[1].state.owner = 0 }.found == "\(state) belongs to user 0")
        #expect(try fault { $0.directories[1].state.kind = .file }.advice == "mv \(state) \(state).old")
        #expect(
            try fault {
                $0.directories[1].state.kind = .absent
                $0.directories[1].ancestor.isWritable = false
            }.found == "\(state) is not there and cannot be made in \(Self.home)")
        // One that is not there yet is made, and the configuration is only read.
        #expect(faults { $0.directories[1].state.kind = .absent }.isEmpty)
        #expect(faults { $0.directories[0].state.isWritable = false }.isEmpty)
    }

    @Test("Below another's home nothing is changed but the variable")
    func anothersHome() throws {
        let own = "log in as yourself and not with su or sudo, or set"
        let changes: [(inout Diagnosis.Directory) -> Void] = [
            { $0.state.kind = .hidden("Permission denied") }, { $0.state.owner = 0 },
            {
                $0.state.kind = .absent
                ($0.ancestor.owner, $0.ancestor.isWritable) = (0, false)
            },
        ]
        for change in changes {
            let below = try fault {
                $0.home = PathState(path: "/root", kind: .directory, owner: 0)
                change(&$0.directories[1])
            }
            #expect(below.advice == "\(own) HOME to your own directory, or XDG_STATE_HOME to one of yours")
            let named = try fault {
                $0.directories[1].isNamed = true
                $0.directories[1].ancestor.owner = 0
                change(&$0.directories[1])
            }
            #expect(named.advice == "\(own) XDG_STATE_HOME to a directory of yours")
        }
    }

    @Test("What is not there is not called yours")
    func absentDirectories() throws {
        func files(_ change: (inout Diagnosis) -> Void) throws -> String {
            var changed = diagnosis
            change(&changed)
            return try #require(changed.findings.first { $0.subject == "files" }).found
        }
        #expect(
            try files { $0.directories[0].state.kind = .absent }
                == "are yours: /home/alice/.local/state/weatherd, /home/alice/.cache/weatherd")
        let none = try files { for index in 0..<3 { $0.directories[index].state.kind = .absent } }
        #expect(none == "there are none yet; they are made when there is something to keep")
    }

    @Test("A directory in the place of the settings")
    func settings() throws {
        let path = Self.home + "/.local/state/weatherd/settings.json"
        let fault = try fault { $0.directories[1].files = [PathState(path: path, kind: .directory, owner: 1000)] }
        #expect(fault.found == "\(path) is not a file")
        #expect(fault.advice?.hasPrefix("mv \(path) \(path).old") == true)
    }

    @Test("Files of the user's own that cannot be read")
    func unreadableFiles() throws {
        func file(_ path: String, owner: uid_t = 1000) -> [PathState] {
            [PathState(path: path, kind: .file, owner: owner, mode: 0, isReadable: false)]
        }
        let settings = Self.home + "/.local/state/weatherd/settings.json"
        let fault = try fault { $0.directories[1].files = file(settings) }
        #expect(fault.found == "\(settings) cannot be read (mode 000)")
        #expect(fault.advice == "chmod 600 \(settings), then: systemctl --user restart weatherd")

        let configuration = Self.home + "/.config/weatherd/config.toml"
        let reason = "\(configuration): cannot be read: Permission denied"
        func advice(owner: uid_t) throws -> String? {
            let fault = try self.fault {
                $0.configuration = .wrong([reason])
                $0.directories[0].files = file(configuration, owner: owner)
            }
            #expect(fault.found == reason)
            return fault.advice
        }
        #expect(try advice(owner: 1000) == "chmod 600 \(configuration), then: systemctl --user restart weatherd")
        #expect(try advice(owner: 0) == "mend it, then: systemctl --user restart weatherd")
    }

    @Test("A clock that nobody keeps counts only while nobody says that it is right")
    func clock() throws {
        #expect(faults { $0.clock.isKept = false }.map(\.state) == [.note])
        let right = Finding(.ok, "clock", "is that of the weather service")
        #expect(
            faults {
                $0.clock.isKept = false
                $0.daemon = .findings([right], version: Release.version)
            }.isEmpty)
        #expect(try fault { $0.clock.isZoneKnown = false }.found == "tzdata knows no Europe/Oslo")
        #expect(faults { $0.clock.zone = nil }.isEmpty)
        #expect(faults { ($0.clock.zone, $0.clock.isZoneKnown) = (nil, false) }.map(\.state) == [.note])
    }

    // MARK: - How it reads

    @Test("Findings are a line each, and what to do stands below")
    func text() {
        let findings = [Finding(.ok, "socket", "is yours"), Finding(.wrong, "clock", "is off", advice: "set it")]
        #expect(
            Prescription(look: .init()).lines(of: findings) == [
                "ok  socket  is yours", "x   clock   is off", "            -> set it", "One thing has to be mended.",
            ])
        #expect(
            Prescription(look: .init(hasColors: true, isUnicode: true)).lines(of: findings) == [
                "\u{1B}[32m✓\u{1B}[0m  socket  is yours", "\u{1B}[31m✗\u{1B}[0m  clock   is off", "           → set it",
                "One thing has to be mended.",
            ])
        #expect(Prescription(look: .init()).lines(of: []) == ["Nothing has to be done."])
        let note = Finding(.note, "service", "does not start at login", advice: "enable it")
        #expect(
            Prescription(look: .init()).lines(of: [note]).last
                == "Nothing has to be mended; what is advised is up to you.")
    }

    @Test("On a terminal lines are broken between words, and what follows stands below its column")
    func fitting() {
        let finding = Finding(
            .wrong, "clock", "is 24 h ahead of that of the weather service", advice: "have it set: sudo date")
        #expect(
            Prescription(look: .init(hasColors: true, columns: 30)).lines(of: [finding]) == [
                "\u{1B}[31mx \u{1B}[0m  clock  is 24 h ahead of",
                "           that of the weather",
                "           service",
                "           -> have it set:",
                "              sudo date",
                "One thing has to be mended.",
            ])
        let path = "/run/user/1000/weatherd.sock"
        #expect(
            Prescription(look: .init(columns: 30)).lines(of: [Finding(.ok, "socket", "\(path) is yours")]) == [
                "ok  socket  \(path)", "            is yours", "Nothing has to be done.",
            ])
        // In a terminal that has no room nothing is gained by it.
        #expect(Prescription(look: .init(columns: 20)).lines(of: [finding])[0].hasSuffix("of the weather service"))
        #expect(Prescription(look: .init()).lines(of: [finding]).count == 3)
    }

    // MARK: - Looking

    @Test("A child is waited for no longer than its deadline")
    func children() throws {
        let outcome = try ChildProcess.run(
            ["sh", "-c", "echo out; echo err >&2; exit 3"], by: Deadline(milliseconds: 20_000))
        #expect(outcome == .init(status: 3, output: "out\n", errors: "err\n"))
        #expect(throws: ChildProcess.Failure.overdue) {
            try ChildProcess.run(["sleep", "1000"], by: Deadline(milliseconds: 10))
        }
        #expect(throws: ChildProcess.Failure.notFound) {
            try ChildProcess.run(["weatherd-is-not-here"], by: Deadline(milliseconds: 20_000))
        }
    }
}
