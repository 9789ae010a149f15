import Glibc
import Wire

/// All that was looked at, by which `doctor` decides what is wrong.
struct Diagnosis {
    /// One of the directories that the daemon has files in.
    struct Directory {
        /// The variable that may name the directory above it.
        var variable: String
        /// Whether that does; else it is below `HOME`.
        var isNamed = false
        var state: PathState
        /// Whether the daemon writes there.
        var isWritten: Bool
        /// The nearest directory above that is there.
        var ancestor: PathState
        /// What is in it of the daemon's own.
        var files: [PathState] = []
    }

    var user: uid_t
    /// What `HOME` says.
    var home: PathState
    /// `XDG_RUNTIME_DIR`.
    var runtimeDirectory: String?
    /// Whether `WEATHERD_SOCKET` says where the socket is.
    var isSocketNamed = false
    var socket: PathState
    var socketDirectory: PathState
    var daemon: DaemonAnswer
    var manager: ServiceManager
    var configuration: ConfigurationCheck
    var directories: [Directory]
    var clock: SystemClock

    /// In the order in which things build upon each other.
    var findings: [Finding] {
        var findings =
            [runtime] + configurationFindings + [socketFinding, daemonFinding] + service + files + clockFindings
        switch daemon {
        case .findings(let own, _):
            // A clock that is right need not be kept by anybody.
            if own.contains(where: { $0.subject == "clock" && $0.state == .ok }) {
                findings.removeAll { $0.subject == "clock" }
            }
            findings += own
        default:
            findings.append(
                Finding(.skipped, "weather", "place, network, provider and weather are known to the daemon alone"))
        }
        return findings
    }
}
