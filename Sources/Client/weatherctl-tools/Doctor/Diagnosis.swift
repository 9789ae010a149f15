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
    /// The home directory.
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
