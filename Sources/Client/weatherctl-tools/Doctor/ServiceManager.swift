import Client
import ClientProtocol
import Glibc

/// The state of weatherd's units according to systemd's user manager.
enum ServiceManager: Equatable {
    /// There is no systemctl.
    case absent
    /// The manager cannot be queried, with its error message.
    case silent(String)
    case units(service: UnitState, socket: UnitState)

    private static let service = "weatherd.service"
    private static let socket = "weatherd.socket"

    /// Queries again while the service changes state: querying the daemon may have started a service that is about to
    /// fail.
    static func ask(by deadline: Deadline) -> ServiceManager {
        var answer = askOnce(by: deadline)
        for _ in 0..<settlings {
            guard case .units(let service, _) = answer, service.isSettling else { break }
            poll(nil, 0, settlingPause)
            answer = askOnce(by: deadline)
        }
        return answer
    }

    /// How often to query a service that changes state, and at what interval, ms.
    private static let settlings = 10
    private static let settlingPause: Int32 = 50

    private static func askOnce(by deadline: Deadline) -> ServiceManager {
        do throws(ChildProcess.Failure) {
            let properties = "--property=" + UnitState.properties.joined(separator: ",")
            let outcome = try ChildProcess.run(
                ["systemctl", "--user", "show", properties, service, socket], by: deadline)
            guard outcome.status == 0 else { return .silent(outcome.errors.firstLine) }
            let units = units(in: outcome.output)
            return units.count == 2 ? .units(service: units[0], socket: units[1]) : .silent("no output from systemctl")
        } catch {
            switch error {
            case .notFound: return .absent
            case .notStarted(let reason): return .silent(reason)
            case .overdue: return .silent("systemctl timed out")
            case .tooMuch: return .silent("systemctl printed too much output")
            }
        }
    }
}

extension ServiceManager {
    /// Parses the output of systemctl, in which empty lines separate units.
    static func units(in text: String) -> [UnitState] {
        var units: [[String: String]] = [[:]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard !line.isEmpty else {
                units.append([:])
                continue
            }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { units[units.count - 1][String(parts[0])] = String(parts[1]) }
        }
        return units.filter { !$0.isEmpty }.map(UnitState.init)
    }
}

/// A unit's properties from `systemctl show`.
struct UnitState: Equatable {
    /// Properties by name.
    var values: [String: String]

    static let properties = [
        "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "ExecMainStatus", "NeedDaemonReload",
    ]

    subscript(name: String) -> String { values[name] ?? "" }

    var isInstalled: Bool { self["LoadState"] != "not-found" }
    /// Whether the unit changes state, except while systemd waits before a restart.
    var isSettling: Bool {
        ["activating", "deactivating"].contains(self["ActiveState"]) && self["SubState"] != "auto-restart"
    }
    var isFailed: Bool { self["ActiveState"] == "failed" }
    var isEnabled: Bool { self["UnitFileState"].hasPrefix("enabled") || self["UnitFileState"] == "linked-runtime" }
}

extension String {
    /// The first line without its line end.
    var firstLine: String {
        split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
}
