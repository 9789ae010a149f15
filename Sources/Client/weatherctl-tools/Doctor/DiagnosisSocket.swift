import Client
import ClientProtocol

// Checks the socket and the daemon.
extension Diagnosis {
    static let start = "systemctl --user enable --now weatherd.socket weatherd.service"

    /// Checks the socket's directory.
    var runtime: Diagnostic {
        let (path, variable) = (socketDirectory.path, "XDG_RUNTIME_DIR")
        func wrong(_ found: String, _ advice: String) -> Diagnostic {
            Diagnostic(.wrong, "directory", found, advice: advice)
        }
        let isSet = runtimeDirectory?.hasPrefix("/") == true
        switch socketDirectory.kind {
        case .directory: break
        case .absent where isSocketNamed: return wrong("there is no \(path)", "mkdir -p -m 700 \(path.shellQuoted)")
        case .absent where isSet:
            return wrong(
                "\(variable) names \(path), which does not exist",
                "log in again, directly instead of with su or sudo, or: unset \(variable)")
        case .absent:
            return wrong(
                "\(variable) is not set, and there is no \(path)",
                "log in with a systemd session, or: sudo loginctl enable-linger $USER")
        case .hidden(let reason): return wrong("\(path) cannot be accessed: \(reason)", "unset \(variable)")
        default:
            return wrong("\(path) is not a directory", isSocketNamed ? "unset WEATHERD_SOCKET" : "unset \(variable)")
        }
        // In a sticky directory such as /tmp, users cannot remove each other's files.
        let isSticky = socketDirectory.mode & 0o1000 != 0
        guard socketDirectory.owner == user || isSocketNamed && isSticky else {
            return wrong(
                "\(path) belongs to user \(socketDirectory.owner), not to you (user \(user))",
                "log in directly instead of with su or sudo, or: unset \(isSocketNamed ? "WEATHERD_SOCKET" : variable)")
        }
        guard !socketDirectory.isOpenToOthers || isSocketNamed && isSticky else {
            return wrong(
                "other users can write to \(path) (mode \(socketDirectory.permissions))",
                "chmod 700 \(path.shellQuoted)")
        }
        guard socketDirectory.isWritable else {
            return wrong(
                "\(path) is not writable, so no socket can be created in it", "chmod 700 \(path.shellQuoted)")
        }
        guard isSocketNamed || isSet else {
            return Diagnostic(
                .note, "directory", "\(variable) is not set, so \(path) is used",
                advice: "to set it for other programs: export \(variable)=\(path.shellQuoted)")
        }
        return Diagnostic(.ok, "directory", "\(path) belongs to you")
    }

    var socketFinding: Diagnostic {
        let path = socket.path
        func wrong(_ found: String, _ advice: String) -> Diagnostic {
            Diagnostic(.wrong, "socket", found, advice: advice)
        }
        switch socket.kind {
        case .socket: break
        case .absent: return Diagnostic(.skipped, "socket", "\(path) does not exist, since weatherd is not running")
        case .hidden(let reason):
            return wrong("\(path) cannot be accessed: \(reason)", "log in directly instead of with su or sudo")
        default:
            return wrong(
                "\(path) is not a socket",
                "mv \(path.shellQuoted) \("\(path).old".shellQuoted), then: systemctl --user restart weatherd.socket weatherd.service"
            )
        }
        guard socket.owner == user else {
            return wrong("\(path) belongs to user \(socket.owner)", "ask its owner to remove it, then: \(Self.start)")
        }
        if case .foreign(let process, let name) = daemon {
            return wrong(
                "process \(process) (\(name)) listens on \(path) and is not weatherd",
                "identify it with: ps -p \(process) ; stop it with: kill \(process) ; then: systemctl --user restart weatherd.socket weatherd.service"
            )
        }
        if case .failed(.notWeatherd) = daemon {
            return wrong(
                "the program that listens on \(path) is not weatherd",
                "find it with: ss -xlp src \(path.shellQuoted) ; stop it, then: systemctl --user restart weatherd.socket weatherd.service"
            )
        }
        if case .failed(.noDaemon) = daemon {
            return Diagnostic(.skipped, "socket", "\(path) was left by a weatherd that has exited")
        }
        guard socket.isWritable else {
            return wrong(
                "\(path) belongs to you, but you cannot access it (mode \(socket.permissions))",
                "chmod 600 \(path.shellQuoted)")
        }
        guard socket.mode & 0o077 == 0 else {
            return wrong("other users can access \(path) (mode \(socket.permissions))", "chmod 600 \(path.shellQuoted)")
        }
        return Diagnostic(.ok, "socket", "\(path) is accessible only to you")
    }

    var daemonFinding: Diagnostic {
        switch daemon {
        case .findings(_, Release.version): return Diagnostic(.ok, "daemon", "running version \(Release.version)")
        case .findings(_, let version), .older(let version):
            return Diagnostic(
                .note, "daemon", "weatherd is version \(version), but weatherctl is version \(Release.version)",
                advice: "systemctl --user restart weatherd")
        case .refused(let message):
            return Diagnostic(.wrong, "daemon", message, advice: "correct that, then run: weatherctl current")
        case .foreign, .failed(.notWeatherd):
            return Diagnostic(.skipped, "daemon", "not checked, since another program uses its socket")
        case .hangs(let process):
            return Diagnostic(
                .wrong, "daemon", "not responding\(process.map { " (process \($0))" } ?? "")",
                advice: "systemctl --user restart weatherd")
        case .failed(.forbidden) where socketFinding.state == .wrong:
            return Diagnostic(.skipped, "daemon", "not checked, since its socket is not accessible")
        case .failed(.noDaemon), .failed(.noDirectory):
            return Diagnostic(.wrong, "daemon", "not running", advice: startAdvice)
        case .failed(let failure): return Diagnostic(.wrong, "daemon", failure.sentence)
        }
    }

    /// Whether a systemd unit can start the daemon.
    private var isManaged: Bool {
        if case .units(let service, _) = manager { service.isInstalled } else { false }
    }

    private var startAdvice: String { isManaged ? Self.start : "start it with: weatherd" }

    /// Adds a daemon restart to an advice, unless the daemon does not run, for which there is separate advice.
    func advice(_ remedy: String) -> String {
        switch daemon {
        case .failed(.noDaemon), .failed(.noDirectory): remedy
        default:
            isManaged
                ? "\(remedy), then: systemctl --user restart weatherd"
                : "\(remedy), then restart weatherd"
        }
    }
}
