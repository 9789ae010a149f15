import Glibc
import Synchronization

/// A proxy on 127.0.0.1, with `CONNECT` and SOCKS 5, that records the requested hosts. It connects all clients to one
/// port of the loopback interface, so host names need not exist.
public final class LoopbackProxy: Sendable {
    /// What the proxy does with requests, instead of connecting.
    public enum Fault: Sendable, Hashable {
        /// Answers with a status, and these lines of headers.
        case refusal(String, headers: String = "")
        /// Never answers.
        case hang
        case close
        /// Closes the connection after the first bytes.
        case closeAtOnce
        /// Answers with these bytes, and keeps the connection open.
        case garbage(String)
        /// Reports a connection, then closes it.
        case closeAfterConnect
        /// Reports a connection, then never sends anything.
        case hangAfterConnect
        /// Answers a SOCKS client with these bytes.
        case socks([UInt8])
    }

    private let listener: LoopbackListener
    private let target: Int
    private let fault: Fault?
    private let log = Mutex((targets: [String](), authorizations: [String]()))

    private init(to target: Int, _ fault: Fault?) throws {
        (listener, self.target, self.fault) = (try LoopbackListener(), target, fault)
    }

    public var port: Int { listener.port }
    /// The requested hosts, in order: `api.example.org:443`.
    public var targets: [String] { log.withLock { $0.targets } }
    /// The credentials of clients: `Basic …`.
    public var authorizations: [String] { log.withLock { $0.authorizations } }

    /// Runs `body` with a proxy that is stopped at the end.
    ///
    /// - Parameters:
    ///   - target: the port that it connects to.
    ///   - fault: what it does instead; nil for nothing.
    public static func running<Outcome>(
        to target: Int, fault: Fault? = nil, _ body: (LoopbackProxy) async throws -> Outcome
    ) async throws -> Outcome {
        let proxy = try LoopbackProxy(to: target, fault)
        proxy.listener.run { proxy.serve(LoopbackStream($0)) }
        do {
            let outcome = try await body(proxy)
            await proxy.listener.stop()
            return outcome
        } catch {
            await proxy.listener.stop()
            throw error
        }
    }

    private func serve(_ client: LoopbackStream) {
        guard let first = client.read(), fault != .closeAtOnce else { return }
        if case .socks(let answer) = fault {
            repeat { client.write(answer) } while client.read() != nil
        } else if first[0] == 5 {
            serveSOCKS(client)
        } else {
            serveConnect(client, first)
        }
    }

    private func serveConnect(_ client: LoopbackStream, _ first: [UInt8]) {
        var received = first
        while !received.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let more = client.read() else { return }
            received += more
        }
        guard let request = LoopbackRequest(String(decoding: received, as: UTF8.self)) else { return }
        log.withLock {
            if request.method == "CONNECT" { $0.targets.append(request.path) }
            if let authorization = request[header: "proxy-authorization"] { $0.authorizations.append(authorization) }
        }
        guard let fault else {
            return relay(client, answering: Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
        }
        let (answer, isKeptOpen) =
            switch fault {
            case .refusal(let status, let lines): ("HTTP/1.1 \(status)\r\n\(lines)Content-Length: 0\r\n\r\n", false)
            case .garbage(let text): (text, true)
            case .closeAfterConnect: ("HTTP/1.1 200 OK\r\n\r\n", false)
            case .hangAfterConnect: ("HTTP/1.1 200 OK\r\n\r\n", true)
            case .hang: ("", true)
            case .close, .closeAtOnce, .socks: ("", false)
            }
        client.write(Array(answer.utf8))
        while isKeptOpen, client.read() != nil {}
    }

    /// RFC 1928, without authentication, for host names. Clients send each message in one piece.
    private func serveSOCKS(_ client: LoopbackStream) {
        client.write([5, 0])
        guard let request = client.read(), request.count >= 7, request[3] == 3 else { return }
        let (name, port) = (request[5...].dropLast(2), request.suffix(2).reduce(0) { $0 << 8 | Int($1) })
        log.withLock { $0.targets.append("\(String(decoding: name, as: UTF8.self)):\(port)") }
        relay(client, answering: [5, 0, 0, 1, 0, 0, 0, 0, 0, 0])
    }

    /// Connects to the target, and forwards the data until one side closes.
    private func relay(_ client: LoopbackStream, answering answer: [UInt8]) {
        guard let descriptor = try? LoopbackListener.socket(target, Glibc.connect) else { return }
        defer { close(descriptor) }
        client.write(answer)
        let sides = [client, LoopbackStream(descriptor)]
        var ready = sides.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        while poll(&ready, 2, -1) > 0 {
            for side in 0...1 where ready[side].revents != 0 {
                guard let bytes = sides[side].read(), sides[1 - side].write(bytes) else { return }
            }
        }
    }
}
