import Glibc

/// A directory with weatherd's files in it: open, the user's own, and closed to others.
///
/// What is done in it is done by its descriptor, so that nothing can be put in its place meanwhile.
struct Folder: ~Copyable {
    let descriptor: Int32

    /// Why there is none, as the rest of a sentence.
    struct Problem: Error {
        let reason: String
        /// Whether there simply is no such directory.
        var isAbsence = false
    }

    /// Opens a directory. One of looser permissions is made the user's alone, unless a symbolic link leads to it: that the
    /// user made such a link is fine, but what is elsewhere is not ours to change.
    ///
    /// - Throws: also when it is another user's, or others can write to it and that cannot be changed.
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

    /// - Parameter mayChange: whether its permissions are ours to change.
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
            throw Problem(reason: "others can write to \(path); chmod 700 mends that")
        }
    }

    /// Makes the directories that are missing, for the user alone, and to last.
    ///
    /// - Throws: when one cannot be made, or the disk does not take the name of one that was. It is not there then.
    static func make(_ path: String) throws(Problem) {
        var prefix = ""
        for component in path.split(separator: "/") {
            let parent = prefix + "/"
            prefix = parent + component
            guard mkdir(prefix, 0o700) == 0 else {
                let reason = systemReason()
                guard access(prefix, F_OK) != 0 else { continue }
                throw Problem(reason: "\(prefix) cannot be made: \(reason)")
            }
            let descriptor = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            // One may write to a directory that one may not read.
            guard descriptor >= 0 else { continue }
            defer { Glibc.close(descriptor) }
            guard sync(descriptor) else {
                let reason = systemReason()
                rmdir(prefix)
                throw Problem(reason: reason)
            }
        }
    }

    /// Has the disk take the names that are in a directory.
    ///
    /// - Returns: whether it has, or the file system knows no such thing, as some of networks; else `errno` tells why not.
    static func sync(_ descriptor: Int32) -> Bool {
        fsync(descriptor) == 0 || [EINVAL, EROFS, ENOTSUP].contains(errno)
    }
}

/// The system's own word for what went wrong last.
func systemReason() -> String {
    // O_NOFOLLOW has no other way to say it.
    errno == ELOOP ? "it is a symbolic link, which weatherd does not follow" : String(cString: strerror(errno))
}
