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
    /// Reads a file, a pipe or a device to its end.
    ///
    /// - Parameter limit: the most bytes to read.
    public init(readingFile path: String, atMost limit: Int) throws(SystemError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        defer { close(descriptor) }
        try self.init(reading: descriptor, atMost: limit)
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
