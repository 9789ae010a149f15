import Glibc

/// What stands at a path.
struct PathState: Equatable {
    enum Kind: Equatable {
        case absent
        case directory, file, socket, link, other
        /// It cannot be looked at; the system's own word for why.
        case hidden(String)
    }

    var path: String
    var kind: Kind
    /// The user who owns it.
    var owner: uid_t = 0
    /// The bits of its permissions.
    var mode: mode_t = 0
    /// Whether it can be read.
    var isReadable = true
    /// Whether files can be made in it, or it can be written to; of a socket, whether it can be connected to.
    var isWritable = false

    init(
        path: String, kind: Kind, owner: uid_t = 0, mode: mode_t = 0, isReadable: Bool = true, isWritable: Bool = false
    ) {
        (self.path, self.kind, self.owner, self.mode) = (path, kind, owner, mode)
        (self.isReadable, self.isWritable) = (isReadable, isWritable)
    }

    /// - Parameter isFollowed: whether what a symbolic link leads to is meant, and not the link.
    init(lookingAt path: String, following isFollowed: Bool) {
        var status = stat()
        guard (isFollowed ? stat(path, &status) : lstat(path, &status)) == 0 else {
            let isAbsent = errno == ENOENT || errno == ENOTDIR
            self.init(path: path, kind: isAbsent ? .absent : .hidden(String(cString: strerror(errno))))
            return
        }
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: .directory
            case S_IFREG: .file
            case S_IFSOCK: .socket
            case S_IFLNK: .link
            default: .other
            }
        self.init(
            path: path, kind: kind, owner: status.st_uid, mode: status.st_mode & 0o7777,
            isReadable: access(path, R_OK) == 0,
            isWritable: access(path, kind == .directory ? W_OK | X_OK : W_OK) == 0)
    }

    /// Whether others can put something there: the group, or everybody.
    var isOpenToOthers: Bool { mode & 0o022 != 0 }
    var isOpenToAll: Bool { mode & 0o002 != 0 }

    /// The permissions as chmod(1) takes them: `700`.
    var permissions: String { String(String(mode & 0o777 | 0o1000, radix: 8).dropFirst()) }
}
