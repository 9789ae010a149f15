import ClientProtocol
import Glibc
import Testing

@testable import Client
@testable import weatherctl_tools

/// The starting point of the `doctor` suites: a healthy machine, which each test changes.
protocol HealthyMachine {}

extension HealthyMachine {
    static var directory: String { "/run/user/1000" }
    static var path: String { "/run/user/1000/weatherd.sock" }
    static var home: String { "/home/alice" }

    static func unit(_ values: [String: String]) -> UnitState {
        UnitState(
            values: ["LoadState": "loaded", "ActiveState": "active", "UnitFileState": "enabled"].merging(values) { $1 })
    }

    static func directory(_ name: String, isWritten: Bool = true) -> Diagnosis.Directory {
        Diagnosis.Directory(
            variable: "XDG_STATE_HOME",
            state: PathState(path: home + name, kind: .directory, owner: 1000, mode: 0o700, isWritable: true),
            isWritten: isWritten,
            ancestor: PathState(path: home, kind: .directory, owner: 1000, mode: 0o700, isWritable: true))
    }

    /// A healthy machine.
    var diagnosis: Diagnosis {
        Diagnosis(
            user: 1000,
            home: PathState(path: Self.home, kind: .directory, owner: 1000, mode: 0o700, isWritable: true),
            runtimeDirectory: Self.directory,
            socket: PathState(path: Self.path, kind: .socket, owner: 1000, mode: 0o600, isWritable: true),
            socketDirectory: PathState(
                path: Self.directory, kind: .directory, owner: 1000, mode: 0o700, isWritable: true),
            daemon: .findings([Diagnostic(.ok, "weather", "4 min old")], version: Release.version),
            manager: .units(service: Self.unit([:]), socket: Self.unit([:])),
            configuration: .right("configuration OK: config.toml", notices: []),
            directories: [
                Self.directory("/.config/weatherd", isWritten: false), Self.directory("/.local/state/weatherd"),
                Self.directory("/.cache/weatherd"),
            ], clock: SystemClock(isKept: true, zone: "Europe/Oslo", isZoneKnown: true))
    }

    /// The problems.
    func faults(_ change: (inout Diagnosis) -> Void) -> [Diagnostic] {
        var changed = diagnosis
        change(&changed)
        return changed.findings.filter { $0.state != .ok }
    }

    /// The only problem.
    func fault(_ change: (inout Diagnosis) -> Void) throws -> Diagnostic {
        let wrong = faults(change).filter { $0.state == .wrong }
        #expect(wrong.count == 1, "\(wrong)")
        return try #require(wrong.first)
    }
}
