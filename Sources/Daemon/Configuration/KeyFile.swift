import Glibc
import WorkerProtocol

/// An API key from a private file or a systemd credential.
struct KeyFile {
    let path: String
    /// Mode bits that expose the file. systemd gives the group of a credential only to the service.
    var forbidden: mode_t = 0o077

    /// Why there is no key in the file; completes a sentence.
    struct Problem: Error {
        let sentence: String

        /// - Parameters:
        ///   - reason: an `errno` value.
        ///   - isOwned: whether the user owns the file, and so can change its permissions.
        static func unreadable(_ path: String, _ reason: Int32, isOwned: Bool) -> Problem {
            let advice = reason == EACCES && isOwned ? "; fix with: chmod 600 \(path)" : ""
            return Problem(
                sentence: "cannot read the key from \(path): \(String(cString: strerror(reason)))\(advice)")
        }
    }

    /// Longer than any key; larger files are rejected.
    private static let sizeLimit = 4096

    func key() throws(Problem) -> APIKey {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let reason = errno
            var status = stat()
            let isOwned = stat(path, &status) == 0 && status.st_uid == geteuid()
            throw .unreadable(path, reason, isOwned: isOwned)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Problem(sentence: "\(path) is not a file")
        }
        guard status.st_mode & forbidden == 0 else {
            throw Problem(sentence: "other users can read the key in \(path); fix with: chmod 600 \(path)")
        }
        guard status.st_size <= Self.sizeLimit else { throw Problem(sentence: "\(path) is too large for a key file") }
        var bytes = [UInt8](repeating: 0, count: Self.sizeLimit)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0, let key = APIKey(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)) else {
            throw Problem(sentence: "\(path) does not contain a key: must be one line of letters and digits")
        }
        return key
    }
}
