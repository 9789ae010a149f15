import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch

/// A user's own directories, with a daemon's files and socket in them, isolated from the machine's.
final class Home {
    let directory: TemporaryDirectory
    let socketPath: String
    /// nil for the machine's own clock.
    let clock: WallClock?
    /// The complete environment of the programs.
    var environment: [String: String]

    /// - Parameters:
    ///   - provider: the server for forecasts; nil for a closed port.
    /// - now: the wall clock's time, seconds since 1970; nil for the machine's own clock.
    ///   - place: `LAT LON NAME` or `LAT LON`; nil for none.
    init(provider: LoopbackServer?, now: Int? = nil, place: String? = "-34.9 -56.2 Montevideo") throws {
        try Programs.requireAll()
        directory = try TemporaryDirectory()
        socketPath = directory.file("weatherd.sock")
        clock = try now.map { [directory] in try WallClock($0, in: directory) }
        environment = [
            "LANG": "C.UTF-8", "PATH": Programs.directory + ":/usr/bin:/bin", "HOME": directory.path,
            "XDG_RUNTIME_DIR": directory.path, "XDG_CONFIG_HOME": directory.file("config"),
            "XDG_STATE_HOME": directory.file("state"), "XDG_CACHE_HOME": directory.file("cache"),
            "WEATHERD_SOCKET": socketPath, "WEATHERD_OPEN_METEO_URL": provider?.url ?? "http://127.0.0.1:9",
            // By default, all other services are at a closed port.
            "WEATHERD_OPEN_METEO_GEOCODING_URL": "http://127.0.0.1:9",
            "WEATHERD_OPEN_METEO_AIR_QUALITY_URL": "http://127.0.0.1:9",
            "WEATHERD_OPENWEATHERMAP_URL": "http://127.0.0.1:9", "WEATHERD_MET_NORWAY_URL": "http://127.0.0.1:9",
            "WEATHERD_NWS_URL": "http://127.0.0.1:9", "WEATHERD_PIRATE_WEATHER_URL": "http://127.0.0.1:9",
            // Others cover places everywhere, and are tested separately.
            "WEATHERD_ALERTS_PROVIDERS": "nws,met-norway",
            // Nothing reports the machine's location here.
            "TZ": "UTC", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + directory.file("no-bus"),
        ]
        let keys = ["LATITUDE", "LONGITUDE", "NAME"].map { "WEATHERD_LOCATION_" + $0 }
        for (key, word) in zip(keys, place?.split(separator: " ") ?? []) { environment[key] = String(word) }
    }

    // MARK: - Files

    var settingsPath: String { "state/weatherd/settings.json" }
    var settingsCopyPath: String { "state/weatherd/settings.copy.json" }
    var requestsPath: String { "state/weatherd/requests.json" }
    var cachePath: String { "cache/weatherd/reports.json" }

    /// The file's bytes; nil if it does not exist.
    func bytes(_ name: String) -> Data? {
        try? directory.read(name)
    }

    /// Writes the user's configuration file, which replaces the location from the environment.
    func configure(_ text: String) throws {
        try FileManager.default.createDirectory(
            atPath: directory.file("config/weatherd"), withIntermediateDirectories: true)
        try directory.write(text, to: "config/weatherd/config.toml")
    }

    /// The names of all files in the daemon's state and cache directories, without the directory `accuracy`, which
    /// appears with the first forecast.
    var storedFiles: [String] {
        ["state/weatherd", "cache/weatherd"].flatMap {
            (try? FileManager.default.contentsOfDirectory(atPath: directory.file($0))) ?? []
        }.filter { $0 != "accuracy" }
    }

    // MARK: - Programs

    /// Starts weatherd and waits until it reports that it is ready.
    ///
    /// - Parameters:
    /// - setting: this daemon's environment variables, in addition to the common ones.
    /// - first: the shell commands to run before exec.
    ///   - program: the weatherd to start.
    func start(
        _ arguments: [String] = [], setting: [String: String] = [:], first: String? = nil,
        program: String = Programs.weatherd
    ) throws -> RunningDaemon {
        let daemon = try launch(arguments, setting: setting, first: first, program: program)
        do {
            try daemon.manager.wait(for: "READY=1")
        } catch {
            throw Failure("\(error); its log: \(daemon.log)")
        }
        daemon.manager.close()
        return daemon
    }

    /// Starts weatherd without waiting.
    ///
    /// - Parameter first: the shell commands to run before exec, such as `ulimit -n 64`.
    func launch(
        _ arguments: [String] = [], setting: [String: String] = [:], handed: Descriptor? = nil, first: String? = nil,
        program: String = Programs.weatherd
    ) throws -> RunningDaemon {
        let manager = try NotifySocket(directory.file("notify"))
        let extra = ["NOTIFY_SOCKET": manager.path].merging(clock?.environment ?? [:]) { $1 }.merging(setting) { $1 }
        let errors = directory.file("weatherd.log")
        unlink(errors)
        var words = [program] + arguments
        // LISTEN_PID must be the daemon's own process id, which only the process itself knows here.
        let first = handed == nil ? first : "export LISTEN_PID=$$ LISTEN_FDS=1"
        if let first { words = ["/bin/sh", "-c", "\(first); exec \"$0\" \"$@\""] + words }
        let process = try ChildProcess(
            words[0], Array(words.dropFirst()), environment: environment.merging(extra) { $1 }, errors: errors,
            handed: handed)
        return RunningDaemon(process, manager, home: self)
    }

    /// Runs weatherd until it exits.
    func weatherd(_ arguments: String...) throws -> Finished {
        try Finished.running(Programs.weatherd, arguments, environment: environment)
    }

    /// Runs weatherctl until it exits.
    func weatherctl(_ arguments: String...) throws -> Finished {
        try Finished.running(Programs.weatherctl, arguments, environment: environment)
    }

    func client() throws -> Client {
        try Client(socketPath)
    }

    /// Returns when the location search has ended, with or without a result.
    func awaitLocation() throws {
        let client = try client()
        try client.send("watch status\n")
        while true {
            let lines = try client.reply().lines
            // The time zone is the last source.
            if !lines.contains("place: -") || lines.contains(where: { $0.contains("time zone") }) { return }
        }
    }

    /// Returns when the running fetch has ended, successfully or not.
    func awaitRefresh() throws {
        _ = try ask("refresh --wait")
    }

    /// One request on its own connection.
    func ask(_ line: String) throws -> Reply {
        try client().ask(line)
    }

    /// The object in the reply to the request with `--output json`.
    func json(_ line: String) throws -> [String: Any] {
        let text = try ask(line + " --output json").lines.joined()
        guard let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw Failure("not an object: \(text)")
        }
        return object
    }
}
