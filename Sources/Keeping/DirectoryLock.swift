import Glibc

/// The right to keep files in a directory, for as long as this process lives. The kernel gives it back, however the
/// process ends.
///
/// Two daemons would else take turns in overwriting each other's settings.
public struct DirectoryLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `inUse` when another process has the right, and `notWritten` when a symbolic link stands in the lock's place.
    ///   Where no lock can be made, as in a directory that cannot be written to, there is nothing to protect either.
    public init(directory: String) throws(KeepingError) {
        Folder.make(directory)
        var descriptor: Int32 = -1
        if let folder = try? Folder(directory) {
            descriptor = openat(folder.descriptor, "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 || errno != ELOOP else {
                throw .notWritten(path: directory + "/lock", reason: systemReason())
            }
        }
        if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            throw .inUse(path: directory)
        }
        // It may have been made by something else, with other permissions.
        if descriptor >= 0 { fchmod(descriptor, 0o600) }
        self.descriptor = descriptor
    }

    /// Gives the right back.
    public func release() {
        if descriptor >= 0 { close(descriptor) }
    }
}
