import Foundation
import LoopbackHTTP
import Scratch

/// nginx with docs/examples/nginx.conf, of which only the addresses and paths are replaced.
final class CacheServer {
    private static let program = "/usr/sbin/nginx"
    static let isInstalled = access(program, X_OK) == 0

    let port: Int
    private let directory: TemporaryDirectory
    private let ahead: FileHandle
    private var process: ChildProcess?

    /// - Parameter provider: what takes the place of all services.
    init(before provider: LoopbackServer) throws {
        directory = try TemporaryDirectory()
        port = try Self.freePort()
        var text = try String(contentsOfFile: Self.configuration, encoding: .utf8)
        let services = text.matches(of: /server [a-z.-]+:443;/).count
        let edits = [
            ("proxy_pass https://", "proxy_pass http://", services),
            ("listen 8080;", "listen 127.0.0.1:\(port);", 1),
            ("/var/cache/nginx/weatherd ", directory.file("cache") + " ", 1),
            ("/var/log/nginx/weatherd.log", directory.file("log"), 1),
        ]
        for (old, new, count) in edits {
            guard text.components(separatedBy: old).count == count + 1 else {
                throw Failure("\(old) is not \(count) times there")
            }
            text = text.replacing(old, with: new)
        }
        text = text.replacing(/server [a-z.-]+:443;/, with: "server 127.0.0.1:\(provider.port);")
        try directory.write(text, to: "weatherd.conf")
        try directory.write(
            """
            user root;
            pid nginx.pid;
            error_log nginx.log;
            events {}
            http { include weatherd.conf; }
            """, to: "nginx.conf")
        try Data(count: 8).write(to: URL(filePath: directory.file("ahead")))
        ahead = try FileHandle(forUpdating: URL(filePath: directory.file("ahead")))
    }

    private static let configuration = example("nginx.conf")

    /// A file of docs/examples.
    static func example(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/examples/\(name)")
            .standardized.path
    }

    static let clock = Preloaded.library("Fleet/CacheClock")

    var url: String { "http://127.0.0.1:\(port)" }

    /// The lines of its log, without the time: `200 HIT /open-meteo/v1/forecast`.
    var log: [String] {
        let text = (try? directory.read("log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    }

    /// Returns when it listens.
    func start() throws {
        let process = try ChildProcess(
            Self.program, ["-p", directory.path, "-c", directory.file("nginx.conf"), "-g", "daemon off;"],
            environment: ["LD_PRELOAD": Self.clock ?? "", "CACHE_CLOCK": directory.file("ahead")],
            errors: directory.file("nginx.errors"))
        self.process = process
        let end = Moment.now + Descriptor.patience
        while !Self.isListening(port) {
            guard Moment.now < end, !process.hasEnded(within: 0.05) else {
                throw Failure(
                    "nginx did not start: \(String(decoding: try directory.read("nginx.errors"), as: UTF8.self))")
            }
        }
    }

    /// Ends it with its connections.
    func stop() throws {
        process?.signal(SIGTERM)
        _ = try process?.wait()
        process = nil
    }

    /// Advances its clock.
    func advance(_ seconds: Int) throws {
        passed += Int64(seconds)
        try ahead.seek(toOffset: 0)
        try withUnsafeBytes(of: passed) { try ahead.write(contentsOf: Data($0)) }
    }

    private var passed: Int64 = 0

    private static func loopback(_ port: Int) -> sockaddr_in {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = in_port_t(port).bigEndian
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return name
    }

    private static func attempt(
        _ port: Int, _ call: (CInt, UnsafePointer<sockaddr>, socklen_t) -> CInt, _ after: (CInt) -> Void = { _ in }
    ) throws -> Bool {
        let socket = try Descriptor(
            Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0), "socket")
        var name = loopback(port)
        let result = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call(socket.number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        after(socket.number)
        return result == 0
    }

    static func isListening(_ port: Int) -> Bool {
        (try? attempt(port, connect)) ?? false
    }

    static func freePort() throws -> Int {
        var port = 0
        _ = try attempt(0, bind) { socket in
            var name = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            _ = withUnsafeMutablePointer(to: &name) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
            }
            port = Int(in_port_t(bigEndian: name.sin_port))
        }
        guard port > 0 else { throw Failure("no free port") }
        return port
    }
}
