import CLinux
import Glibc

/// Detects the end of the process that reads standard output. A broken pipe shows it, unless a child of an ended bar
/// keeps the pipe open; so a parent that is itself the reader is watched, too. In a script such as `weatherctl watch
/// short | lemonbar &` the parent is not the reader.
struct OutputPeerWatch {
    /// When to check the parent. Not at once: a shell has both ends of its pipe until it has started the whole
    /// pipeline.
    private let settled = Deadline(milliseconds: 1_000)
    /// A descriptor that is readable once the parent has ended; negative if the parent is not the reader, nil before
    /// the check. (PR_SET_PDEATHSIG signals the end of the starting thread, which is too early.)
    private var parent: Int32?

    /// Waits for input on `socket` or `input`, or for the timeout; at first at most until the parent is checked.
    ///
    /// - Returns: whether `input` is readable or has ended.
    /// - Throws: `readerGone` alone.
    mutating func wait(
        for socket: Int32 = -1, or input: Int32 = -1, milliseconds: Int = -1
    ) throws(StandardOutput.Failure) -> Bool {
        var milliseconds = milliseconds
        if parent == nil {
            let left = settled.millisecondsLeft
            if left == 0 {
                parent = Self.openParent()
            } else {
                milliseconds = milliseconds < 0 ? left : min(milliseconds, left)
            }
        }
        // Errors on standard output are reported without requesting any event. Negative descriptors are ignored.
        var watched = [
            pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
            pollfd(fd: parent ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&watched, nfds_t(watched.count), Int32(milliseconds))
        if watched[0].revents != 0 || watched[1].revents != 0 { throw .readerGone }
        return watched[3].revents != 0
    }

    /// A descriptor of the parent if it is the reader; otherwise -1.
    private static func openParent() -> Int32 {
        var output = stat()
        // A socket's peer process is unknown, and a file has no reader.
        guard fstat(STDOUT_FILENO, &output) == 0, output.st_mode & mode_t(S_IFMT) == mode_t(S_IFIFO) else { return -1 }
        let parent = getppid()
        guard process(parent, readsPipeAt: STDOUT_FILENO) else { return -1 }
        return weatherd_pidfd_open(parent)
    }

    /// Whether the process has the read end of the pipe `descriptor`; false if /proc does not show it.
    static func process(_ process: pid_t, readsPipeAt descriptor: Int32) -> Bool {
        let folder = ["/proc/", String(process), "/fd/"].joined()
        guard let pipe = String(linkAt: "/proc/self/fd/" + String(descriptor)), let entries = opendir(folder) else {
            return false
        }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            let link = folder + name
            // Both ends have the same name. The link's permissions are the descriptor's access mode.
            var status = stat()
            if String(linkAt: link) == pipe, lstat(link, &status) == 0,
                status.st_mode & mode_t(S_IRUSR | S_IWUSR) == mode_t(S_IRUSR)
            {
                return true
            }
        }
        return false
    }
}
