import Client
import ClientProtocol
import Glibc

// The service.
extension Setup {
    private static let subject = "service"
    private static let units = ["weatherd.socket", "weatherd.service"]
    /// Timeouts for systemctl and for the daemon's first reply, milliseconds.
    private static let systemctlPatience = 30_000
    private static let daemonPatience = 10_000

    /// Enables and starts the service.
    ///
    /// - Returns: whether the daemon answers.
    mutating func setUpService() -> Bool {
        var manager = ServiceManager.ask(by: MonotonicDeadline(milliseconds: Self.systemctlPatience))
        var hasReloaded = false
        if case .units(let service, let socket) = manager,
            [service, socket].contains(where: { !$0.isInstalled || $0["NeedDaemonReload"] == "yes" })
        {
            // The package was installed or upgraded after systemd loaded its units.
            hasReloaded = service.isInstalled
            _ = systemctl("daemon-reload")
            manager = ServiceManager.ask(by: MonotonicDeadline(milliseconds: Self.systemctlPatience))
        }
        switch manager {
        case .absent: return withoutSystemd("systemd was not found")
        case .silent(let reason): return withoutSystemd("systemd's user manager does not answer: \(reason)")
        case .units(let service, let socket):
            for (unit, name) in [(service, Self.units[1]), (socket, Self.units[0])] {
                switch unit["LoadState"] {
                case "loaded": continue
                case "masked":
                    show(.wrong, Self.subject, "\(name) is masked", advice: "systemctl --user unmask \(name)")
                default: return withoutSystemd("\(name) is not installed")
                }
                return version != nil
            }
            return start(service, socket, hasReloaded: hasReloaded)
        }
    }

    /// The version that the daemon reports; nil without a daemon.
    private var version: String? {
        guard case .ok(let lines) = ask(["version"]) else { return nil }
        return lines.first?.split(separator: " ").last.map { String($0) }
    }

    private mutating func withoutSystemd(_ reason: String) -> Bool {
        let advice = "start it with your session, for example in sway's configuration: exec weatherd"
        guard version != nil else {
            show(.wrong, Self.subject, "weatherd is not running, and \(reason)", advice: advice)
            return false
        }
        show(.note, Self.subject, "running, but \(reason)", advice: advice)
        return true
    }

    private mutating func start(_ service: UnitState, _ socket: UnitState, hasReloaded: Bool) -> Bool {
        let isActive = service["ActiveState"] == "active"
        let version = version
        if !isActive, socket["ActiveState"] != "active", version != nil {
            show(
                .wrong, Self.subject, "weatherd is running, but systemd did not start it",
                advice: "stop it, then run: weatherctl setup")
            return true
        }
        let isEnabled = service.isEnabled || socket.isEnabled
        if !isEnabled, let failure = enable() {
            show(.wrong, Self.subject, "cannot be enabled: \(failure)", advice: Diagnosis.start)
        }
        if isActive, version == Release.version, !hasReloaded {
            show(.ok, Self.subject, isEnabled ? "running, starts at login" : "enabled, running")
            return true
        }
        if service.isFailed || socket.isFailed { _ = systemctl(["reset-failed"] + Self.units) }
        let failure = isActive ? systemctl("restart", Self.units[1]) : systemctl(["start"] + Self.units)
        guard failure == nil, isAnswering else {
            show(
                .wrong, Self.subject, failure.map { "does not start: \($0)" } ?? "started, but does not answer",
                advice: "find the cause with: weatherctl doctor")
            return false
        }
        show(.ok, Self.subject, isActive ? "restarted, starts at login" : isEnabled ? "started" : "enabled and started")
        return true
    }

    /// Waits for the daemon's first reply.
    private var isAnswering: Bool {
        let deadline = MonotonicDeadline(milliseconds: Self.daemonPatience)
        while version == nil {
            guard deadline.millisecondsLeft > 0 else { return false }
            poll(nil, 0, 100)
        }
        return true
    }

    /// - Returns: the error message; nil on success.
    private func enable() -> String? {
        do throws(SetupLedger.Failure) {
            var ledger = try SetupLedger()
            ledger.record.hasEnabled = true
            try ledger.save()
            let failure = systemctl(["enable"] + Self.units)
            if failure != nil {
                ledger.record.hasEnabled = false
                try ledger.save()
            }
            return failure
        } catch {
            return error.sentence()
        }
    }

    /// Disables the service if setup enabled it.
    mutating func undoService(_ ledger: inout SetupLedger) {
        guard ledger.record.hasEnabled else { return }
        if let failure = systemctl(["disable", "--now"] + Self.units) {
            show(.wrong, Self.subject, "cannot be disabled: \(failure)")
        } else {
            ledger.record.hasEnabled = false
            show(.ok, Self.subject, "stopped, and no longer starts at login")
        }
    }

    private func systemctl(_ words: String...) -> String? { systemctl(words) }

    private func systemctl(_ words: [String]) -> String? {
        do throws(ChildProcess.Failure) {
            let outcome = try ChildProcess.run(
                ["systemctl", "--user"] + words, by: MonotonicDeadline(milliseconds: Self.systemctlPatience))
            guard outcome.status != 0 else { return nil }
            let message = outcome.errors.firstLine
            return message.isEmpty ? "systemctl exited with status \(outcome.status)" : message
        } catch {
            switch error {
            case .notFound: return "systemctl was not found"
            case .notStarted(let reason): return reason
            case .overdue: return "systemctl timed out"
            case .tooMuch: return "systemctl printed too much output"
            }
        }
    }
}
