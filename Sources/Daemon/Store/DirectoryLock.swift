import CLinux
import Glibc
import Platform
import Synchronization

/// An exclusive lock on a state directory for the lifetime of this process, released by the kernel.
///
/// Without it, two daemons would overwrite each other's settings.
public final class DirectoryLock: Sendable {
    private let directory: String
    /// -1 for none.
    private let held: Mutex<Int32>
    /// Why there is no lock, so that nothing can be stored in the directory; nil when locked.
    public let problem: StoreError?

    /// - Throws: `inUse` when another process has the lock, and `notWritten` when a symbolic link or a directory has
    ///   the name of the lock file. If the lock cannot be created, as in a read-only directory, there is nothing to
    ///   protect.
    public init(directory: String) throws(StoreError) {
        self.directory = directory
        let (descriptor, reason) = try Self.take(in: directory)
        held = Mutex(descriptor)
        problem = reason.map { .notWritten(path: directory, reason: $0) }
    }

    /// Checks the lock before a write: the directory may have been missing, or removed with the lock file, and another process
    /// may have created both since.
    ///
    /// - Throws: `inUse` if another process has the lock.
    public func confirm() throws(StoreError) {
        try held.withLock { descriptor throws(StoreError) in
            guard descriptor < 0 || !Self.isInPlace(descriptor, in: directory) else { return }
            // If the lock fails, the write that follows fails too and reports why.
            let (again, _) = try Self.take(in: directory)
            guard again >= 0 else { return }
            if descriptor >= 0 { close(descriptor) }
            descriptor = again
        }
    }

    /// Releases the lock.
    public func release() {
        held.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }

    /// Keeps the lock for a program that this process executes (execve(2)). The descriptor stays open there with its fcntl(2)
    /// lock, which belongs to the process; the program takes the flock(2) lock again.
    ///
    /// - Parameter number: the descriptor in that program. It must not be in use here.
    public func handOver(as number: Int32) {
        held.withLock { descriptor in
            guard descriptor >= 0 else { return }
            if descriptor == number {
                _ = fcntl(descriptor, F_SETFD, 0)
            } else {
                dup2(descriptor, number)
                // Closing any descriptor of the file releases that lock.
                close(descriptor)
                _ = Self.isTaken(number)
            }
            // The lock of flock(2) belongs to the open file, and would exclude the program itself.
            if Self.hasTwoKinds(number) { flock(number, LOCK_UN) }
            descriptor = number
        }
    }

    /// Whether the open file is the one at the path.
    private static func isInPlace(_ descriptor: Int32, in directory: String) -> Bool {
        var (open, found) = (stat(), stat())
        return fstat(descriptor, &open) == 0 && lstat(directory + "/" + name, &found) == 0
            && open.st_dev == found.st_dev && open.st_ino == found.st_ino
    }

    /// The locked file; -1 and the reason when it cannot be created.
    private static func take(in directory: String) throws(StoreError) -> (descriptor: Int32, reason: String?) {
        var descriptor: Int32 = -1
        do throws(PrivateDirectory.Problem) {
            try PrivateDirectory.make(directory)
            let folder = try PrivateDirectory(directory)
            descriptor = openat(folder.descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        } catch {
            return (-1, error.reason)
        }
        guard descriptor >= 0 else {
            guard errno != ELOOP && errno != EISDIR else {
                throw .notWritten(path: directory + "/" + name, reason: SystemError().reason)
            }
            return (-1, SystemError().reason)
        }
        // The kernel reports the owner of this lock (fcntl). But it excludes only other processes, and no release
        // before it.
        var tries = 0
        while !isTaken(descriptor) {
            tries += 1
            let process = owner(descriptor)
            // The owner may have released it in between, but not repeatedly.
            guard process == nil, tries < 100 else {
                close(descriptor)
                throw .inUse(path: directory, process: process.flatMap(known))
            }
        }
        if hasTwoKinds(descriptor), flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            throw .inUse(path: directory, process: nil)
        }
        // Another program may have created the file with other permissions.
        fchmod(descriptor, 0o600)
        return (descriptor, nil)
    }

    /// The process that has the lock; nil for none, and when unknown.
    public static func owner(of directory: String) -> Int32? {
        let path = AtomicFile(directory: directory, name: name).path
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return owner(descriptor).flatMap(known)
    }

    private static let name = "lock"

    /// The whole file, for writing.
    private static var writeLock: Glibc.flock {
        var lock = Glibc.flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }

    /// Whether this process has the lock; also true on file systems without locks.
    private static func isTaken(_ descriptor: Int32) -> Bool {
        var lock = writeLock
        return fcntl(descriptor, F_SETLK, &lock) == 0 || (errno != EACCES && errno != EAGAIN)
    }

    /// Whether flock(2) and fcntl(2) locks are independent. On network file systems they are the same (flock(2)), so
    /// that the second would conflict with the first.
    private static func hasTwoKinds(_ descriptor: Int32) -> Bool {
        var system = statfs()
        guard fstatfs(descriptor, &system) == 0 else { return false }
        // NFS, CIFS and SMB2, as statfs(2) lists them.
        return ![0x6969, 0xFF53_4D42, 0xFE53_4D42].contains(UInt32(truncatingIfNeeded: system.f_type))
    }

    /// nil when the lock is free.
    private static func owner(_ descriptor: Int32) -> Int32? {
        var lock = writeLock
        guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return lock.l_pid
    }

    /// nil for a process in another PID namespace, such as outside of a container.
    private static func known(_ process: Int32) -> Int32? {
        process > 0 ? process : nil
    }
}
