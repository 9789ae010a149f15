import Endpoints
import Glibc

/// The key of a service, in a file that is its owner's alone or in a credential that systemd hands over.
struct KeyFile {
    let path: String
    /// Who is not to read it, as the bits of a mode. systemd gives the group of a credential to the service alone.
    var forbidden: mode_t = 0o077

    /// Why there is no key in the file, as the rest of a sentence.
    struct Problem: Error {
        let sentence: String

        /// - Parameters:
        ///   - reason: the system's, as an `errno`.
        ///   - isOwned: whether the file is the user's own, so that its permissions are too.
        static func unreadable(_ path: String, _ reason: Int32, isOwned: Bool) -> Problem {
            let advice = reason == EACCES && isOwned ? "; let yourself read it with: chmod 600 \(path)" : ""
            return Problem(
                sentence: "the key cannot be read from \(path): \(String(cString: strerror(reason)))\(advice)")
        }
    }

    /// More than any key; a larger file is not read.
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
            throw Problem(sentence: "others can read the key in \(path); make it yours alone with: chmod 600 \(path)")
        }
        guard status.st_size <= Self.sizeLimit else { throw Problem(sentence: "\(path) is too long for a key") }
        var bytes = [UInt8](repeating: 0, count: Self.sizeLimit)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0, let key = APIKey(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)) else {
            throw Problem(sentence: "\(path) does not hold a key: one line of letters and digits")
        }
        return key
    }
}
