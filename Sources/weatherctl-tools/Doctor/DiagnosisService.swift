import Wire

// Whether systemd looks after the daemon.
extension Diagnosis {
    private static let subject = "service"
    private static let journal = "journalctl --user -u weatherd -n 20"

    private var isAnswering: Bool {
        switch daemon {
        case .findings, .older: true
        default: false
        }
    }

    var service: [Finding] {
        switch manager {
        case .absent:
            return [Finding(.note, Self.subject, "there is no systemctl here, so nothing starts weatherd by itself")]
        case .silent(let reason):
            return [
                Finding(
                    .skipped, Self.subject, "systemd's user manager cannot be asked: \(reason)",
                    advice: "log in as yourself and not with su or sudo, or: sudo loginctl enable-linger $USER")
            ]
        case .units(let service, let socket):
            return [state(service, socket)] + [reloading(service, socket)].compactMap(\.self)
        }
    }

    private func state(_ service: UnitState, _ socket: UnitState) -> Finding {
        func finding(_ state: Finding.State, _ found: String, _ advice: String) -> Finding {
            Finding(state, Self.subject, found, advice: advice)
        }
        for (unit, name) in [(service, "weatherd.service"), (socket, "weatherd.socket")] {
            switch unit["LoadState"] {
            case "not-found":
                return isAnswering
                    ? finding(
                        .note, "weatherd runs without it: \(name) is not installed",
                        "to have it started at each login: make install, then: systemctl --user daemon-reload")
                    : finding(
                        .wrong, "\(name) is not installed",
                        "make install, or install the package; then: systemctl --user daemon-reload && \(Self.start)")
            case "masked":
                return finding(.wrong, "\(name) is masked", "systemctl --user unmask \(name)")
            case "loaded": break
            case let state:
                return finding(.wrong, "\(name) cannot be loaded (\(state))", "systemctl --user status \(name)")
            }
        }
        if service.isFailed { return failed(service) }
        if socket.isFailed {
            return finding(
                .wrong, "weatherd.socket has failed (\(socket["Result"]))",
                "systemctl --user reset-failed weatherd.socket; systemctl --user start weatherd.socket")
        }
        if service["SubState"] == "auto-restart" {
            return finding(.wrong, "weatherd ended, and is started again and again", "see why: \(Self.journal)")
        }
        guard service.isEnabled || socket.isEnabled else {
            return finding(.note, "is installed, and does not start at login", Self.start)
        }
        let isUp = service["ActiveState"] == "active" || service["ActiveState"] == "reloading"
        let isReady = socket["ActiveState"] == "active"
        guard isUp || isReady else { return finding(.wrong, "is enabled, and not started", Self.start) }
        return Finding(.ok, Self.subject, isUp ? "runs, and starts at login" : "is started by the first query")
    }

    /// By what docs/service.md says of the statuses.
    private func failed(_ service: UnitState) -> Finding {
        let again = "systemctl --user reset-failed weatherd; systemctl --user start weatherd"
        let (reason, advice): (String, String) =
            switch service["ExecMainStatus"] {
            case "78": ("the configuration has a mistake", "mend it, then: \(again)")
            case "64":
                (
                    "weatherd.socket hands over no listening socket",
                    "look at systemctl --user cat weatherd.socket, then: \(again)"
                )
            case "203": ("the program is not where the unit says", "install weatherd anew, then: \(again)")
            case "217", "226":
                (
                    "its sandbox cannot be set up here",
                    "make uninstall-sandbox, then: systemctl --user daemon-reload; \(again)"
                )
            case "1":
                (
                    "another weatherd runs, or its files cannot be written",
                    "see which: \(Self.journal) ; mend it, then: \(again)"
                )
            case let status: ("\(service["Result"]), status \(status)", "see why: \(Self.journal) ; then: \(again)")
            }
        return Finding(.wrong, Self.subject, "has failed: \(reason)", advice: advice)
    }

    private func reloading(_ service: UnitState, _ socket: UnitState) -> Finding? {
        guard [service, socket].contains(where: { $0["NeedDaemonReload"] == "yes" }) else { return nil }
        return Finding(
            .note, Self.subject, "its units have changed since systemd read them",
            advice: "systemctl --user daemon-reload")
    }
}
