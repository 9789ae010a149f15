import ClientProtocol
import Testing

@testable import Client
@testable import weatherctl_tools

/// How systemd runs the daemon.
@Suite("doctor's checks of the service")
struct DiagnosisServiceTests: HealthyMachine {
    @Test("No daemon, and the units are not installed")
    func notInstalled() {
        let absent = UnitState(values: ["LoadState": "not-found"])
        let faults = faults {
            $0.socket.kind = .absent
            $0.daemon = .failed(.noDaemon(path: Self.path))
            $0.manager = .units(service: absent, socket: absent)
        }
        #expect(faults.map(\.subject) == ["socket", "daemon", "service", "weather"])
        #expect(faults[1].advice == "start it with: weatherd")
        #expect(faults[2].found == "weatherd.service is not installed")
        #expect(faults[2].advice?.contains("systemctl --user enable --now") == true)
        // A daemon may run without them.
        let running = self.faults { $0.manager = .units(service: absent, socket: absent) }
        #expect(running.map(\.state) == [.note])
    }

    /// systemd may restart it only minutes later.
    @Test(arguments: [
        ("activating", "start", true), ("deactivating", "stop-sigterm", true), ("activating", "auto-restart", false),
        ("active", "running", false), ("failed", "failed", false), ("inactive", "dead", false),
    ])
    func settling(active: String, sub: String, isSettling: Bool) {
        #expect(Self.unit(["ActiveState": active, "SubState": sub]).isSettling == isSettling)
    }

    @Test("No daemon, although its units are installed")
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
            ("78", "invalid configuration"), ("203", "the unit's program does not exist"),
            ("226", "cannot set up its sandbox"), ("1", "another weatherd is running"), ("139", "signal, status 139"),
        ])
    func failed(status: String, reason: String) throws {
        let fault = try fault {
            let state = ["ActiveState": "failed", "Result": "signal", "ExecMainStatus": status]
            $0.manager = .units(service: Self.unit(state), socket: Self.unit([:]))
        }
        #expect(fault.found.hasPrefix("failed: \(reason)"), "\(fault)")
        #expect(fault.advice?.contains("systemctl --user reset-failed weatherd") == true)
    }

    @Test("The service is masked, restarts repeatedly, or is not enabled")
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

    @Test("The output of systemctl is parsed")
    func properties() {
        #expect(
            ServiceManager.units(in: "LoadState=loaded\nResult=\n\nLoadState=masked\n").map(\.values) == [
                ["LoadState": "loaded", "Result": ""], ["LoadState": "masked"],
            ])
    }
}
