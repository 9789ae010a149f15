import Foundation
import LoopbackHTTP
import Scratch
import Testing
import Weather

/// A user's session of its own: directories, a screen, a daemon, and whatever the test starts in it. All ends with it.
final class Desktop {
    let directory: TemporaryDirectory
    let provider: WeatherOnLoopback
    /// All that the programs get to see.
    var environment: [String: String]
    private var programs: [Process] = []
    private var daemon: Process?

    /// Where weatherd and weatherctl are: `WEATHERD_PROGRAMS` when it is set, else where the build put them, beside the tests.
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
            // The favourite's weather comes by itself.
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
        // Nothing is waited for: what such a program has started may go on for a moment, and Foundation waits for that too.
        for program in programs.reversed() where program.isRunning { kill(program.processIdentifier, SIGKILL) }
    }

    /// Writes a file, and the directories that lead to it; returns its path.
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

    /// Starts a program, found as a shell finds it.
    ///
    /// - Parameter errors: the name of the file for what it says beside its output.
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
        // The threads that tests run on block signals, and what they start would go on so.
        var none = sigset_t()
        var blocked = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &blocked)
        defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
        try process.run()
        programs.append(process)
        return process
    }

    /// Starts a program as an ordinary user, which some insist on.
    ///
    /// In a user namespace of its own it is none but the owner of root's files, and need not exist on the machine.
    @discardableResult
    func startAsUser(_ words: [String], errors: String? = nil) throws -> Process {
        try start(Self.asUser + words, errors: errors)
    }

    static let asUser = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]

    /// What a program writes to its standard output, if it ends well.
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

    /// What weatherctl answers, without the last line end.
    func weatherctl(_ words: String...) throws -> String {
        let text = String(decoding: try output(of: ["weatherctl"] + words), as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
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

    /// Ends the daemon as a power cut does.
    func killDaemon() {
        daemon.map(PrivateBus.end)
    }

    /// Two hours later, with a provider that fails and a daemon that has just been started again.
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

/// Why a test cannot go on.
struct UnmetExpectation: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Repeats the observation until it is as expected, for at most half a minute.
@discardableResult
func patiently<Observation>(
    _ what: @autoclosure () -> String, look: () throws -> Observation, until isExpected: (Observation) throws -> Bool
) throws -> Observation {
    let end = ContinuousClock.now.advanced(by: .seconds(30))
    while true {
        let observation = try look()
        if try isExpected(observation) { return observation }
        guard ContinuousClock.now < end else {
            throw UnmetExpectation("waited in vain for \(what()); saw \(observation)")
        }
        usleep(20_000)
    }
}
