import CLinux
import Glibc
import Synchronization

/// The right to keep files in a directory, for as long as this process lives. The kernel gives it back, however the
/// process ends.
///
/// Two daemons would else take turns in overwriting each other's settings.
public final class DirectoryLock: Sendable {
    private let directory: String
    /// -1 for none.
    private let held: Mutex<Int32>
    /// Why there is no lock, and so nothing can be kept in the directory; nil when there is one.
    public let problem: KeepingError?

    /// - Throws: `inUse` when another process has the right, and `notWritten` when a symbolic link or a directory stands in the lock's
    ///   place.
    ///   Where no lock can be made, as in a directory that cannot be written to, there is nothing to protect either.
    public init(directory: String) throws(KeepingError) {
        self.directory = directory
        let (descriptor, reason) = try Self.take(in: directory)
        held = Mutex(descriptor)
        problem = reason.map { .notWritten(path: directory, reason: $0) }
    }

    /// Makes sure of the right before something is written: there may have been no directory to have it in, or somebody may have
    /// removed it with the lock in it; and another process may have made both since.
    ///
    /// - Throws: `inUse` when that is so.
    public func confirm() throws(KeepingError) {
        try held.withLock { descriptor throws(KeepingError) in
            guard descriptor < 0 || !Self.isInPlace(descriptor, in: directory) else { return }
            // Where it cannot be had, nothing can be written either, and who tries tells why.
            let (again, _) = try Self.take(in: directory)
            guard again >= 0 else { return }
            if descriptor >= 0 { close(descriptor) }
            descriptor = again
        }
    }

    /// Gives the right back.
    public func release() {
        held.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }

    /// Whether the file that is open is the one that others would find.
    private static func isInPlace(_ descriptor: Int32, in directory: String) -> Bool {
        var (open, found) = (stat(), stat())
        return fstat(descriptor, &open) == 0 && lstat(directory + "/" + name, &found) == 0
            && open.st_dev == found.st_dev && open.st_ino == found.st_ino
    }

    /// The locked file; -1 where none can be made, and why.
    private static func take(in directory: String) throws(KeepingError) -> (descriptor: Int32, reason: String?) {
        var descriptor: Int32 = -1
        do throws(Folder.Problem) {
            try Folder.make(directory)
            let folder = try Folder(directory)
            descriptor = openat(folder.descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        } catch {
            return (-1, error.reason)
        }
        guard descriptor >= 0 else {
            guard errno != ELOOP && errno != EISDIR else {
                throw .notWritten(path: directory + "/" + name, reason: systemReason())
            }
            return (-1, systemReason())
        }
        // Of this lock the kernel tells who has it. But it keeps out other processes alone, and no release before it.
        var tries = 0
        while !isTaken(descriptor) {
            tries += 1
            let process = owner(descriptor)
            // Who had it may have given it back in between, but not again and again.
            guard process == nil, tries < 100 else {
                close(descriptor)
                throw .inUse(path: directory, process: process.flatMap(known))
            }
        }
        if hasTwoKinds(descriptor), flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            throw .inUse(path: directory, process: nil)
        }
        // It may have been made by something else, with other permissions.
        fchmod(descriptor, 0o600)
        return (descriptor, nil)
    }

    /// The id of the process that has the right; nil when no other has it, and when the kernel does not tell.
    public static func owner(of directory: String) -> Int32? {
        let path = AtomicFile(directory: directory, name: name).path
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return owner(descriptor).flatMap(known)
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
