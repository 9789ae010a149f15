import Foundation
import LoopbackHTTP
import Scratch

/// Varnish with docs/examples/varnish.vcl, of which only the ports of the services are replaced.
final class VarnishServer {
    private static let program = "/usr/sbin/varnishd"
    static let isInstalled = access(program, X_OK) == 0

    private let port: Int
    private let directory: TemporaryDirectory
    private var process: ChildProcess?

    /// - Parameter provider: what takes the place of all services.
    init(before provider: LoopbackServer) throws {
        directory = try TemporaryDirectory()
        port = try CacheServer.freePort()
        let text = try String(contentsOfFile: CacheServer.example("varnish.vcl"), encoding: .utf8)
        let ports = /port = "[0-9]+"/
        guard text.matches(of: ports).count == 5 else { throw Failure("there are not five services") }
        try directory.write(text.replacing(ports, with: "port = \"\(provider.port)\""), to: "varnish.vcl")
    }

    var url: String { "http://127.0.0.1:\(port)" }

    /// Returns when it listens, with an empty cache.
    func start() throws {
        let process = try ChildProcess(
            Self.program,
            [
                "-F", "-j", "none", "-n", directory.file("work"), "-s", "malloc,16m", "-a", "127.0.0.1:\(port)", "-f",
                directory.file("varnish.vcl"),
            ], environment: ["PATH": "/usr/sbin:/usr/bin:/bin"], errors: directory.file("errors"))
        self.process = process
        let end = Moment.now + Descriptor.patience
        // It closes the descriptor that would tell its end.
        while !CacheServer.isListening(port) {
            guard Moment.now < end else {
                throw Failure("varnishd: \(String(decoding: try directory.read("errors"), as: UTF8.self))")
            }
            _ = process.output.isReady(within: 0.05)
        }
    }

    func stop() throws {
        process?.signal(SIGTERM)
        _ = try process?.wait()
        process = nil
    }
}
