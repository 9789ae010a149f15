import Foundation
import Scratch
import SystemBus

/// A private message bus of a test, and the programs on it. All end with it.
final class PrivateBus {
    static let isEnabled = ProcessInfo.processInfo.environment["WEATHERD_INTEGRATION"] != nil

    let directory: TemporaryDirectory
    var address: String { "unix:path=" + directory.file("bus") }
    /// The files of services that the bus may start.
    private static let services = "services"
    private var programs: [Process] = []
    private var servers: [Process] = []

    /// Every user has all permissions, as the tests' services have no dedicated users.
    private static let settings = """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <listen>unix:path=BUS</listen>
          <servicedir>SERVICES</servicedir>
          <auth>EXTERNAL</auth>
          <policy context="default">
            <allow user="*"/>
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """

    init() throws {
        directory = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: directory.file(Self.services), withIntermediateDirectories: false)
        try begin()
    }

    /// Starts the bus, again after `end`.
    func begin() throws {
        unlink(directory.file("bus"))
        let settings = Self.settings.replacing("BUS", with: directory.file("bus"))
            .replacing("SERVICES", with: directory.file(Self.services))
        try directory.write(settings, to: "bus.conf")
        let output = Pipe()
        let server = try start(
            "/usr/bin/dbus-daemon", ["--config-file=" + directory.file("bus.conf"), "--nofork", "--print-address"],
            output: output)
        // It prints its address when it accepts connections.
        _ = output.fileHandleForReading.availableData
        servers.append(server)
    }

    deinit {
        for program in programs.reversed() { Self.end(program) }
    }

    /// Starts a program that uses this as the system bus.
    @discardableResult
    func start(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], output: Pipe? = nil
    ) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "DBUS_SYSTEM_BUS_ADDRESS": address]
            .merging(environment) { _, given in given }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        programs.append(process)
        return process
    }

    /// Starts a program, and returns when it owns `service`.
    @discardableResult
    func start(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], owning service: String
    ) async throws -> Process {
        let bus = try await Bus.open(at: address)
        let signals = try await bus.signals([.owner(of: service)])
        let process = try start(program, arguments, environment: environment)
        for await signal in signals where signal.arguments.last != .string("") { break }
        await bus.close()
        return process
    }

    /// Stops the bus itself, as in a shutdown.
    func end() {
        servers.last.map(Self.end)
    }

    static func end(_ program: Process) {
        guard program.isRunning else { return }
        kill(program.processIdentifier, SIGKILL)
        program.waitUntilExit()
    }

    /// A script in the directory of this file.
    static func script(_ name: String) -> String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: name).path
    }
}
