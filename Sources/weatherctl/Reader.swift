import Glibc

/// Whoever reads standard output. A bar that ends may leave the pipe open in a child of its, or start its followers with
/// SIGPIPE ignored, so that neither a signal nor a failed write tells of its end: the pipe and the parent are both watched.
struct Reader {
    /// A descriptor that is readable once the parent has ended; negative where there is none to watch. (The signal that
    /// Linux sends at a parent's death comes when the thread ends that started this process, which is too early.)
    private let parent: Int32

    init() {
        var output = stat()
        let kind = fstat(STDOUT_FILENO, &output) == 0 ? output.st_mode & S_IFMT : 0
        // Output into a file has no reader, and the shell that started it may well end before.
        parent = kind == S_IFIFO || kind == S_IFSOCK ? Int32(systemCall(Self.openProcess, Int(getppid()), 0)) : -1
    }

    /// Waits until there is something to read from `socket`, or for so long.
    /// - Throws: `readerGone` alone.
    func wait(for socket: Int32 = -1, milliseconds: Int = -1) throws(StandardOutput.Failure) {
        // Nothing is asked of standard output: that it is broken is told unasked. A negative descriptor is passed over.
        var watched = [
            pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
            pollfd(fd: parent, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&watched, nfds_t(watched.count), Int32(milliseconds))
        if watched[0].revents != 0 || watched[1].revents != 0 { throw .readerGone }
    }

    /// pidfd_open(2), of Linux 5.3, has this number on every architecture.
    private static let openProcess = 434
}

/// syscall(2), declared here since Swift imports no function of C that takes a varying number of arguments.
@_silgen_name("syscall")
private func systemCall(_ number: Int, _ first: Int, _ second: Int) -> Int
