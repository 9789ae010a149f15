import Glibc

/// The error of a system call.
public struct SystemError: Error {
    /// The value of `errno`.
    public let code: Int32

    public init(code: Int32) {
        self.code = code
    }

    /// A message such as `Permission denied`.
    public var sentence: String { String(cString: strerror(code)) }
}

extension [UInt8] {
    /// Reads a file, or a pipe or a device whose other end sends everything in time, to its end.
    ///
    /// - Parameters:
    ///   - limit: the most bytes to read.
    ///   - milliseconds: how long to wait for the other end; `ETIMEDOUT` after that.
    public init(readingFile path: String, atMost limit: Int, within milliseconds: Int = 2000) throws(SystemError) {
        // Without waiting for the other end of a pipe, and without taking a terminal.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError(code: errno) }
        if [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) {
            try self.init(reading: descriptor, atMost: limit)
        } else {
            let deadline = ContinuousClock.now + .milliseconds(milliseconds)
            try self.init(awaiting: descriptor, atMost: limit, until: deadline)
        }
    }

    /// Until a pipe has a writer, reading it would end at once: it is polled first.
    private init(
        awaiting descriptor: Int32, atMost limit: Int, until deadline: ContinuousClock.Instant
    ) throws(SystemError) {
        self.init()
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while count < limit {
            let left = Int32(Swift.max(0, ContinuousClock.now.duration(to: deadline) / .milliseconds(1)))
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&entry, 1, left)
            if ready == 0 { throw SystemError(code: ETIMEDOUT) }
            let taken = ready < 0 ? -1 : read(descriptor, &block, Swift.min(block.count, limit - count))
            guard taken >= 0 else {
                if errno == EINTR || errno == EAGAIN { continue }
                throw SystemError(code: errno)
            }
            guard taken > 0 else { return }
            append(contentsOf: block[..<taken])
        }
    }

    /// Reads an open file to its end.
    ///
    /// - Parameter limit: the most bytes to read.
    public init(reading descriptor: Int32, atMost limit: Int) throws(SystemError) {
        self.init()
        var status = stat()
        if fstat(descriptor, &status) == 0 { reserveCapacity(Swift.min(Int(status.st_size), limit)) }
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while count < limit {
            let taken = read(descriptor, &block, Swift.min(block.count, limit - count))
            guard taken >= 0 else {
                if errno == EINTR { continue }
                throw SystemError(code: errno)
            }
            guard taken > 0 else { return }
            append(contentsOf: block[..<taken])
        }
    }
}
