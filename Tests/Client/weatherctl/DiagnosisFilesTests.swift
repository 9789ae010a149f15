import ClientProtocol
import Glibc
import Testing

@testable import Client
@testable import weatherctl_tools

/// The configuration, and the directories that the daemon writes to.
@Suite("doctor's checks of files")
struct DiagnosisFilesTests: HealthyMachine {
    @Test("The output of --check-config is passed on")
    func configuration() throws {
        let key = "config.toml:3: openweathermap.api-key-file: other users can read the key in /k; chmod 600 /k"
        let outcome = ChildProcess.Outcome(status: 78, output: "", errors: "weatherd: \(key)\n")
        let fault = try fault { $0.configuration = ConfigurationCheck(outcome) }
        #expect(fault.found == key)
        #expect(fault.advice == "correct it, then: systemctl --user restart weatherd")
        let unmanaged = faults {
            $0.manager = .absent
            $0.daemon = .failed(.noDaemon(path: Self.path))
            $0.configuration = ConfigurationCheck(outcome)
        }.filter { $0.state == .wrong }
        #expect(unmanaged.map(\.subject) == ["config.toml", "daemon"], "problems must be fixed before the start")
        #expect(unmanaged.map(\.advice) == ["correct it", "start it with: weatherd"])
        let running = try self.fault {
            $0.manager = .absent
            $0.configuration = ConfigurationCheck(outcome)
        }
        #expect(running.advice == "correct it, then restart weatherd")
        let right = ChildProcess.Outcome(status: 0, output: "it is right\n", errors: "weatherd: set contact\n")
        #expect(
            faults { $0.configuration = ConfigurationCheck(right) } == [Diagnostic(.note, "config.toml", "set contact")]
        )
        #expect(try self.fault { $0.configuration = .noProgram }.subject == "config.toml")
        let stray = "WEATHERD_ICNS is not a weatherd variable and has no effect; did you mean WEATHERD_ICONS?"
        #expect(
            faults { $0.configuration = .right("it is right", notices: [stray]) } == [
                Diagnostic(.note, "environment", stray)
            ])
    }

    @Test("Unusable directories are reported")
    func directories() throws {
        let state = Self.home + "/.local/state/weatherd"
        #expect(
            try fault { $0.directories[1].state.isWritable = false }.found
                == "\(state) is not writable, so settings cannot be saved")
        #expect(try fault { $0.directories[1].state.mode = 0o777 }.advice == "chmod 700 \(state)")
        #expect(try fault { $0.directories[1].state.owner = 0 }.found == "\(state) belongs to user 0")
        #expect(try fault { $0.directories[1].state.kind = .file }.advice == "mv \(state) \(state).old")
        #expect(
            try fault {
                $0.directories[1].state.kind = .absent
                $0.directories[1].ancestor.isWritable = false
            }.found == "\(state) does not exist and cannot be created in \(Self.home)")
        // A missing one is created later, and the configuration is only read.
        #expect(faults { $0.directories[1].state.kind = .absent }.isEmpty)
        #expect(faults { $0.directories[0].state.isWritable = false }.isEmpty)
    }

    @Test("In another user's home only the variable is advised")
    func directoryOfAnotherUser() throws {
        let own = "log in directly instead of with su or sudo, or set"
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
            #expect(below.advice == "\(own) HOME to your own directory, or XDG_STATE_HOME to a directory that you own")
            let named = try fault {
                $0.directories[1].isNamed = true
                $0.directories[1].ancestor.owner = 0
                change(&$0.directories[1])
            }
            #expect(named.advice == "\(own) XDG_STATE_HOME to a directory that you own")
        }
    }

    @Test("A missing file is not reported as private")
    func absentDirectories() throws {
        func files(_ change: (inout Diagnosis) -> Void) throws -> String {
            var changed = diagnosis
            change(&changed)
            return try #require(changed.findings.first { $0.subject == "files" }).found
        }
        #expect(
            try files { $0.directories[0].state.kind = .absent }
                == "belong to you: /home/alice/.local/state/weatherd, /home/alice/.cache/weatherd")
        let none = try files { for index in 0..<3 { $0.directories[index].state.kind = .absent } }
        #expect(none == "none yet; they are created when needed")
    }

    @Test("A directory at the path of the settings is reported")
    func settings() throws {
        let path = Self.home + "/.local/state/weatherd/settings.json"
        let fault = try fault { $0.directories[1].files = [PathState(path: path, kind: .directory, owner: 1000)] }
        #expect(fault.found == "\(path) is not a file")
        #expect(fault.advice?.hasPrefix("mv \(path) \(path).old") == true)
    }

    @Test("Unreadable files of the user are reported")
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
        #expect(try advice(owner: 0) == "correct it, then: systemctl --user restart weatherd")
    }
}
