import CLinux
import Client
import Glibc

/// A text file of the user, which is replaced at once or not at all.
struct ConfigurationFile {
    /// As programs open it.
    let path: String
    /// The file itself, where the path is a link.
    private let target: String
    let text: [UInt8]
    private let mode: mode_t

    enum Failure: Error, Equatable {
        case absent
        /// A system call failed with this errno.
        case failed(Call, errno: Int32)
        case notAFile
        case belongsToOther
        /// The file has further hard links, which would keep the old text.
        case hasOtherNames
        case tooLarge
        /// Another program has changed it since it was read.
        case changed
        /// A file of that name exists.
        case exists

        enum Call: String {
            case realpath, stat, open, read, write, access, mkdir, mkstemp, link, rename, fchmod, fsync
        }

        /// A phrase after the file's name.
        var reason: String {
            switch self {
            case .absent: "does not exist"
            case .failed(let call, let error): "\(call.rawValue) failed: \(String(cString: strerror(error)))"
            case .notAFile: "is not a regular file"
            case .belongsToOther: "belongs to another user"
            case .hasOtherNames: "has several hard links"
            case .tooLarge: "is larger than 1 MB"
            case .changed: "was changed by another program"
            case .exists: "already exists"
            }
        }
    }

    /// The largest file, bytes.
    private static let limit = 1 << 20

    init(_ path: String) throws(Failure) {
        self.path = path
        guard let resolved = realpath(path, nil) else {
            throw errno == ENOENT ? .absent : .failed(.realpath, errno: errno)
        }
        target = String(cString: resolved)
        free(resolved)
        var status = stat()
        guard stat(target, &status) == 0 else { throw .failed(.stat, errno: errno) }
        guard status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else { throw .notAFile }
        mode = status.st_mode & 0o7777
        text = try Self.read(target)
    }

    private static func read(_ path: String) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed(.open, errno: errno) }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count == 0 { return text }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw .failed(.read, errno: errno)
            }
            text += piece.prefix(count)
            guard text.count <= limit else { throw .tooLarge }
        }
    }

    /// Whether it can be replaced.
    func checkIsReplaceable() throws(Failure) {
        var status = stat()
        guard stat(target, &status) == 0 else { throw .failed(.stat, errno: errno) }
        guard status.st_uid == getuid() else { throw .belongsToOther }
        guard status.st_nlink == 1 else { throw .hasOtherNames }
        guard access(target, W_OK) == 0, access(target.directory, W_OK | X_OK) == 0 else {
            throw .failed(.access, errno: errno)
        }
    }

    /// Replaces the text; symbolic links to the file stay.
    func replace(with text: [UInt8]) throws(Failure) {
        try checkIsReplaceable()
        let current = try Self.read(target)
        guard current == self.text else { throw .changed }
        try Self.write(text, to: target, mode: mode, isNew: false)
    }

    /// Copies it to a new file beside the path, and returns the new file's path.
    func backUp(at time: String) throws(Failure) -> String {
        var copy = "\(path).weatherd-\(time)"
        // There is a backup from the same second.
        while access(copy, F_OK) == 0 { copy += "-" }
        try Self.write(text, to: copy, mode: mode, isNew: true)
        return copy
    }

    /// Creates a file with its directories.
    static func create(_ path: String, _ text: [UInt8]) throws(Failure) {
        try createDirectories(of: path, mode: 0o755)
        try write(text, to: path, mode: 0o644, isNew: true)
    }

    /// The directories of a path that do not exist, innermost first.
    static func missingDirectories(of path: String) -> [String] {
        var missing: [String] = []
        var directory = path.directory
        while access(directory, F_OK) != 0, directory != "/", directory != "." {
            missing.append(directory)
            directory = directory.directory
        }
        return missing
    }

    static func createDirectories(of path: String, mode: mode_t) throws(Failure) {
        for directory in missingDirectories(of: path).reversed() where mkdir(directory, mode) != 0 {
            throw .failed(.mkdir, errno: errno)
        }
    }

    /// Writes a temporary file and renames it, without being interrupted by signals.
    ///
    /// - Parameter isNew: whether there must not be a file of that name yet.
    static func write(_ text: [UInt8], to path: String, mode: mode_t, isNew: Bool) throws(Failure) {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        guard let name = strdup("\(path).XXXXXX") else { throw .failed(.mkstemp, errno: ENOMEM) }
        defer { free(name) }
        let descriptor = mkstemp(name)
        guard descriptor >= 0 else { throw .failed(.mkstemp, errno: errno) }
        defer { close(descriptor) }
        do throws(Failure) {
            try fill(descriptor, text, mode)
            if isNew {
                // Unlike rename(2), link(2) does not replace a file.
                guard link(name, path) == 0 else {
                    throw errno == EEXIST ? .exists : .failed(.link, errno: errno)
                }
                unlink(name)
            } else if rename(name, path) != 0 {
                throw .failed(.rename, errno: errno)
            }
        } catch {
            unlink(name)
            throw error
        }
        let directory = open(path.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    private static func fill(_ descriptor: Int32, _ text: [UInt8], _ mode: mode_t) throws(Failure) {
        var rest = text[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno != EINTR {
                throw .failed(.write, errno: errno)
            }
        }
        guard fchmod(descriptor, mode) == 0 else { throw .failed(.fchmod, errno: errno) }
        guard fsync(descriptor) == 0 else { throw .failed(.fsync, errno: errno) }
    }
}
