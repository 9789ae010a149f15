import Glibc

/// A file that is only ever seen whole: written beside its name, made durable, then renamed over it.
struct AtomicFile: Sendable {
    let directory: String
    let name: String

    /// No document of weatherd's comes near it; a larger file is not read into memory.
    private static let sizeLimit = 32 << 20

    var path: String { directory + "/" + name }

    /// The file's bytes; nil when there is no file.
    func read() throws(KeepingError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .notRead(path: path, reason: systemReason())
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .notRead(path: path, reason: systemReason()) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notRead(path: path, reason: "it is not a file") }
        guard status.st_size <= Self.sizeLimit else { throw .damaged(path: path, reason: "it is too large") }

        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size))
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= Self.sizeLimit {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw .notRead(path: path, reason: systemReason())
            }
            bytes.append(contentsOf: chunk[..<count])
        }
        throw .damaged(path: path, reason: "it is too large")
    }

    /// Replaces the file. After a return the new content survives a crash and a power cut; after a throw, and after a
    /// crash at any moment before, the old one is still there.
    ///
    /// - Parameter content: writes the new content, piece by piece.
    func write(_ content: (borrowing Output) throws(KeepingError) -> Void) throws(KeepingError) {
        makeDirectories()
        // One fixed name, so that what a crash left behind is overwritten by the next try and never piles up.
        let temporary = path + ".new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .notWritten(path: path, reason: systemReason()) }
        do throws(KeepingError) {
            defer { close(descriptor) }
            try content(Output(descriptor: descriptor, path: path))
            guard fsync(descriptor) == 0 else { throw .notWritten(path: path, reason: systemReason()) }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let reason = systemReason()
            unlink(temporary)
            throw .notWritten(path: path, reason: reason)
        }
        syncDirectory()
    }

    /// As above, with the content at once.
    func write(_ bytes: [UInt8]) throws(KeepingError) {
        try write { output throws(KeepingError) in try output.write(bytes) }
    }

    /// The file that is going to take the place of the old one.
    struct Output: ~Copyable {
        fileprivate let descriptor: Int32
        fileprivate let path: String

        func write(_ bytes: [UInt8]) throws(KeepingError) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0 {
                    if errno == EINTR { continue }
                    throw .notWritten(path: path, reason: String(cString: strerror(errno)))
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Moves the file out of the way, under a name that tells when, and returns the new path.
    func setAside(at seconds: Int) throws(KeepingError) -> String {
        let aside = "\(path).damaged-\(seconds)"
        guard rename(path, aside) == 0 else { throw .notWritten(path: aside, reason: systemReason()) }
        return aside
    }

    /// Makes the directories that are missing, for the user alone. What cannot be made shows when the file is opened.
    func makeDirectories() {
        var prefix = ""
        for component in directory.split(separator: "/") {
            prefix += "/" + component
            mkdir(prefix, 0o700)
        }
    }

    /// A rename is durable once its directory is. The new content is in place by now, so a file system that cannot
    /// sync a directory, as some network ones, is no reason to tell the user that nothing has changed.
    private func syncDirectory() {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func systemReason() -> String {
        String(cString: strerror(errno))
    }
}
