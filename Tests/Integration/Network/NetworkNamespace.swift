import CLinux
import Foundation
import Glibc

/// An isolated network namespace that exists as long as its owner.
final class NetworkNamespace {
    private let holder: Process
    private var programs: [Process] = []

    init() throws {
        holder = Process()
        let output = Pipe()
        try Self.run(holder, ["unshare", "--net", "sh", "-c", "echo; exec sleep 600"], output: output)
        // The namespace is ready when the process writes.
        _ = output.fileHandleForReading.availableData
        try run("ip link set lo up")
    }

    deinit {
        for program in programs + [holder] where program.isRunning { kill(program.processIdentifier, SIGKILL) }
    }

    var processID: Int32 { holder.processIdentifier }
    private var path: String { "/proc/\(processID)/ns/net" }
    /// The prefix of a command line that runs in this namespace.
    var commandPrefix: [String] { ["nsenter", "--net=" + path] }

    /// Runs a shell script in this namespace.
    func run(_ script: String) throws {
        let process = Process()
        let errors = Pipe()
        try Self.run(process, commandPrefix + ["sh", "-e", "-c", script], errors: errors)
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw UnmetExpectation("\(script): \(text)") }
    }

    /// Starts a program here that prints a line when it is ready, and ends with this object.
    func start(_ words: [String]) throws {
        let process = Process()
        let output = Pipe()
        try Self.run(process, commandPrefix + words, output: output)
        programs.append(process)
        _ = output.fileHandleForReading.availableData
    }

    private static func run(_ process: Process, _ words: [String], output: Pipe? = nil, errors: Pipe? = nil) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = errors ?? FileHandle.nullDevice
        try process.run()
    }

    /// A socket bound to an address in this namespace, for a listener in any namespace.
    func socket(at address: String, port: UInt16) throws -> CInt {
        // A thread is in one network namespace, and a socket stays in that of the thread that created it.
        nonisolated(unsafe) var result: CInt = -1
        let namespace = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(namespace) }
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            defer { done.signal() }
            guard setns(namespace, 0x4000_0000) == 0 else { return }
            result = Self.boundSocket(address, port)
        }
        thread.start()
        done.wait()
        guard result >= 0 else { throw UnmetExpectation("no socket at \(address):\(port)") }
        return result
    }

    private static func boundSocket(_ address: String, _ port: UInt16) -> CInt {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        inet_pton(AF_INET, address, &name.sin_addr)
        let isBound = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            return -1
        }
        return descriptor
    }
}
