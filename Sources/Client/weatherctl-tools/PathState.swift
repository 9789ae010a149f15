import Glibc

struct PathState: Equatable {
    enum Kind: Equatable {
        case absent
        case directory, file, socket, link, other
        /// stat(2) failed, with the system's error message.
        case hidden(String)
    }

    var path: String
    var kind: Kind
    var owner: uid_t = 0
    /// The permission bits, with the sticky bit.
    var mode: mode_t = 0
    var isReadable = true
    /// Whether a directory or file is writable, or a socket can be connected to.
    var isWritable = false

    init(
        path: String, kind: Kind, owner: uid_t = 0, mode: mode_t = 0, isReadable: Bool = true, isWritable: Bool = false
    ) {
        (self.path, self.kind, self.owner, self.mode) = (path, kind, owner, mode)
        (self.isReadable, self.isWritable) = (isReadable, isWritable)
    }

    /// - Parameter isFollowed: whether to follow a symbolic link.
    init(lookingAt path: String, following isFollowed: Bool) {
        var status = stat()
        guard (isFollowed ? stat(path, &status) : lstat(path, &status)) == 0 else {
            let isAbsent = errno == ENOENT || errno == ENOTDIR
            self.init(path: path, kind: isAbsent ? .absent : .hidden(String(cString: strerror(errno))))
            return
        }
        let kind: Kind =
            switch status.st_mode & mode_t(S_IFMT) {
            case mode_t(S_IFDIR): .directory
            case mode_t(S_IFREG): .file
            case mode_t(S_IFSOCK): .socket
            case mode_t(S_IFLNK): .link
            default: .other
            }
        self.init(
            path: path, kind: kind, owner: status.st_uid, mode: status.st_mode & 0o7777,
            isReadable: access(path, R_OK) == 0,
            isWritable: access(path, kind == .directory ? W_OK | X_OK : W_OK) == 0)
    }

    /// Whether the group or other users can write to it.
    var isOpenToOthers: Bool { mode & 0o022 != 0 }
    var isOpenToAll: Bool { mode & 0o002 != 0 }

    /// The mode in octal: `700`.
    var permissions: String { String(String(mode & 0o777 | 0o1000, radix: 8).dropFirst()) }
}
