import Glibc
import Platform
import Rendering

extension Coastline {
    /// Larger than any coastline file; larger files are rejected.
    private static let mostBytes = 4 << 20

    /// Reads the whole file for one map: keeping it would use memory for a rare request.
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
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try [UInt8](reading: descriptor, atMost: Self.mostBytes)
        } catch {
            throw .notRead(path: path, reason: error.sentence)
        }
        try self.init(bytes: bytes, path: path)
    }
}
