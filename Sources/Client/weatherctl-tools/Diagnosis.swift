import Client
import ClientProtocol
import Glibc

/// The facts from which `doctor` derives its diagnostics.
struct Diagnosis {
    /// One of the daemon's directories.
    struct Directory {
        /// The variable that may override its parent directory.
        var variable: String
        /// Whether the variable is set; otherwise it is below `HOME`.
        var isNamed = false
        var state: PathState
        /// Whether the daemon writes to it.
        var isWritten: Bool
        /// The nearest existing ancestor.
        var ancestor: PathState
        /// The daemon's files in it.
        var files: [PathState] = []
    }

    var user: uid_t
    var home: PathState
    /// `XDG_RUNTIME_DIR`.
    var runtimeDirectory: String?
    /// Whether `WEATHERD_SOCKET` is set.
    var isSocketNamed = false
    var socket: PathState
    var socketDirectory: PathState
    var daemon: DaemonAnswer
    var manager: ServiceManager
    var configuration: ConfigurationCheck
    var directories: [Directory]
    var clock: SystemClock

    /// In order of dependency.
    var findings: [Diagnostic] {
        var findings =
            [runtime] + configurationFindings + [socketFinding, daemonFinding] + service + files + clockFindings
        switch daemon {
        case .findings(let own, _):
            // A correct clock needs no time synchronization.
            if own.contains(where: { $0.subject == Diagnostic.clock && $0.state == .ok }) {
                findings.removeAll { $0.subject == Diagnostic.clock }
            }
            findings += own
        default:
            findings.append(
                Diagnostic(
                    .skipped, "weather",
                    "place, network, providers and weather not checked, since the daemon does not answer"))
        }
        return findings
    }
}

// Checks files and the clock.
extension Diagnosis {
    var configurationFindings: [Diagnostic] {
        let subject = "config.toml"
        let file = directories.flatMap { $0.files }.first {
            $0.path.hasSuffix("/\(subject)") && $0.isHidden(from: user)
        }
        // Errors in variables begin with the variable's name.
        func name(_ sentence: String) -> String { sentence.hasPrefix("WEATHERD_") ? "environment" : subject }
        switch configuration {
        case .right(let sentence, let notices):
            return [Diagnostic(.ok, subject, sentence)] + notices.map { Diagnostic(.note, name($0), $0) }
        case .wrong(let sentences):
            return sentences.map {
                let isOfSystem = $0.hasPrefix("/etc/weatherd/") && user != 0
                let remedy = isOfSystem ? "ask the administrator to correct it" : "correct it"
                return Diagnostic(
                    .wrong, name($0), $0,
                    advice: advice(file.map { "chmod 600 \($0.path.shellQuoted)" } ?? remedy))
            }
        case .noProgram:
            return [
                Diagnostic(
                    .wrong, subject, "not checked, since weatherd was not found", advice: "install weatherd")
            ]
        case .failed(let reason): return [Diagnostic(.skipped, subject, reason)]
        }
    }

    var files: [Diagnostic] {
        let wrong = directories.flatMap(findings(in:))
        guard wrong.isEmpty else { return wrong }
        let present = directories.filter { $0.state.kind == .directory }.map { $0.state.path }
        return [
            Diagnostic(
                .ok, "files",
                present.isEmpty
                    ? "none yet; they are created when needed"
                    : "belong to you: \(present.joined(separator: ", "))")
        ]
    }

    /// In another user's directory, advises changing the variable instead of the files.
    private func adviceIfElsewhere(_ directory: Directory) -> String? {
        let isElsewhere = directory.isNamed ? directory.ancestor.owner != user : home.owner != user
        guard isElsewhere else { return nil }
        let own = "log in directly instead of with su or sudo, or set"
        return directory.isNamed
            ? "\(own) \(directory.variable) to a directory that you own"
            : "\(own) HOME to your own directory, or \(directory.variable) to a directory that you own"
    }

    private func findings(in directory: Directory) -> [Diagnostic] {
        let state = directory.state
        let path = state.path
        func wrong(_ found: String, _ advice: String) -> [Diagnostic] {
            [Diagnostic(.wrong, "files", found, advice: advice)]
        }
        let elsewhere = adviceIfElsewhere(directory)
        switch state.kind {
        case .directory: break
        case .absent:
            guard directory.isWritten, !directory.ancestor.isWritable else { return [] }
            return wrong(
                "\(path) does not exist and cannot be created in \(directory.ancestor.path)",
                elsewhere ?? "chmod u+rwx \(directory.ancestor.path.shellQuoted)")
        case .hidden(let reason):
            return wrong("\(path) cannot be accessed: \(reason)", elsewhere ?? "ls -ld \(path.directory.shellQuoted)")
        default: return wrong("\(path) is not a directory", "mv \(path.shellQuoted) \("\(path).old".shellQuoted)")
        }
        // Read-only directories may belong to others, such as a dotfiles manager.
        guard state.owner == user || !directory.isWritten else {
            return wrong(
                "\(path) belongs to user \(state.owner)", elsewhere ?? "sudo chown -R $USER \(path.shellQuoted)")
        }
        guard !state.isOpenToAll else {
            return wrong(
                "other users can write to \(path) (mode \(state.permissions))", "chmod 700 \(path.shellQuoted)")
        }
        guard !state.isOpenToOthers || state.owner != user else {
            return [
                Diagnostic(
                    .note, "files", "your group can write to \(path) (mode \(state.permissions))",
                    advice: "if the group has other members: chmod 700 \(path.shellQuoted)")
            ]
        }
        guard state.isWritable || !directory.isWritten else {
            return wrong(
                "\(path) is not writable, so settings cannot be saved", "chmod u+rwx \(path.shellQuoted)")
        }
        guard directory.isWritten else { return [] }
        return directory.files.flatMap { file -> [Diagnostic] in
            switch file.kind {
            case .absent: return []
            case .file where file.isHidden(from: user):
                return wrong(
                    "\(file.path) cannot be read (mode \(file.permissions))",
                    advice("chmod 600 \(file.path.shellQuoted)"))
            case .file where file.owner == user: return []
            case .file:
                return wrong("\(file.path) belongs to user \(file.owner)", "sudo chown $USER \(file.path.shellQuoted)")
            default:
                return wrong(
                    "\(file.path) is not a file",
                    advice("mv \(file.path.shellQuoted) \("\(file.path).old".shellQuoted)")
                )
            }
        }
    }

    var clockFindings: [Diagnostic] {
        var findings: [Diagnostic] = []
        if !clock.isKept {
            findings.append(
                Diagnostic(
                    .note, Diagnostic.clock, "no time synchronization service found",
                    advice: "sudo timedatectl set-ntp true"))
        }
        let set = "sudo timedatectl set-timezone Europe/Oslo (replace with your zone)"
        switch clock.zone {
        case nil where clock.isZoneKnown:
            findings.append(Diagnostic(.ok, "time zone", "set by a file without a name"))
        case nil: findings.append(Diagnostic(.note, "time zone", "not set, so times are in UTC", advice: set))
        case let zone? where clock.isZoneKnown: findings.append(Diagnostic(.ok, "time zone", zone))
        case let zone?:
            findings.append(
                Diagnostic(
                    .wrong, "time zone", "tzdata does not contain \(zone)",
                    advice: "install the package tzdata, or: \(set)"))
        }
        return findings
    }
}

extension PathState {
    /// Whether it is a file that its owner cannot read.
    fileprivate func isHidden(from user: uid_t) -> Bool { kind == .file && owner == user && !isReadable }
}

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
            return [state(service, socket)] + [reloading(service, socket)].compactMap { $0 }
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
