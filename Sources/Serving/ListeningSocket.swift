import Glibc
import Wire

/// The socket that clients connect to. From the moment it exists they can, and wait to be accepted.
public struct ListeningSocket: Sendable {
    let descriptor: Int32
    private let file: SocketFile?
    private let identity: SocketFile.Identity?

    /// A socket that the service manager made, and removes when it likes.
    public init(handedOver descriptor: Int32) {
        self.descriptor = descriptor
        (file, identity) = (nil, nil)
    }

    /// A socket of our own at the path.
    public init(path: String) throws(ServingError) {
        let file = SocketFile(path: path)
        descriptor = try file.listen(backlog: ServingLimits.backlog)
        self.file = file
        identity = file.identity
    }

    /// Tells those who wait to be accepted why nobody will be, and lets them go. A service manager that sees somebody wait
    /// would start the daemon for them again at once, and soon never more.
    ///
    /// - Parameter sentence: in plain words, on one line.
    public func turnAway(_ sentence: String) {
        let farewell = Array(Reply.error(.internal, sentence).text.utf8)
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&waiting, 1, 0) > 0 {
            let guest = accept(descriptor, nil, nil)
            guard guest >= 0 else {
                // One that has left already, or a signal.
                guard [ECONNABORTED, EINTR].contains(errno) else { return }
                continue
            }
            // Whoever else is there is told nothing. A new connection takes a sentence at once.
            if PeerCredentials(descriptor: guest)?.user == getuid() {
                send(guest, farewell, farewell.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            close(guest)
        }
    }

    /// Removes the path, unless somebody has put another socket there since.
    public func removeFile() {
        if let file, let identity, file.identity == identity { unlink(file.path) }
    }
}
