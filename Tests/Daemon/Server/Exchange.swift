import Glibc
import Platform

/// A client that sends one text, and collects what it receives.
@EventLoopActor
final class Exchange: ConnectionHandler {
    private let descriptor: Int32
    private let connection: Connection
    private let halfCloses: Bool
    private let isEnough: ((String) -> Bool)?
    private let done: CheckedContinuation<String, Never>
    private var bytes: [UInt8] = []

    struct NoConnection: Error {}

    /// - Parameters:
    ///   - halfClose: whether the client shuts down its sending side.
    ///   - isEnough: whether the client disconnects; if nil, it waits until the server closes the connection.
    /// - Returns: all received bytes.
    static func run(
        _ text: String, at path: String, halfClose: Bool, until isEnough: (@Sendable (String) -> Bool)?
    ) async throws -> String {
        let descriptor = try connected(to: path)
        return await withCheckedContinuation { done in
            let exchange = Exchange(descriptor, halfClose, isEnough, done)
            exchange.begin(text)
        }
    }

    private init(
        _ descriptor: Int32, _ halfCloses: Bool, _ isEnough: ((String) -> Bool)?,
        _ done: CheckedContinuation<String, Never>
    ) {
        self.descriptor = descriptor
        self.halfCloses = halfCloses
        self.isEnough = isEnough
        self.done = done
        connection = Connection(descriptor: descriptor)
    }

    private func begin(_ text: String) {
        connection.open(self)
        connection.write(Array(text.utf8))
        connection.read()
    }

    func received(_ bytes: ArraySlice<UInt8>) {
        self.bytes += bytes
        if let isEnough, isEnough(String(decoding: self.bytes, as: UTF8.self)) { return connection.close() }
        connection.read()
    }

    func inputEnded() {
        connection.close()
    }

    func flushed() {
        if halfCloses, connection.unsentBytes == 0 { shutdown(descriptor, Int32(SHUT_WR)) }
    }

    func closed() {
        done.resume(returning: String(decoding: bytes, as: UTF8.self))
    }

    private static func connected(to path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            close(descriptor)
            throw NoConnection()
        }
        return descriptor
    }
}
