import Testing
import Wire

@testable import Client
@testable import weatherctl_tools

/// Whether the daemon can be reached.
@Suite("doctor's findings on the socket")
struct DiagnosisSocketTests: HealthyMachine {
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

    @Test("A daemon that hangs, cannot start, or is of another release")
    func otherDaemons() throws {
        #expect(try fault { $0.daemon = .hangs(process: 12) }.found == "does not answer (process 12)")
        let message = "weatherd cannot start: config.toml:1: units: …"
        #expect(try fault { $0.daemon = .refused(message) }.found == message)
        let older = faults { $0.daemon = .older(version: "0.0.1") }
        #expect(older.map(\.state) == [.note, .skipped])
        #expect(older.first?.advice == "systemctl --user restart weatherd")
    }
}
