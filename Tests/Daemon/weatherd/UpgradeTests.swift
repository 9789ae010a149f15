import Testing
import Weather

@testable import Platform
@testable import weatherd

/// When a daemon ends for a new program.
struct UpgradeTests {
    private static let running = ProgramFile.Identity(device: 1, inode: 2, names: 1)

    @Test func fileIsComparedWithTheRunningProgram() {
        #expect(ProgramFile.state(running: Self.running, found: Self.running) == .same)
        #expect(ProgramFile.state(running: Self.running, found: nil) == .missing)
        for other in [
            ProgramFile.Identity(device: 1, inode: 3, names: 1), ProgramFile.Identity(device: 4, inode: 2, names: 1),
        ] {
            #expect(ProgramFile.state(running: Self.running, found: other) == .replaced)
        }
        // A bind mount of the file, as in sandbox.conf.
        let deleted = ProgramFile.Identity(device: 1, inode: 2, names: 0)
        #expect(ProgramFile.state(running: deleted, found: deleted) == .deletedElsewhere)
        #expect(ProgramFile().state == .same)
    }

    /// The check of the configuration fails because of an optional setting, which does not keep a program from starting.
    @Test func optionalSettingWithAnErrorDoesNotPreventAnUpgrade() {
        for hasOmissions in [true, false] {
            #expect(Upgrade.starts(after: 0, hasOmissions: hasOmissions))
            #expect(Upgrade.starts(after: 78, hasOmissions: hasOmissions) == hasOmissions)
            #expect(!Upgrade.starts(after: 127, hasOmissions: hasOmissions))
        }
    }

    @Test func daemonEndsOnlyForAnotherProgram() {
        let other = WorkerFailure.otherVersion(worker: "2", daemon: "1")
        let missing = WorkerFailure.missing(path: "/weatherd-worker")
        for isManaged in [true, false] {
            #expect(Upgrade.isDue(after: other, .replaced, isManaged: isManaged))
            #expect(Upgrade.isDue(after: missing, .replaced, isManaged: isManaged))
            // The next daemon would meet the same worker.
            #expect(!Upgrade.isDue(after: other, .same, isManaged: isManaged))
            #expect(!Upgrade.isDue(after: missing, .same, isManaged: isManaged))
            // Uninstalled, or not unpacked yet.
            #expect(!Upgrade.isDue(after: other, .missing, isManaged: isManaged))
            #expect(!Upgrade.isDue(after: missing, .deletedElsewhere, isManaged: isManaged))
            #expect(!Upgrade.isDue(after: .exited(status: 1), .replaced, isManaged: isManaged))
            // Only the service manager sees the new file.
            #expect(Upgrade.isDue(after: other, .deletedElsewhere, isManaged: isManaged) == isManaged)
        }
    }

    @Test func serviceManagerIsKnownByTheProcessID() {
        for variable in ["SYSTEMD_EXEC_PID", "LISTEN_PID", "WATCHDOG_PID"] {
            #expect(Upgrade.isManaged([variable: "42", "NOTIFY_SOCKET": "/run/x"], process: 42))
            // Inherited from a service, such as a terminal.
            #expect(!Upgrade.isManaged([variable: "41", "NOTIFY_SOCKET": "/run/x"], process: 42))
        }
        // A desktop's autostart: systemd does not start the program again.
        #expect(!Upgrade.isManaged(["SYSTEMD_EXEC_PID": "42"], process: 42))
        #expect(!Upgrade.isManaged(["INVOCATION_ID": "x", "NOTIFY_SOCKET": "/run/x"], process: 42))
        // Its predecessor in the same process gave it the socket.
        #expect(!Upgrade.isManaged(["LISTEN_PID": "42", "LISTEN_FDNAMES": Successor.socketName], process: 42))
    }

    /// The daemon does not execute itself again after SIGTERM.
    @Test func signalTakesPrecedence() {
        let shutdown = Shutdown()
        shutdown.request(.replacement)
        #expect(shutdown.reason == .replacement)
        shutdown.request(.signal)
        shutdown.request(.replacement)
        #expect(shutdown.reason == .signal)
    }
}
