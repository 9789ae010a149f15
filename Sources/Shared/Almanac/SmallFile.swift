import Glibc

/// A file that is read as a whole.
enum SmallFile {
    /// - Returns: nil when there is no such file.
    static func read(_ path: String, limit: Int) throws(TimeZoneError) -> [UInt8]? {
        // Opening a pipe must not block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw .unreadable(reason: errno) }
            return nil
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(reason: errno) }
        // Directories are parts of names.
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        guard status.st_size <= limit else { throw .damaged(.tooLong) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[length...])
                return Glibc.read(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(reason: errno) }
            guard count > 0 else { break }
            length += count
        }
        return Array(bytes.prefix(length))
    }
}
