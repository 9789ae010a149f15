import ClientProtocol

// Checks the systemd units.
extension Diagnosis {
    private static let subject = "service"
    private static let journal = "journalctl --user -u weatherd -n 20"

    private var isAnswering: Bool {
        switch daemon {
        case .findings, .older: true
        default: false
        }
    }

    var service: [Diagnostic] {
        switch manager {
        case .absent:
            return [Diagnostic(.note, Self.subject, "systemctl not found, so weatherd is not started automatically")]
        case .silent(let reason):
            return [
                Diagnostic(
                    .skipped, Self.subject, "cannot query systemd's user manager: \(reason)",
                    advice: "log in directly instead of with su or sudo, or: sudo loginctl enable-linger $USER")
            ]
        case .units(let service, let socket):
            return [state(service, socket)] + [reloading(service, socket)].compactMap(\.self)
        }
    }

    private func state(_ service: UnitState, _ socket: UnitState) -> Diagnostic {
        func finding(_ state: Diagnostic.State, _ found: String, _ advice: String) -> Diagnostic {
            Diagnostic(state, Self.subject, found, advice: advice)
        }
        for (unit, name) in [(service, "weatherd.service"), (socket, "weatherd.socket")] {
            switch unit["LoadState"] {
            case "not-found":
                return isAnswering
                    ? finding(
                        .note, "weatherd runs, but \(name) is not installed",
                        "to start it at login: make install, then: systemctl --user daemon-reload")
                    : finding(
                        .wrong, "\(name) is not installed",
                        "make install, or install the package; then: systemctl --user daemon-reload && \(Self.start)")
            case "masked":
                return finding(.wrong, "\(name) is masked", "systemctl --user unmask \(name)")
            case "loaded": break
            case let state:
                return finding(.wrong, "\(name) failed to load (\(state))", "systemctl --user status \(name)")
            }
        }
        if service.isFailed { return failed(service) }
        if socket.isFailed {
            return finding(
                .wrong, "weatherd.socket failed (\(socket["Result"]))",
                "systemctl --user reset-failed weatherd.socket; systemctl --user start weatherd.socket")
        }
        if service["SubState"] == "auto-restart" {
            return finding(.wrong, "weatherd exits repeatedly and is restarted", "find the cause with: \(Self.journal)")
        }
        guard service.isEnabled || socket.isEnabled else {
            return finding(.note, "installed, but not started at login", Self.start)
        }
        let isUp = service["ActiveState"] == "active" || service["ActiveState"] == "reloading"
        let isReady = socket["ActiveState"] == "active"
        guard isUp || isReady else { return finding(.wrong, "enabled, but not running", Self.start) }
        return Diagnostic(.ok, Self.subject, isUp ? "running, starts at login" : "starts on the first request")
    }

    /// Interprets exit statuses; see docs/service.md.
    private func failed(_ service: UnitState) -> Diagnostic {
        let again = "systemctl --user reset-failed weatherd; systemctl --user start weatherd"
        let (reason, advice): (String, String) =
            switch service["ExecMainStatus"] {
            case "78": ("invalid configuration", "correct it, then: \(again)")
            case "64":
                (
                    "weatherd.socket passes no listening socket",
                    "check systemctl --user cat weatherd.socket, then: \(again)"
                )
            case "203": ("the unit's program does not exist", "reinstall weatherd, then: \(again)")
            case "217", "226":
                (
                    "cannot set up its sandbox",
                    "make uninstall-sandbox, then: systemctl --user daemon-reload; \(again)"
                )
            case "1":
                (
                    "another weatherd is running, or its files are not writable",
                    "find the cause with: \(Self.journal) ; then: \(again)"
                )
            case let status:
                ("\(service["Result"]), status \(status)", "find the cause with: \(Self.journal) ; then: \(again)")
            }
        return Diagnostic(.wrong, Self.subject, "failed: \(reason)", advice: advice)
    }

    private func reloading(_ service: UnitState, _ socket: UnitState) -> Diagnostic? {
        guard [service, socket].contains(where: { $0["NeedDaemonReload"] == "yes" }) else { return nil }
        return Diagnostic(
            .note, Self.subject, "the unit files have changed since systemd loaded them",
            advice: "systemctl --user daemon-reload")
    }
}
