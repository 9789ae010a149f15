import Glibc
import Platform

/// An empty daemon, as the baseline for weatherd's memory: it listens on a Unix socket and echoes what clients send. It
/// uses the same event loop and is linked with the same flags.
///
///     floor SOCKET
///
/// prints `ready` when it listens; a signal ends it.
@EventLoopActor
final class Echo: ConnectionHandler {
    private static var listener: Listener?
    private let connection: Connection

    private init(_ descriptor: Int32) {
        connection = Connection(descriptor: descriptor)
        guard connection.open(self) else { return }
        connection.read()
    }

    static func listen(at descriptor: Int32) {
        listener = try? Listener(descriptor: descriptor, backlog: 128, pause: .milliseconds(100)) { _ = Echo($0) }
    }

    func received(_ bytes: ArraySlice<UInt8>) {
        connection.write(Array(bytes))
        connection.read()
    }

    func inputEnded() {
        connection.closeWhenSent()
    }

    func flushed() {}

    func closed() {}
}

func boundSocket(at path: String) -> Int32? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    unlink(path)
    let isBound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
    }
    return isBound ? descriptor : nil
}

func fail(_ sentence: String, _ status: Int32) -> Never {
    _ = write(STDERR_FILENO, sentence + "\n", sentence.utf8.count + 1)
    exit(status)
}

guard CommandLine.arguments.count == 2 else { fail("usage: floor SOCKET", EX_USAGE) }
guard let descriptor = boundSocket(at: CommandLine.arguments[1]) else {
    fail("floor: cannot listen at \(CommandLine.arguments[1])", EX_OSERR)
}
EventLoopActor.execute { Echo.listen(at: descriptor) }
puts("ready")
fflush(nil)
while true { pause() }
