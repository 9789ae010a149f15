import Glibc

/// Why a file is not read.
public enum FileProblem: Error, Sendable, Hashable {
    case failed(SystemError)
    /// It is a directory, a pipe or a device.
    case notRegular
    /// It has a forbidden mode bit.
    case permissive
    case tooLong
}

extension [UInt8] {
    /// The contents of a regular file.
    ///
    /// - Parameters:
    ///   - directory: the open directory that the path is relative to; nil for the working directory.
    ///   - followsLink: whether the path may be a symbolic link; otherwise that is `ELOOP`.
    ///   - modes: mode bits that the file must not have.
    ///   - limit: the most bytes that the file may have.
    public init(
        ofFile path: String, in directory: Int32? = nil, followsLink: Bool = true, forbidding modes: UInt32 = 0,
        atMost limit: Int
    ) throws(FileProblem) {
        let problem: FileProblem?
        do throws(SystemError) {
            let file = try OpenFile(path, in: directory, followsLink ? 0 : O_NOFOLLOW)
            problem = file.problem(forbidding: modes, atMost: limit)
            self = problem == nil ? try file.bytes(atMost: limit + 1) : []
        } catch {
            throw .failed(error)
        }
        if let problem { throw problem }
        guard count <= limit else { throw .tooLong }
    }

    /// The contents of a file, or what a pipe or a device sends until its other end closes it.
    ///
    /// - Parameters:
    ///   - limit: the most bytes to read; the rest is left out.
    ///   - milliseconds: how long to wait for the other end; `ETIMEDOUT` after that.
    public init(readingFile path: String, atMost limit: Int, within milliseconds: Int = 2000) throws(SystemError) {
        let file = try OpenFile(path)
        let waits = !file.isRegular && file.status.st_mode & S_IFMT != S_IFDIR
        self = try file.bytes(atMost: limit, until: waits ? .now + .milliseconds(milliseconds) : nil)
    }
}

/// A file that is open until this value is destroyed.
private struct OpenFile: ~Copyable {
    private let descriptor: Int32
    let status: stat

    /// Opens a file without waiting for the other end of a pipe, and without taking a terminal.
    init(_ path: String, in directory: Int32? = nil, _ flags: Int32 = 0) throws(SystemError) {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags
        let descriptor = openat(directory ?? AT_FDCWD, path, flags)
        guard descriptor >= 0 else { throw SystemError() }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let error = SystemError()
            close(descriptor)
            throw error
        }
        (self.descriptor, self.status) = (descriptor, status)
    }

    deinit {
        close(descriptor)
    }

    var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }

    func problem(forbidding modes: UInt32, atMost limit: Int) -> FileProblem? {
        guard isRegular else { return .notRegular }
        guard status.st_mode & modes == 0 else { return .permissive }
        return status.st_size > limit ? .tooLong : nil
    }

    /// Reads to the end, or to the limit.
    ///
    /// - Parameter deadline: until when to wait for the other end of a pipe or a device; nil for a file.
    func bytes(
        atMost limit: Int, until deadline: ContinuousClock.Instant? = nil
    ) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(Int(status.st_size), limit))
        var block = [UInt8](repeating: 0, count: min(64 << 10, limit))
        while bytes.count < limit {
            // Until a pipe has a writer, reading it would end at once: it is polled first.
            let ready = if let deadline { wait(until: deadline) } else { Int32(1) }
            if ready == 0 { throw SystemError(code: ETIMEDOUT) }
            let taken = ready < 0 ? -1 : read(descriptor, &block, min(block.count, limit - bytes.count))
            guard taken >= 0 else {
                if errno == EINTR || errno == EAGAIN && deadline != nil { continue }
                throw SystemError()
            }
            guard taken > 0 else { break }
            bytes += block[..<taken]
        }
        return bytes
    }

    /// The result of poll(2).
    private func wait(until deadline: ContinuousClock.Instant) -> Int32 {
        let left = Int32(max(0, ContinuousClock.now.duration(to: deadline) / .milliseconds(1)))
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, left)
    }
}
