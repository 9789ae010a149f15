import Glibc
import Weather

extension BorderMap {
    /// More than the file ever has, bytes.
    private static let longestFile = 4 << 20

    /// - Throws: `missing`, `notRead` or `damaged`.
    init(path: String) throws(GazetteerError) {
        guard let map = BorderMap(bytes: try Self.read(path)) else {
            throw .damaged(path: path, reason: "it is not the border file of this version of weatherd")
        }
        self = map
    }

    private static func read(_ path: String) throws(GazetteerError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw GazetteerError(systemError: errno, path: path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .notRead(path: path, reason: "it is not a file")
        }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < longestFile {
            let count = Glibc.read(descriptor, &part, part.count)
            guard count >= 0 else { throw GazetteerError(systemError: errno, path: path) }
            guard count > 0 else { break }
            bytes += part[..<count]
        }
        return bytes
    }
}
