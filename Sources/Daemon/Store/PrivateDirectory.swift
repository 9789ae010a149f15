import Glibc

/// An open directory with weatherd's files, accessible only to the user.
///
/// All operations use its descriptor, so that the directory cannot be exchanged in between.
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
    /// - Throws: also when it belongs to another user, or others can write to it and that cannot be changed.
    init(_ path: String) throws(Problem) {
        var isLink = false
        var descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor < 0, errno == ENOTDIR || errno == ELOOP {
            descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            isLink = true
        }
        guard descriptor >= 0 else {
            let isAbsence = errno == ENOENT
            throw Problem(reason: systemReason(), isAbsence: isAbsence)
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
        guard fstat(descriptor, &status) == 0 else { throw Problem(reason: systemReason()) }
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
                let reason = systemReason()
                guard access(prefix, F_OK) != 0 else { continue }
                throw Problem(reason: "\(prefix) cannot be created: \(reason)")
            }
            let descriptor = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            // A directory may be writable but not readable.
            guard descriptor >= 0 else { continue }
            defer { Glibc.close(descriptor) }
            guard sync(descriptor) else {
                let reason = systemReason()
                rmdir(prefix)
                throw Problem(reason: reason)
            }
        }
    }

    /// Syncs the entries of a directory.
    ///
    /// - Returns: whether it succeeded, or the file system does not support it, as some network file systems; otherwise
    ///   `errno` has the reason.
    static func sync(_ descriptor: Int32) -> Bool {
        fsync(descriptor) == 0 || [EINVAL, EROFS, ENOTSUP].contains(errno)
    }
}

/// The message for `errno`.
func systemReason() -> String {
    // The error of O_NOFOLLOW.
    errno == ELOOP ? "it is a symbolic link, which weatherd does not follow" : String(cString: strerror(errno))
}
