import Client
import Glibc
import Wire

/// What systemd's user manager says of weatherd's units.
enum ServiceManager: Equatable {
    /// There is no systemctl.
    case absent
    /// It cannot be asked; its own words for why.
    case silent(String)
    case units(service: UnitState, socket: UnitState)

    private static let service = "weatherd.service"
    private static let socket = "weatherd.socket"

    /// A service that is on its way from one state to another is asked once more a little later: the question to the daemon may have
    /// started one that is just about to fail.
    static func ask(by deadline: Deadline) -> ServiceManager {
        var answer = askOnce(by: deadline)
        for _ in 0..<settlings {
            guard case .units(let service, _) = answer, service.isSettling else { break }
            poll(nil, 0, settlingPause)
            answer = askOnce(by: deadline)
        }
        return answer
    }

    /// How often a service that is settling is asked for again, and after how many ms.
    private static let settlings = 10
    private static let settlingPause: Int32 = 50

    private static func askOnce(by deadline: Deadline) -> ServiceManager {
        do throws(ChildProcess.Failure) {
            let properties = "--property=" + UnitState.properties.joined(separator: ",")
            let outcome = try ChildProcess.run(
                ["systemctl", "--user", "show", properties, service, socket], by: deadline)
            guard outcome.status == 0 else { return .silent(outcome.errors.firstLine) }
            let units = units(in: outcome.output)
            return units.count == 2 ? .units(service: units[0], socket: units[1]) : .silent("it says nothing")
        } catch {
            switch error {
            case .notFound: return .absent
            case .notStarted(let reason): return .silent(reason)
            case .overdue: return .silent("it did not answer in time")
            case .tooMuch: return .silent("it says more than it should")
            }
        }
    }
}

extension ServiceManager {
    /// The units that systemctl tells of, one after the other with an empty line in between.
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

/// A unit, by the properties of systemctl(1), `show`.
struct UnitState: Equatable {
    /// By their names.
    var values: [String: String]

    static let properties = [
        "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "ExecMainStatus", "NeedDaemonReload",
    ]

    subscript(name: String) -> String { values[name] ?? "" }

    var isInstalled: Bool { self["LoadState"] != "not-found" }
    /// Neither up nor down yet; but not while systemd waits for a while before it starts it anew.
    var isSettling: Bool {
        ["activating", "deactivating"].contains(self["ActiveState"]) && self["SubState"] != "auto-restart"
    }
    var isFailed: Bool { self["ActiveState"] == "failed" }
    var isEnabled: Bool { self["UnitFileState"].hasPrefix("enabled") || self["UnitFileState"] == "linked-runtime" }
}

extension String {
    /// Without the line end.
    var firstLine: String {
        split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
}
