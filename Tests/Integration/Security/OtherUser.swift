import Foundation
import Testing

/// An unnamed user of this machine. Root can run programs as this user.
struct OtherUser {
    let id: uid_t

    /// The daemon's owner, and another user.
    static let owner = OtherUser(id: 47_110)
    static let other = OtherUser(id: 47_111)
    static let root = OtherUser(id: 0)

    /// The result of a program that has exited.
    struct Finished {
        var status: Int32
        var output: String
    }

    /// Starts a program as this user.
    func start(_ words: [String], environment: [String: String], errors: FileHandle? = nil) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/setpriv")
        process.arguments = ["--reuid=\(id)", "--regid=\(id)", "--clear-groups", "--"] + words
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors ?? FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Runs a program as this user until it exits.
    func run(_ words: [String], environment: [String: String] = [:]) throws -> Finished {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/setpriv")
        process.arguments = ["--reuid=\(id)", "--regid=\(id)", "--clear-groups", "--"] + words
        process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Finished(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    }

    /// Sends a request to a socket, and returns all that is received.
    func ask(_ request: String, at socket: String) throws -> String {
        let script = """
            import socket, sys
            s = socket.socket(socket.AF_UNIX)
            s.settimeout(10)
            try:
                s.connect(sys.argv[1])
                s.sendall(sys.argv[2].encode() + b"\\n")
                s.shutdown(socket.SHUT_WR)
            except BrokenPipeError: pass
            except OSError as error: print(error.strerror)
            try:
                while part := s.recv(4096): print(part.decode(), end="")
            except OSError: pass
            """
        return try run(["/usr/bin/python3", "-c", script, socket, request]).output
    }
}
