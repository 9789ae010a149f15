import Client
import Wire

// Whether the daemon can be reached.
extension Diagnosis {
    static let start = "systemctl --user enable --now weatherd.socket weatherd.service"

    /// The directory of the socket.
    var runtime: Finding {
        let (path, variable) = (socketDirectory.path, "XDG_RUNTIME_DIR")
        func wrong(_ found: String, _ advice: String) -> Finding {
            Finding(.wrong, "directory", found, advice: advice)
        }
        let isSet = runtimeDirectory?.hasPrefix("/") == true
        switch socketDirectory.kind {
        case .directory: break
        case .absent where isSocketNamed: return wrong("there is no \(path)", "mkdir -p -m 700 \(path.shellQuoted)")
        case .absent where isSet:
            return wrong(
                "\(variable) names \(path), which is not there",
                "log in anew, as yourself and not with su or sudo, or: unset \(variable)")
        case .absent:
            return wrong(
                "\(variable) is not set, and there is no \(path)",
                "log in where systemd opens a session, or: sudo loginctl enable-linger $USER")
        case .hidden(let reason): return wrong("\(path) cannot be looked at: \(reason)", "unset \(variable)")
        default:
            return wrong("\(path) is not a directory", isSocketNamed ? "unset WEATHERD_SOCKET" : "unset \(variable)")
        }
        // In a directory such as /tmp nobody can take another's file away.
        let isSticky = socketDirectory.mode & 0o1000 != 0
        guard socketDirectory.owner == user || isSocketNamed && isSticky else {
            return wrong(
                "\(path) belongs to user \(socketDirectory.owner), and you are user \(user)",
                "log in as yourself and not with su or sudo, or: unset \(isSocketNamed ? "WEATHERD_SOCKET" : variable)")
        }
        guard !socketDirectory.isOpenToOthers || isSocketNamed && isSticky else {
            return wrong(
                "others can write to \(path) (mode \(socketDirectory.permissions))", "chmod 700 \(path.shellQuoted)")
        }
        guard socketDirectory.isWritable else {
            return wrong(
                "\(path) cannot be written to, so no socket can be made in it", "chmod 700 \(path.shellQuoted)")
        }
        guard isSocketNamed || isSet else {
            return Finding(
                .note, "directory", "\(variable) is not set, so \(path) is taken",
                advice: "for other programs too: export \(variable)=\(path.shellQuoted)")
        }
        return Finding(.ok, "directory", "\(path) is yours")
    }

    var socketFinding: Finding {
        let path = socket.path
        func wrong(_ found: String, _ advice: String) -> Finding { Finding(.wrong, "socket", found, advice: advice) }
        switch socket.kind {
        case .socket: break
        case .absent: return Finding(.skipped, "socket", "\(path) is not there, since no daemon runs")
        case .hidden(let reason):
            return wrong("\(path) cannot be looked at: \(reason)", "log in as yourself and not with su or sudo")
        default:
            return wrong(
                "\(path) is not a socket, and nothing of weatherd's",
                "mv \(path.shellQuoted) \("\(path).old".shellQuoted), then: systemctl --user restart weatherd.socket weatherd.service"
            )
        }
        guard socket.owner == user else {
            return wrong("\(path) belongs to user \(socket.owner)", "have it removed, then: \(Self.start)")
        }
        if case .foreign(let process, let name) = daemon {
            return wrong(
                "process \(process) (\(name)) listens at \(path), and is not weatherd",
                "look what it is with: ps -p \(process) ; end it with: kill \(process) ; then: systemctl --user restart weatherd.socket weatherd.service"
            )
        }
        if case .failed(.notWeatherd) = daemon {
            return wrong(
                "what listens at \(path) is not weatherd",
                "find it with: ss -xlp src \(path.shellQuoted) ; end it, then: systemctl --user restart weatherd.socket weatherd.service"
            )
        }
        if case .failed(.noDaemon) = daemon {
            return Finding(.skipped, "socket", "\(path) is left over from a daemon that has ended")
        }
        guard socket.isWritable else {
            return wrong(
                "\(path) is yours, and you cannot reach it (mode \(socket.permissions))",
                "chmod 600 \(path.shellQuoted)")
        }
        guard socket.mode & 0o077 == 0 else {
            return wrong("others can reach \(path) (mode \(socket.permissions))", "chmod 600 \(path.shellQuoted)")
        }
        return Finding(.ok, "socket", "\(path) is yours alone")
    }

    var daemonFinding: Finding {
        switch daemon {
        case .findings(_, Release.version): return Finding(.ok, "daemon", "weatherd \(Release.version) answers")
        case .findings(_, let version), .older(let version):
            return Finding(
                .note, "daemon", "weatherd \(version) answers, and this is weatherctl \(Release.version)",
                advice: "systemctl --user restart weatherd")
        case .refused(let message):
            return Finding(.wrong, "daemon", message, advice: "mend that, then ask again: weatherctl current")
        case .foreign, .failed(.notWeatherd):
            return Finding(.skipped, "daemon", "cannot be asked while another has its socket")
        case .hangs(let process):
            return Finding(
                .wrong, "daemon", "does not answer\(process.map { " (process \($0))" } ?? "")",
                advice: "systemctl --user restart weatherd")
        case .failed(.forbidden) where socketFinding.state == .wrong:
            return Finding(.skipped, "daemon", "cannot be asked while its socket cannot be reached")
        case .failed(.noDaemon), .failed(.noDirectory):
            return Finding(.wrong, "daemon", "does not run", advice: startAdvice)
        case .failed(let failure): return Finding(.wrong, "daemon", failure.sentence)
        }
    }

    /// Whether there is a unit by which systemd can start the daemon.
    private var isManaged: Bool {
        if case .units(let service, _) = manager { service.isInstalled } else { false }
    }

    private var startAdvice: String { isManaged ? Self.start : "start it by itself with: weatherd" }

    /// What is to be done about something that the daemon takes notice of when it begins anew. How one that does not run is
    /// started, its own finding tells.
    func advice(_ cure: String) -> String {
        switch daemon {
        case .failed(.noDaemon), .failed(.noDirectory): cure
        default:
            isManaged
                ? "\(cure), then: systemctl --user restart weatherd"
                : "\(cure), then end weatherd, and start it by itself with: weatherd"
        }
    }
}
