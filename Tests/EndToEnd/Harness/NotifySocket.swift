import Glibc

/// The service manager's end of sd_notify(3): the socket to which a daemon reports its state.
final class NotifySocket {
    let path: String
    private let socket: Descriptor
    /// The received messages.
    private(set) var messages: [String] = []

    init(_ path: String) throws {
        self.path = path
        unlink(path)
        socket = try Descriptor.unixSocket(SOCK_DGRAM)
        try socket.address(path, "bind", bind)
    }

    /// Waits for a message with this prefix, and returns it.
    @discardableResult
    func wait(for prefix: String) throws -> String {
        try wait(for: prefix) { $0.hasPrefix(prefix) }
    }

    func wait(for what: String, where isMeant: (String) -> Bool) throws -> String {
        let end = Moment.now + Descriptor.patience
        while Moment.now < end {
            if let message = try next(within: end - Moment.now), isMeant(message) { return message }
        }
        throw Failure("the daemon did not report \(what), but \(messages)")
    }

    /// The next message; nil if none arrives in time.
    func next(within seconds: Double) throws -> String? {
        guard socket.isReady(within: seconds) else { return nil }
        let message = String(decoding: try socket.read(waitingFor: "a message"), as: UTF8.self)
        messages.append(message)
        return message
    }

    /// Closes the socket, so that the daemon does not wait for messages to be read.
    func close() {
        socket.close()
        unlink(path)
    }
}
