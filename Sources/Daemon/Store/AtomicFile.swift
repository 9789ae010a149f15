import Formats
import Glibc
import Platform

/// A file that is replaced atomically: written under a temporary name, synced, and renamed. It is private to the user,
/// and symbolic links are not followed.
struct AtomicFile: Sendable {
    let directory: String
    let name: String
    /// Maximum size, bytes; a larger file is not read.
    var limit = 32 << 20

    var path: String { directory + "/" + name }
    private var temporary: String { name + ".new" }

    /// The file's bytes; nil when there is no file.
    func read() throws(StoreError) -> [UInt8]? {
        let problem: FileProblem
        do throws(PrivateDirectory.Problem) {
            let folder = try PrivateDirectory(directory)
            do throws(FileProblem) {
                return try [UInt8](ofFile: name, in: folder.descriptor, followsLink: false, atMost: limit)
            } catch {
                problem = error
            }
        } catch {
            if error.isAbsence { return nil }
            throw .notRead(path: path, reason: error.reason)
        }
        switch problem {
        case .failed(let error) where error.code == ENOENT: return nil
        case .failed(let error): throw .notRead(path: path, reason: error.reason)
        case .notRegular, .permissive: throw .notRead(path: path, reason: "it is not a file; move it away")
        case .tooLong: throw .damaged(path: path, reason: "it is too large; the limit is \(limit >> 10) KiB")
        }
    }

    /// Replaces the file. After a return, the new content survives a crash and a power failure; after a throw, or a
    /// crash at any earlier moment, the old content remains. If only syncing the directory failed, the new content is
    /// in place, but not durable.
    ///
    /// - Parameter content: writes the new content in pieces.
    func write(_ content: (inout Output) throws(StoreError) -> Void) throws(StoreError) {
        let folder = try folder()
        // Left by a crash.
        unlinkat(folder.descriptor, temporary, 0)
        let descriptor = openat(
            folder.descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .notWritten(path: path, reason: SystemError().reason) }
        do throws(StoreError) {
            defer { close(descriptor) }
            var output = Output(descriptor: descriptor, path: path)
            try content(&output)
            guard fsync(descriptor) == 0 else { throw .notWritten(path: path, reason: SystemError().reason) }
        } catch {
            unlinkat(folder.descriptor, temporary, 0)
            throw error
        }
        guard renameat(folder.descriptor, temporary, folder.descriptor, name) == 0 else {
            let reason = SystemError().reason
            unlinkat(folder.descriptor, temporary, 0)
            throw .notWritten(path: path, reason: reason)
        }
        // A rename is durable only after its directory is synced.
        guard PrivateDirectory.sync(folder.descriptor) else {
            throw .notWritten(path: path, reason: SystemError().reason)
        }
    }

    /// Replaces the file with these bytes.
    func write(_ bytes: [UInt8]) throws(StoreError) {
        try write { output throws(StoreError) in try output.write(bytes) }
    }

    /// The new file while it is written.
    struct Output: ~Copyable {
        fileprivate let descriptor: Int32
        fileprivate let path: String
        /// The checksum of everything written so far.
        private(set) var checksum = Checksum()

        fileprivate init(descriptor: Int32, path: String) {
            (self.descriptor, self.path) = (descriptor, path)
        }

        mutating func write(_ bytes: [UInt8]) throws(StoreError) {
            checksum.add(bytes[...])
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0 {
                    if errno == EINTR { continue }
                    throw .notWritten(path: path, reason: SystemError().reason)
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Renames the file to a name with the time, and returns the new path.
    func setAside(at seconds: Int) throws(StoreError) -> String {
        let folder = try folder()
        let aside = "\(name).damaged-\(seconds)"
        guard renameat(folder.descriptor, name, folder.descriptor, aside) == 0 else {
            throw .notWritten(path: "\(directory)/\(aside)", reason: SystemError().reason)
        }
        return "\(directory)/\(aside)"
    }

    /// Removes the temporary file of a write that a crash interrupted, ignoring errors: the next write may never
    /// happen.
    func removeLeftover() {
        unlink(directory + "/" + temporary)
    }

    /// Removes the file, ignoring errors.
    func remove() {
        unlink(path)
    }

    /// The directory, created if missing.
    private func folder() throws(StoreError) -> PrivateDirectory {
        do throws(PrivateDirectory.Problem) {
            try PrivateDirectory.make(directory)
            return try PrivateDirectory(directory)
        } catch {
            throw .notWritten(path: path, reason: error.reason)
        }
    }
}

/// An open directory with weatherd's files, accessible only to the user.
///
/// All operations use its descriptor, so that the directory cannot be replaced in between.
struct PrivateDirectory: ~Copyable {
    let descriptor: Int32

    /// Why the directory cannot be used; completes a sentence.
    struct Problem: Error {
        let reason: String
        /// Whether the directory does not exist.
        var isAbsence = false
    }

    /// Opens a directory. Permissions for others are removed, unless a symbolic link leads to it, since its target may
    /// serve another purpose.
    ///
    /// - Throws: if it cannot be opened, belongs to another user, or is writable by others and that cannot be changed.
    init(_ path: String) throws(Problem) {
        var isLink = false
        var descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor < 0, errno == ENOTDIR || errno == ELOOP {
            descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            isLink = true
        }
        guard descriptor >= 0 else {
            let isAbsence = errno == ENOENT
            throw Problem(reason: SystemError().reason, isAbsence: isAbsence)
        }
        do throws(Problem) {
            try Self.close(descriptor, at: path, toOthers: !isLink)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit {
        Glibc.close(descriptor)
    }

    /// - Parameter mayChange: whether permissions may be changed.
    private static func close(
        _ descriptor: Int32, at path: String, toOthers mayChange: Bool
    ) throws(Problem) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Problem(reason: SystemError().reason) }
        guard status.st_uid == geteuid() else { throw Problem(reason: "\(path) belongs to another user") }
        let isClosed =
            status.st_mode & 0o077 == 0
            || mayChange && fchmod(descriptor, status.st_mode & 0o700) == 0
        guard isClosed || status.st_mode & 0o022 == 0 else {
            throw Problem(reason: "other users can write to \(path); fix with: chmod 700 \(path)")
        }
    }

    /// Creates missing directories, private to the user and synced.
    ///
    /// - Throws: when one cannot be created or synced; it then does not exist.
    static func make(_ path: String) throws(Problem) {
        var prefix = ""
        for component in path.split(separator: "/") {
            let parent = prefix + "/"
            prefix = parent + component
            guard mkdir(prefix, 0o700) == 0 else {
                let reason = SystemError().reason
                guard access(prefix, F_OK) != 0 else { continue }
                throw Problem(reason: "\(prefix) cannot be created: \(reason)")
            }
            let descriptor = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            // A directory may be writable but not readable.
            guard descriptor >= 0 else { continue }
            defer { Glibc.close(descriptor) }
            guard sync(descriptor) else {
                let reason = SystemError().reason
                rmdir(prefix)
                throw Problem(reason: reason)
            }
        }
    }

    /// Syncs the entries of a directory.
    ///
    /// - Returns: true on success, and if the file system does not support it, like some network file systems; otherwise
    ///   `errno` has the reason.
    static func sync(_ descriptor: Int32) -> Bool {
        fsync(descriptor) == 0 || [EINVAL, EROFS, ENOTSUP].contains(errno)
    }
}

extension SystemError {
    /// The message for a file opened with O_NOFOLLOW.
    var reason: String { code == ELOOP ? "it is a symbolic link, which weatherd does not follow" : sentence }
}

/// Why something could not be stored.
public enum StoreError: Error, Sendable, Hashable {
    /// An error of the file system; `reason` is its description, such as "No space left on device".
    case notWritten(path: String, reason: String)
    /// A read error of the file system.
    case notRead(path: String, reason: String)
    /// Another process uses the directory; `process` is its id if known.
    case inUse(path: String, process: Int32?)
    /// The file does not have a format of this version of weatherd.
    case damaged(path: String, reason: String)

    /// The message for the user.
    public var sentence: String {
        switch self {
        case .notWritten(let path, let reason): "cannot write \(path): \(reason)"
        case .notRead(let path, let reason): "cannot read \(path): \(reason)"
        case .inUse(let path, let process):
            "weatherd is already running\(process.map { " as process \($0)" } ?? "") and uses the files in \(path); "
                + "stop it, or set a different XDG_STATE_HOME"
        case .damaged(let path, let reason): "\(path) is damaged: \(reason)"
        }
    }
}
