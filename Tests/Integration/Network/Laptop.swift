import Dialects
import Foundation
import Glibc
import LoopbackHTTP
import Scratch
import Testing
import Weather

/// A laptop with weatherd that reaches the Internet through one of several cables. The test plugs and unplugs them.
final class Laptop {
    /// The provider's address, far beyond the other ends of the cables.
    static let provider = "198.18.0.1"
    private static let port: UInt16 = 8080
    /// 2026-11-21 12:00 UTC.
    private static let noon = 1_795_262_400

    let directory: TemporaryDirectory
    let network: NetworkNamespace
    let world: NetworkNamespace
    /// The complete environment of weatherd.
    var environment: [String: String]
    private(set) var server: LoopbackServer?
    private var daemon: Process?
    /// The number of requests to earlier servers.
    private var formerRequests = 0

    init() throws {
        directory = try TemporaryDirectory()
        network = try NetworkNamespace()
        world = try NetworkNamespace()
        environment = [
            "LANG": "C.UTF-8", "TZ": "UTC", "PATH": Desktop.programs + ":/usr/sbin:/usr/bin:/bin",
            "HOME": directory.path,
            "XDG_RUNTIME_DIR": directory.path, "XDG_CONFIG_HOME": directory.file("config"),
            "XDG_STATE_HOME": directory.file("state"), "XDG_CACHE_HOME": directory.file("cache"),
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + directory.file("no-bus"),
            "WEATHERD_OPEN_METEO_URL": "http://\(Self.provider):\(Self.port)",
            "WEATHERD_OPEN_METEO_GEOCODING_URL": "http://\(Self.provider):\(Self.port)",
            "WEATHERD_LOCATION_LATITUDE": "59.91", "WEATHERD_LOCATION_LONGITUDE": "10.75",
            "WEATHERD_LOCATION_NAME": "Oslo", "WEATHERD_ALERTS_PROVIDERS": "",
        ]
        try world.run("ip addr add \(Self.provider)/32 dev lo")
        try lay(cable: 0)
        try setClock(Self.noon)
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/cc")
        compiler.arguments = [
            "-shared", "-fPIC", "-o", directory.file("wall-clock.so"),
            PrivateBus.script("../EndToEnd/Harness/WallClock.c"),
        ]
        try compiler.run()
        compiler.waitUntilExit()
    }

    deinit {
        daemon.map(PrivateBus.end)
    }

    // MARK: - Cables

    /// Connects laptop and Internet with another cable.
    func lay(cable number: Int) throws {
        try network.run(
            """
            ip link add lap\(number) type veth peer name hub\(number) netns \(world.processID)
            ip addr add 10.231.\(number).1/24 dev lap\(number)
            """)
        try world.run("ip addr add 10.231.\(number).2/24 dev hub\(number); ip link set hub\(number) up")
    }

    /// Plugs the cable in, and routes all traffic through it.
    func connect(cable number: Int = 0) throws {
        try network.run(
            "ip link set lap\(number) up; ip route replace default via 10.231.\(number).2 dev lap\(number)")
    }

    func disconnect(cable number: Int = 0) throws {
        try network.run("ip link set lap\(number) down")
    }

    // MARK: - The provider

    /// Sets the provider's answers; by default the usual ones.
    func provide(_ handler: LoopbackServer.Handler? = nil) async throws {
        let handler = handler ?? weather
        if let server { return server.respond(with: handler) }
        server = try await LoopbackServer.start(
            on: world.socket(at: Self.provider, port: Self.port), handler: handler)
    }

    /// Stops the provider's server.
    func stopProviding() async {
        await server?.stop()
        formerRequests += server?.requests.count ?? 0
        server = nil
    }

    /// The number of requests so far.
    var requests: Int { formerRequests + (server?.requests.count ?? 0) }

    /// Open-Meteo's forecast for the laptop's current hour.
    var weather: LoopbackServer.Handler {
        let invented = InventedWeather(at: .oslo, timeZone: "Europe/Oslo", now: UnixTime(clock))
        return { request in
            let answer = OpenMeteoDialect().answer(path: request.path, query: request.query, about: invented)
            return .answer(status: answer?.status ?? 404, headers: answer?.headers ?? [:], body: answer?.body ?? [])
        }
    }

    // MARK: - The wall clock, which stands still until it is set

    private(set) var clock = 0
    /// Seconds of the boot clock.
    private var passed = 0

    /// The time passes by all clocks.
    func setClock(_ time: Int) throws {
        if clock > 0 { passed += time - clock }
        clock = time
        let path = directory.file("wall-clock")
        // The layout of WallClock.c.
        let bytes = [Int64(time), Int64(passed), 0].withUnsafeBytes { Data($0) }
        // In place, since programs have mapped it.
        guard let file = FileHandle(forUpdatingAtPath: path) else { return try bytes.write(to: URL(filePath: path)) }
        try file.write(contentsOf: bytes)
        try file.close()
    }

    // MARK: - weatherd

    /// Starts weatherd, and returns when it answers.
    ///
    /// - Parameter names: the addresses of the name servers; nil for the machine's.
    /// - Returns: how long this took.
    @discardableResult
    func start(names: [String]? = nil) throws -> Duration {
        var words = network.commandPrefix
        if let names {
            try directory.write(names.map { "nameserver \($0)\n" }.joined(), to: "resolv.conf")
            words += [
                "unshare", "--mount", "sh", "-c", "mount --bind \"$HOME/resolv.conf\" /etc/resolv.conf; exec \"$@\"",
                "-",
            ]
        }
        words += ["env", "LD_PRELOAD=" + directory.file("wall-clock.so"), "weatherd"]
        let begin = ContinuousClock.now
        let process = try process(words, setting: ["WALL_CLOCK": directory.file("wall-clock")])
        _ = FileManager.default.createFile(atPath: directory.file("weatherd.log"), contents: nil)
        process.standardError = try FileHandle(forWritingTo: URL(filePath: directory.file("weatherd.log")))
        try process.run()
        daemon = process
        try patiently("weatherd to answer") {
            try? weatherctl("version")
        } until: {
            $0 != nil
        }
        return ContinuousClock.now - begin
    }

    /// Stops it as the service manager does, with a timeout of one second.
    func stop() throws {
        guard let daemon else { return }
        let begin = ContinuousClock.now
        kill(daemon.processIdentifier, SIGTERM)
        daemon.waitUntilExit()
        let time = ContinuousClock.now - begin
        #expect(daemon.terminationStatus == 0)
        #expect(time < .seconds(1), "stopping took \(time)")
        self.daemon = nil
    }

    var log: String { (try? String(contentsOfFile: directory.file("weatherd.log"), encoding: .utf8)) ?? "" }

    private func process(_ words: [String], setting: [String: String] = [:]) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.environment = environment.merging(setting) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }

    /// The output of weatherctl.
    func weatherctl(_ words: String...) throws -> String {
        let (output, errors) = (Pipe(), Pipe())
        let process = try process(["weatherctl"] + words)
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw UnmetExpectation("\(words): \(String(decoding: complaint, as: UTF8.self))")
        }
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// weatherd's status.
    func status() throws -> Status {
        try JSONDecoder().decode(Status.self, from: Data(try weatherctl("status", "--output", "json").utf8))
    }

    struct Status: Decodable {
        var network: Bool
        var offline: Bool
        var freshness: String
        var ageSeconds: Int?
        var lastError: String?
        var nextRefresh: String?
        var saving: Saving?
    }

    struct Saving: Decodable {
        var reasons: [String]
        var refresh: String
        var leftOut: [String]
    }

    /// Returns when weatherd reports the expected status.
    @discardableResult
    func watch(_ what: String, _ isExpected: (Status) -> Bool) throws -> Status {
        do {
            return try patiently(what, observe: { try status() }, until: isExpected)
        } catch {
            throw UnmetExpectation("\(error); its log: \(log)")
        }
    }

    // MARK: - Files

    /// The files with settings and weather.
    var files: [String: Data] {
        var files: [String: Data] = [:]
        for name in ["state/weatherd/settings.json", "cache/weatherd/reports.json"] {
            files[name] = try? directory.read(name)
        }
        return files
    }
}
