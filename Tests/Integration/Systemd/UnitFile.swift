import Foundation

/// The settings of a service in a unit file or a drop-in.
struct UnitFile {
    /// The lines of `[Service]`, in order and verbatim.
    let lines: [String]

    init(_ text: String) {
        var lines: [String] = []
        var isService = false
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix("[") { isService = line == "[Service]" } else if isService { lines.append(String(line)) }
        }
        self.lines = lines
    }

    /// Directives that control how the service runs, but forbid nothing; and TasksMax, for which the tests' user manager lacks the
    /// control group.
    private static let running: Set = [
        "Type", "ExecStart", "ExecStartPre", "ExecReload", "Environment", "Restart", "RestartPreventExitStatus",
        "RestartSec", "RestartForceExitStatus", "SuccessExitStatus", "WatchdogSec", "TimeoutStopSec", "TasksMax",
    ]

    /// The lines of the sandbox.
    var sandbox: [String] { lines.filter { !Self.running.contains(Self.name($0)) } }

    static func name(_ line: String) -> String {
        String(line.prefix { $0 != "=" })
    }
}
