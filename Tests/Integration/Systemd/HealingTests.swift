import Foundation
import Testing

/// How the user manager handles a daemon that has crashed or hangs, and what users see meanwhile.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes a user manager; run make integration"), .serialized,
    .timeLimit(.minutes(2)))
struct HealingTests {
    private let machine: Machine

    init() throws {
        machine = try Machine()
        try machine.make("install")
        try machine.configure()
    }

    @Test func crashedDaemonIsRestarted() throws {
        try machine.systemctl("daemon-reload")
        try start()
        // More often than systemd's default start limit.
        for (count, signal) in ["SEGV", "KILL", "ABRT", "SEGV", "KILL", "ABRT"].enumerated() {
            let process = try machine.property("MainPID")
            try machine.systemctl("kill", "--signal=" + signal, "--kill-whom=main", "weatherd.service")
            try expectHealed(process, restarts: count + 1)
        }
    }

    @Test func hangingDaemonIsRestarted() throws {
        try machine.write("[Service]\nWatchdogSec=2s\n", to: ".config/systemd/user/weatherd.service.d/impatient.conf")
        try machine.systemctl("daemon-reload")
        try start()
        let process = try machine.property("MainPID")
        try machine.root(["kill", "-STOP", process])
        try expectHealed(process, restarts: 1)
        try machine.awaitJournal("Watchdog timeout", of: "USER_UNIT=weatherd.service")
    }

    private func start() throws {
        try machine.systemctl("start", "weatherd.service")
        #expect(try machine.weatherctl("set-units", "temperature=f").status == 0)
        #expect(try machine.weatherctl("places", "add", "Summit", "61.64", "8.31").status == 0)
        try machine.awaitLine { $0.contains("°F") }
    }

    /// Requests in the meantime are answered by the next daemon, which has all acknowledged changes.
    private func expectHealed(_ process: String, restarts: Int) throws {
        let answer = try machine.weatherctl("--timeout", "25", "places")
        #expect(answer.status == 0 && answer.output.contains("Summit"), "\(answer)")
        // It may answer a moment before systemd has read that it is ready.
        try patiently("the daemon to be ready") {
            try machine.property("ActiveState")
        } until: {
            $0 == "active"
        }
        #expect(try machine.property("MainPID") != process)
        #expect(try machine.property("NRestarts") == "\(restarts)")
        try machine.awaitLine { $0.contains("°F") }
        let settings = try machine.read(".local/state/weatherd/settings.json")
        #expect(settings.contains("Summit") && settings.contains(#""temperature":"f""#))
    }
}
