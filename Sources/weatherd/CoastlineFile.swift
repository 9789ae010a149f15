import Glibc
import Rendering

extension Coastline {
    /// More than any file of coast lines has; what is larger is none.
    private static let mostBytes = 4 << 20

    /// Reads the whole file, for one map: kept, it would cost memory all the time for what is seldom looked at.
    init(path: String) throws(CoastlineError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            throw code == ENOENT || code == ENOTDIR
                ? .missing(path: path) : .notRead(path: path, reason: String(cString: strerror(code)))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.mostBytes
        else { throw .damaged(path: path) }
        var failure: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            count = 0
            while count < buffer.count, let start = buffer.baseAddress {
                let taken = read(descriptor, start + count, buffer.count - count)
                if taken < 0, errno == EINTR { continue }
                if taken < 0 { failure = errno }
                guard taken > 0 else { return }
                count += taken
            }
        }
        if let failure { throw .notRead(path: path, reason: String(cString: strerror(failure))) }
        try self.init(bytes: bytes, path: path)
    }
}
