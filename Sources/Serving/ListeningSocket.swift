import Glibc

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

    /// Removes the path, unless somebody has put another socket there since.
    public func removeFile() {
        if let file, let identity, file.identity == identity { unlink(file.path) }
    }
}
