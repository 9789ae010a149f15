import Foundation
import LoopbackHTTP
import Scratch
import Testing
import Weather

/// An isolated user session: directories, a screen, a daemon, and the programs that the test starts. All end with it.
final class Desktop {
    let directory: TemporaryDirectory
    let provider: WeatherOnLoopback
    /// The complete environment of the programs.
    var environment: [String: String]
    private var programs: [Process] = []
    private var daemon: Process?

    /// The directory of weatherd and weatherctl: `WEATHERD_PROGRAMS` if it is set, otherwise the build directory, next
    /// to the tests.
    static let programs =
        ProcessInfo.processInfo.environment["WEATHERD_PROGRAMS"]
        ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path

    /// Two places: Lisbon, and one whose name contains markup characters.
    static let hostileName = #"A&B <"x"> %{F#f00} #[x] | \ 日本"#

    private static let configuration = """
        providers = ["open-meteo"]
        [short]
        format = "{icon} {temperature} {place}"
        alternate = "{condition}, {wind}"
        [alerts]
        providers = []
        [location]
        sources = []
        latitude = 38.72
        longitude = -9.14
        name = "Lisbon"
        """

    /// Runs `body` in a session with a daemon that has the weather.
    static func running(_ body: (Desktop) async throws -> Void) async throws {
        try await WeatherOnLoopback.running { provider in
            let desktop = try Desktop(provider)
            try desktop.startDaemon()
            _ = try desktop.weatherctl("refresh", "--wait")
            _ = try desktop.weatherctl("places", "add", hostileName, "59.91", "10.75")
            // The favourite's weather is fetched automatically.
            try patiently("the favourite's weather") {
                try? desktop.weatherctl("short", "--place", hostileName)
            } until: {
                $0 != nil
            }
            try await body(desktop)
        }
    }

    private init(_ provider: WeatherOnLoopback) throws {
        self.provider = provider
        directory = try TemporaryDirectory()
        environment = [
            "LANG": "C.UTF-8", "TZ": "UTC", "PATH": Self.programs + ":/usr/bin:/bin", "HOME": directory.path,
            "XDG_RUNTIME_DIR": directory.path, "XDG_CONFIG_HOME": directory.file("config"),
            "XDG_STATE_HOME": directory.file("state"), "XDG_CACHE_HOME": directory.file("cache"),
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + directory.file("bus"),
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + directory.file("no-bus"),
        ]
        try write(Self.configuration, to: "config/weatherd/config.toml")
    }

    deinit {
        // Does not wait: child processes may run a little longer, and Foundation would wait for them too.
        for program in programs.reversed() where program.isRunning { kill(program.processIdentifier, SIGKILL) }
    }

    /// Writes a file, and creates its directories; returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let path = directory.file(name)
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        try directory.write(text, to: name)
        return path
    }

    /// The path of a file in the directory of this session.
    func file(_ name: String) -> String { directory.file(name) }

    // MARK: - Programs

    /// Starts a program from PATH.
    ///
    /// - Parameter errors: the name of the file for standard error.
    @discardableResult
    func start(
        _ words: [String], setting: [String: String] = [:], input: Pipe? = nil, output: Pipe? = nil,
        errors: String? = nil
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.environment = environment.merging(setting) { $1 }
        process.currentDirectoryURL = URL(filePath: directory.path)
        process.standardInput = input ?? FileHandle.nullDevice
        let log = try errors.map { try FileHandle(forWritingTo: URL(filePath: write("", to: $0))) }
        process.standardOutput = output ?? log ?? FileHandle.nullDevice
        process.standardError = log ?? FileHandle.nullDevice
        // The test threads block signals, which child processes would inherit.
        var none = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try process.run()
        programs.append(process)
        return process
    }

    /// Starts a program as an ordinary user, which some programs require.
    ///
    /// In its own user namespace it owns root's files, and the user need not exist on the machine.
    @discardableResult
    func startAsUser(_ words: [String], errors: String? = nil) throws -> Process {
        try start(Self.asUser + words, errors: errors)
    }

    static let asUser = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]

    /// The standard output of a program that succeeds.
    func output(of words: [String]) throws -> Data {
        let (output, errors) = (Pipe(), directory.file("errors"))
        let process = try start(words, output: output, errors: "errors")
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        programs.removeAll { $0 === process }
        guard process.terminationStatus == 0 else {
            throw UnmetExpectation("\(words) ended with \(process.terminationStatus): \(try text(of: errors))")
        }
        return data
    }

    /// The output of weatherctl, without the last line end.
    func weatherctl(_ words: String...) throws -> String {
        let text = String(decoding: try output(of: ["weatherctl"] + words), as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// Lets `weatherctl setup` add the weather to a bar's configuration file.
    func setUp(_ path: String) throws {
        let before = try text(of: path)
        let said = try weatherctl("setup", "--yes")
        guard try text(of: path) != before else { throw UnmetExpectation("setup did not change \(path): \(said)") }
    }

    private func text(of path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    // MARK: - The daemon

    func startDaemon() throws {
        let setting = ["WEATHERD_OPEN_METEO_URL": provider.url].merging(try provider.clock(in: directory)) { $1 }
        daemon = try start(["weatherd"], setting: setting, errors: "weatherd.log")
        try patiently("weatherd to answer") {
            try? weatherctl("version")
        } until: {
            $0 != nil
        }
    }

    /// Kills the daemon, as a power failure would.
    func killDaemon() {
        daemon.map(PrivateBus.end)
    }

    /// Two hours later, with a failing provider and a daemon that was just restarted.
    func loseProvider() throws {
        killDaemon()
        try provider.fail(in: directory)
        try startDaemon()
        try patiently("the provider's failure") {
            try weatherctl("status")
        } until: {
            $0.contains("503")
        }
    }
}

/// The reason why a test cannot continue.
struct UnmetExpectation: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Repeats the observation until it is as expected, for at most 30 s.
@discardableResult
func patiently<Observation>(
    _ what: @autoclosure () -> String, observe: () throws -> Observation, until isExpected: (Observation) throws -> Bool
) throws -> Observation {
    let end = ContinuousClock.now.advanced(by: .seconds(30))
    while true {
        let observation = try observe()
        if try isExpected(observation) { return observation }
        guard ContinuousClock.now < end else {
            throw UnmetExpectation("timed out waiting for \(what()); saw \(observation)")
        }
        usleep(20_000)
    }
}
