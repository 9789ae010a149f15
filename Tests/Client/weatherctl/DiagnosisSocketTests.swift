import ClientProtocol
import Testing

@testable import Client
@testable import weatherctl_tools

/// Whether the daemon can be reached.
@Suite("doctor's checks of the socket")
struct DiagnosisSocketTests: HealthyMachine {
    @Test("A missing runtime directory is reported with its variable")
    func noRuntimeDirectory() throws {
        let named = try fault { $0.socketDirectory.kind = .absent }
        #expect(named.found == "XDG_RUNTIME_DIR names /run/user/1000, which does not exist")
        let unset = try fault {
            $0.socketDirectory.kind = .absent
            $0.runtimeDirectory = nil
        }
        #expect(unset.found == "XDG_RUNTIME_DIR is not set, and there is no /run/user/1000")
        #expect(unset.advice?.contains("loginctl enable-linger") == true)
        let taken = faults { $0.runtimeDirectory = nil }
        #expect(taken.map(\.state) == [.note])
        #expect(taken.first?.advice == "to set it for other programs: export XDG_RUNTIME_DIR=/run/user/1000")
    }

    @Test("A runtime directory of another user, or accessible to others")
    func foreignRuntimeDirectory() throws {
        #expect(
            try fault { $0.socketDirectory.owner = 0 }.found
                == "/run/user/1000 belongs to user 0, not to you (user 1000)")
        let open = try fault { $0.socketDirectory.mode = 0o777 }
        #expect(open.found == "other users can write to /run/user/1000 (mode 777)")
        #expect(open.advice == "chmod 700 /run/user/1000")
        #expect(try fault { $0.socketDirectory.kind = .file }.found == "/run/user/1000 is not a directory")
        // Such as /tmp, for a socket set by WEATHERD_SOCKET.
        #expect(
            faults {
                $0.isSocketNamed = true
                ($0.socketDirectory.owner, $0.socketDirectory.mode) = (0, 0o1777)
            }.isEmpty)
    }

    @Test("Another file is at the socket's path", arguments: [PathState.Kind.file, .directory, .link])
    func noSocket(kind: PathState.Kind) {
        let faults = faults {
            $0.socket.kind = kind
            $0.daemon = .failed(.noDaemon(path: Self.path))
        }
        #expect(faults.first?.found == "\(Self.path) is not a socket")
        #expect(faults.first?.advice?.hasPrefix("mv \(Self.path) ") == true)
    }

    @Test("Another program is listening")
    func foreignListener() throws {
        let fault = try fault { $0.daemon = .foreign(process: 4711, name: "nc") }
        #expect(fault.found == "process 4711 (nc) listens on \(Self.path) and is not weatherd")
        #expect(fault.advice?.hasPrefix("identify it with: ps -p 4711 ; stop it with: kill 4711 ; ") == true)
    }

    @Test("A stale socket is reported")
    func staleSocket() {
        let faults = faults { $0.daemon = .failed(.noDaemon(path: Self.path)) }
        #expect(faults.map(\.subject) == ["socket", "daemon", "weather"])
        #expect(faults.first?.found == "\(Self.path) was left by a weatherd that has exited")
        // The advice to start it appears once.
        #expect(faults.map(\.state) == [.skipped, .wrong, .skipped])
        #expect(faults[1].advice == "systemctl --user enable --now weatherd.socket weatherd.service")
        let unmanaged = self.faults {
            $0.manager = .silent("no bus")
            $0.daemon = .failed(.noDaemon(path: Self.path))
        }
        #expect(unmanaged.filter { $0.state == .wrong }.map(\.advice) == ["start it with: weatherd"])
    }

    @Test("A socket accessible to others is reported")
    func openSocket() throws {
        #expect(try fault { $0.socket.mode = 0o666 }.advice == "chmod 600 \(Self.path)")
        #expect(try fault { $0.socket.owner = 0 }.found == "\(Self.path) belongs to user 0")
    }

    @Test("An inaccessible socket of the user is reported")
    func lockedSocket() throws {
        let fault = try fault {
            ($0.socket.mode, $0.socket.isWritable) = (0, false)
            $0.daemon = .failed(.forbidden(path: Self.path))
        }
        #expect(fault.found == "\(Self.path) belongs to you, but you cannot access it (mode 000)")
        #expect(fault.advice == "chmod 600 \(Self.path)")
        // If the permissions are correct, something else denies access.
        #expect(try self.fault { $0.daemon = .failed(.forbidden(path: Self.path)) }.subject == "daemon")
    }

    @Test("A daemon that hangs, cannot start, or has another version")
    func otherDaemons() throws {
        #expect(try fault { $0.daemon = .hangs(process: 12) }.found == "not responding (process 12)")
        let message = "weatherd cannot start: config.toml:1: units: …"
        #expect(try fault { $0.daemon = .refused(message) }.found == message)
        let older = faults { $0.daemon = .older(version: "0.0.1") }
        #expect(older.map(\.state) == [.note, .skipped])
        #expect(older.first?.advice == "systemctl --user restart weatherd")
    }
}
