import Glibc
import Testing
import Wire

@testable import Client
@testable import weatherctl_tools

/// The configuration, and the directories that the daemon writes to.
@Suite("doctor's findings on files")
struct DiagnosisFilesTests: HealthyMachine {
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
}
