import CLinux
import Glibc

/// The right to keep files in a directory, for as long as this process lives. The kernel gives it back, however the
/// process ends.
///
/// Two daemons would else take turns in overwriting each other's settings.
public struct DirectoryLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `inUse` when another process has the right, and `notWritten` when a symbolic link or a directory stands in the lock's
    ///   place.
    ///   Where no lock can be made, as in a directory that cannot be written to, there is nothing to protect either.
    public init(directory: String) throws(KeepingError) {
        try? Folder.make(directory)
        var descriptor: Int32 = -1
        if let folder = try? Folder(directory) {
            descriptor = openat(folder.descriptor, Self.name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 || (errno != ELOOP && errno != EISDIR) else {
                throw .notWritten(path: directory + "/" + Self.name, reason: systemReason())
            }
        }
        self.descriptor = descriptor
        guard descriptor >= 0 else { return }
        // Of this lock the kernel tells who has it. But it keeps out other processes alone, and no release before it.
        var tries = 0
        while !Self.isTaken(descriptor) {
            tries += 1
            let process = Self.owner(descriptor)
            // Who had it may have given it back in between, but not again and again.
            guard process == nil, tries < 100 else {
                close(descriptor)
                throw .inUse(path: directory, process: process.flatMap(Self.known))
            }
        }
        if Self.hasTwoKinds(descriptor), flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            throw .inUse(path: directory, process: nil)
        }
        // It may have been made by something else, with other permissions.
        fchmod(descriptor, 0o600)
    }

    /// The id of the process that has the right; nil when no other has it, and when the kernel does not tell.
    public static func owner(of directory: String) -> Int32? {
        let path = AtomicFile(directory: directory, name: name).path
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return owner(descriptor).flatMap(known)
    }

    /// Gives the right back.
    public func release() {
        if descriptor >= 0 { close(descriptor) }
    }

    private static let name = "lock"

    /// The whole file, for writing.
    private static var wanted: Glibc.flock {
        var lock = Glibc.flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }

    /// Whether nobody else has the lock; also where the file system knows none.
    private static func isTaken(_ descriptor: Int32) -> Bool {
        var lock = wanted
        return fcntl(descriptor, F_SETLK, &lock) == 0 || (errno != EACCES && errno != EAGAIN)
    }

    /// Whether the two kinds of lock are apart. On the file systems of networks they are one (flock(2)), so that the second
    /// would meet the first.
    private static func hasTwoKinds(_ descriptor: Int32) -> Bool {
        var system = statfs()
        guard fstatfs(descriptor, &system) == 0 else { return false }
        // NFS, CIFS and SMB2, as statfs(2) lists them.
        return ![0x6969, 0xFF53_4D42, 0xFE53_4D42].contains(UInt32(truncatingIfNeeded: system.f_type))
    }

    /// nil when nobody has the lock any more.
    private static func owner(_ descriptor: Int32) -> Int32? {
        var lock = wanted
        guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return lock.l_pid
    }

    /// nil for a process that cannot be seen from here, as one outside of a container.
    private static func known(_ process: Int32) -> Int32? {
        process > 0 ? process : nil
    }
}
