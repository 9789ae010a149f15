import Glibc
import Platform
import Weather

/// What the file of the user's station contains.
enum StationFile {
    /// The most bytes of a file and of a command's output: what a pipe holds.
    static let limit = 64 << 10

    static func bytes(at path: String) throws(OwnStationProblem) -> [UInt8] {
        // Without waiting for the other end of a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(reason: "not a file")
        }
        return try bytes(of: descriptor)
    }

    /// All that can be read without waiting.
    static func bytes(of descriptor: Int32) throws(OwnStationProblem) -> [UInt8] {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try [UInt8](reading: descriptor, atMost: limit + 1)
        } catch {
            throw .unreadable(reason: error.sentence)
        }
        guard bytes.count <= limit else { throw .tooLong(limit: limit) }
        return bytes
    }
}
