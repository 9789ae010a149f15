import Glibc

/// The right to keep files in a directory, for as long as this process lives. The kernel gives it back, however the
/// process ends.
///
/// Two daemons would else take turns in overwriting each other's settings.
public struct DirectoryLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `inUse` when another process has the right. Where no lock can be made, as in a directory that cannot be
    ///   written to, there is nothing to protect either.
    public init(directory: String) throws(KeepingError) {
        let file = AtomicFile(directory: directory, name: "lock")
        file.makeDirectories()
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            throw .inUse(path: directory)
        }
        self.descriptor = descriptor
    }

    /// Gives the right back.
    public func release() {
        if descriptor >= 0 { close(descriptor) }
    }
}
