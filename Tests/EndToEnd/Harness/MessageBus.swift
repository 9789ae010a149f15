import Foundation
import Scratch

/// A session bus of a test, which ends with it.
final class MessageBus {
    /// The programs that the tests need.
    static let tools = ["/usr/bin/dbus-daemon", "/usr/bin/busctl", "/usr/bin/gdbus"]
    static let isAvailable = tools.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    static let absence = "one of \(tools.joined(separator: ", ")) is missing"

    static let weather = "org.weatherd.Weather1"
    static let object = "/org/weatherd/Weather1"

    let home: Home
    let address: String
    private let path: String
    private(set) var process: ChildProcess

    /// Starts the bus where the home's programs look for it.
    init(for home: Home) throws {
        self.home = home
        path = home.directory.file("bus")
        address = "unix:path=" + path
        process = try Self.launch(address, path, home)
    }

    private static func launch(_ address: String, _ path: String, _ home: Home) throws -> ChildProcess {
        unlink(path)
        let process = try ChildProcess(
            tools[0], ["--session", "--nofork", "--nopidfile", "--address=" + address, "--print-address"],
            environment: home.environment, errors: home.directory.file("bus.log"))
        // It prints its address when it accepts connections.
        _ = try Lines(process.output).next()
        return process
    }

    /// Kills the bus.
    func end() throws {
        process.signal(SIGKILL)
        _ = try process.wait()
    }

    /// Starts it again, after `end`.
    func restart() throws {
        process = try Self.launch(address, path, home)
    }

    /// Returns when a daemon owns the name.
    func awaitName() throws {
        let finished = try Finished.running(
            Self.tools[2], ["wait", "--session", "--timeout", "20", Self.weather], environment: environment)
        guard finished.status == 0 else { throw Failure("no daemon on the bus: \(finished.errors)") }
    }

    // MARK: - Clients

    private var environment: [String: String] {
        home.environment.merging(["DBUS_SESSION_BUS_ADDRESS": address]) { $1 }
    }

    func busctl(_ arguments: String...) throws -> Finished {
        try Finished.running(Self.tools[1], ["--user"] + arguments, environment: environment)
    }

    /// Calls a method with gdbus.
    func gdbus(_ method: String, _ arguments: String..., to destination: String = weather) throws -> Finished {
        try Finished.running(
            Self.tools[2],
            ["call", "--session", "--dest", destination, "--object-path", Self.object, "--method", method] + arguments,
            environment: environment)
    }

    /// Calls a method of the weather with busctl, and returns the value, in which D-Bus types are removed.
    func call(_ method: String, _ signature: String = "", _ arguments: String...) throws -> Any {
        let call = ["--user", "--json=short", "call", Self.weather, Self.object, Self.weather, method]
        let words = signature.isEmpty ? [] : [signature, "--"] + arguments
        let finished = try Finished.running(
            Self.tools[1], call + words, environment: environment)
        guard finished.status == 0 else { throw Failure("\(method): \(finished.errors)") }
        return try Self.value(finished.output)
    }

    /// All properties, without D-Bus types.
    func properties() throws -> [String: Any] {
        let finished = try busctl(
            "--json=short", "call", Self.weather, Self.object, "org.freedesktop.DBus.Properties", "GetAll", "s",
            Self.weather)
        guard let all = try Self.value(finished.output) as? [String: Any] else { throw Failure("\(finished)") }
        return all
    }

    /// The error name and message of a call with gdbus.
    func error(_ method: String, _ arguments: String...) throws -> String {
        let finished = try Finished.running(
            Self.tools[2],
            ["call", "--session", "--dest", Self.weather, "--object-path", Self.object, "--method", method] + arguments,
            environment: environment)
        guard finished.status != 0 else { throw Failure("\(method) succeeded: \(finished.output)") }
        return finished.errors
    }

    /// The unique name of the daemon.
    func owner() throws -> String {
        let bus = "org.freedesktop.DBus"
        let finished = try busctl(
            "--json=short", "call", bus, "/org/freedesktop/DBus", bus, "GetNameOwner", "s", Self.weather)
        guard let name = try Self.value(finished.output) as? String else { throw Failure("\(finished)") }
        return name
    }

    /// Sends a signal to the daemon, as any program on the bus can.
    func send(_ signal: String, of path: String, _ arguments: [String]) throws {
        let finished = try Finished.running(
            Self.tools[2],
            ["emit", "--session", "--dest", try owner(), "--object-path", path, "--signal", signal] + arguments,
            environment: environment)
        guard finished.status == 0 else { throw Failure("\(finished)") }
    }

    /// The first result of a reply in busctl's JSON; null for none.
    private static func value(_ json: String) throws -> Any {
        if json.isEmpty { return NSNull() }
        let message = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        guard let results = message?["data"] as? [Any] else { throw Failure("not a reply: \(json)") }
        return results.first.map(plain) ?? NSNull()
    }

    private static func plain(_ value: Any) -> Any {
        if let list = value as? [Any] { return list.map(plain) }
        guard let object = value as? [String: Any] else { return value }
        if object.count == 2, object["type"] is String, let data = object["data"] { return plain(data) }
        return object.mapValues(plain)
    }

    /// The lines of `gdbus monitor`.
    func monitor(_ destination: String) throws -> SignalMonitor {
        try SignalMonitor(destination, environment: environment, errors: home.directory.file("monitor.log"))
    }
}

/// Prints signals of one sender.
final class SignalMonitor {
    private let process: ChildProcess
    private let lines: Lines

    init(_ destination: String, environment: [String: String], errors: String) throws {
        process = try ChildProcess(
            MessageBus.tools[2], ["monitor", "--session", "--dest", destination], environment: environment,
            errors: errors)
        lines = Lines(process.output)
        // It follows the sender once it has printed the owner.
        while !(try lines.next()).hasPrefix("The name ") {}
    }

    func next() throws -> String { try lines.next() }

    /// The lines so far, after the one that contains the words.
    func lines(upTo words: String) throws -> [String] {
        var all: [String] = []
        while true {
            do {
                all.append(try next())
            } catch {
                throw Failure("\(error); so far: \(all)")
            }
            let line = all[all.count - 1]
            if line.contains(words) { return all }
        }
    }
}
