import Glibc

/// Whoever reads standard output. Its end is told by the pipe. But a bar that ends may leave the pipe open in a child of
/// its: so where the parent itself is the reader, it is watched too. Where it is not, as in the script that starts
/// `weatherctl watch short | lemonbar &`, its end says nothing.
struct Reader {
    /// When the parent is looked at. Not at once: a shell has both ends of a pipe that it makes, until all of the pipeline
    /// is started.
    private let settled = Deadline(milliseconds: 1_000)
    /// A descriptor that is readable once the parent has ended, negative where the parent is not the reader; nil as long as
    /// it was not looked at. (The signal that Linux sends at a parent's death comes when the thread ends that started this
    /// process, which is too early.)
    private var parent: Int32?

    /// Waits until there is something to read from `socket` or `input`, or for so long; once, a moment after the start, for
    /// less.
    ///
    /// - Returns: whether there is something to read from `input`, or it has ended.
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
        // Nothing is asked of standard output: that it is broken is told unasked. A negative descriptor is passed over.
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

    /// A descriptor of the parent if it is the reader, else -1.
    private static func openParent() -> Int32 {
        var output = stat()
        // Of a socket nothing tells who has the other end; and a file has no reader.
        guard fstat(STDOUT_FILENO, &output) == 0, output.st_mode & mode_t(S_IFMT) == mode_t(S_IFIFO) else { return -1 }
        let parent = getppid()
        guard process(parent, readsPipeAt: STDOUT_FILENO) else { return -1 }
        return Int32(systemCall(openProcess, Int(parent), 0))
    }

    /// Whether the process has the end for reading of the pipe that is open here as `descriptor`; false where proc(5) does
    /// not tell.
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
            // Both ends have the same name. The link's permissions are those with which the descriptor was opened.
            var status = stat()
            if String(linkAt: link) == pipe, lstat(link, &status) == 0,
                status.st_mode & mode_t(S_IRUSR | S_IWUSR) == mode_t(S_IRUSR)
            {
                return true
            }
        }
        return false
    }

    /// pidfd_open(2), of Linux 5.3, has this number on every architecture.
    private static let openProcess = 434
}

/// syscall(2), declared here since Swift imports no function of C that takes a varying number of arguments.
@_silgen_name("syscall")
private func systemCall(_ number: Int, _ first: Int, _ second: Int) -> Int
