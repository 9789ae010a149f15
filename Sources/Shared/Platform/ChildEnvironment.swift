/// The environment of the user's commands.
public enum ChildEnvironment {
    /// Without variables of the service manager, without weatherd's configuration, and without notification values
    /// inherited from another daemon.
    ///
    /// - Parameters:
    ///   - environment: the daemon's.
    ///   - values: those for the command.
    public static func of(
        _ environment: [String: String], adding values: [String: String] = [:]
    ) -> [String: String] {
        let others = environment.filter { variable, _ in
            !variablesOfTheServiceManager.contains(variable) && !variable.hasPrefix("WEATHER_")
                && (!variable.hasPrefix("WEATHERD_") || variable == "WEATHERD_SOCKET")
        }
        return others.merging(values) { $1 }
    }
}

/// Variables that systemd sets for services (systemd.exec(5)), some of which are secret.
private let variablesOfTheServiceManager: Set = [
    "CREDENTIALS_DIRECTORY", "INVOCATION_ID", "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS", "LISTEN_PID",
    "LISTEN_PIDFDID", "MAINPID", "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE", "NOTIFY_SOCKET", "SYSTEMD_EXEC_PID",
    "WATCHDOG_PID", "WATCHDOG_USEC",
]
