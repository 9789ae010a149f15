import Glibc

/// A file that is replaced atomically: written under a temporary name, synced, and renamed. It is private to the user,
/// and symbolic links are not followed.
struct AtomicFile: Sendable {
    let directory: String
    let name: String
    /// Maximum size, bytes; a larger file is not read.
    var limit = 32 << 20

    var path: String { directory + "/" + name }
    private var temporary: String { name + ".new" }

    /// The file's bytes; nil when there is no file.
    func read() throws(KeepingError) -> [UInt8]? {
        let descriptor: Int32
        do throws(PrivateDirectory.Problem) {
            let folder = try PrivateDirectory(directory)
            descriptor = openat(folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        } catch {
            if error.isAbsence { return nil }
            throw .notRead(path: path, reason: error.reason)
        }
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .notRead(path: path, reason: systemReason())
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .notRead(path: path, reason: systemReason()) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .notRead(path: path, reason: "it is not a file; move it away")
        }
        guard status.st_size <= limit else { throw tooLarge }

        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size))
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw .notRead(path: path, reason: systemReason())
            }
            bytes.append(contentsOf: chunk[..<count])
        }
        throw tooLarge
    }

    private var tooLarge: KeepingError {
        .damaged(path: path, reason: "it is too large; the limit is \(limit >> 10) KiB")
    }

    /// Replaces the file. After a return, the new content survives a crash and a power failure; after a throw, or a
    /// crash at any earlier moment, the old content remains. If only syncing the directory failed, the new content is
    /// in place, but not durable.
    ///
    /// - Parameter content: writes the new content in pieces.
    func write(_ content: (inout Output) throws(KeepingError) -> Void) throws(KeepingError) {
        let folder = try folder()
        // Left by a crash.
        unlinkat(folder.descriptor, temporary, 0)
        let descriptor = openat(
            folder.descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .notWritten(path: path, reason: systemReason()) }
        do throws(KeepingError) {
            defer { close(descriptor) }
            var output = Output(descriptor: descriptor, path: path)
            try content(&output)
            guard fsync(descriptor) == 0 else { throw .notWritten(path: path, reason: systemReason()) }
        } catch {
            unlinkat(folder.descriptor, temporary, 0)
            throw error
        }
        guard renameat(folder.descriptor, temporary, folder.descriptor, name) == 0 else {
            let reason = systemReason()
            unlinkat(folder.descriptor, temporary, 0)
            throw .notWritten(path: path, reason: reason)
        }
        // A rename is durable only after its directory is synced.
        guard PrivateDirectory.sync(folder.descriptor) else { throw .notWritten(path: path, reason: systemReason()) }
    }

    /// Replaces the file by these bytes.
    func write(_ bytes: [UInt8]) throws(KeepingError) {
        try write { output throws(KeepingError) in try output.write(bytes) }
    }

    /// The new file while it is written.
    struct Output: ~Copyable {
        fileprivate let descriptor: Int32
        fileprivate let path: String
        /// Of everything written so far.
        private(set) var checksum = Checksum()

        fileprivate init(descriptor: Int32, path: String) {
            (self.descriptor, self.path) = (descriptor, path)
        }

        mutating func write(_ bytes: [UInt8]) throws(KeepingError) {
            checksum.add(bytes)
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0 {
                    if errno == EINTR { continue }
                    throw .notWritten(path: path, reason: systemReason())
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Renames the file to a name with the time, and returns the new path.
    func setAside(at seconds: Int) throws(KeepingError) -> String {
        let folder = try folder()
        let aside = "\(name).damaged-\(seconds)"
        guard renameat(folder.descriptor, name, folder.descriptor, aside) == 0 else {
            throw .notWritten(path: "\(directory)/\(aside)", reason: systemReason())
        }
        return "\(directory)/\(aside)"
    }

    /// Removes the temporary file of a write that a crash interrupted, ignoring errors: the next write may never
    /// happen.
    func removeLeftover() {
        unlink(directory + "/" + temporary)
    }

    /// Removes the file, ignoring errors.
    func remove() {
        unlink(path)
    }

    /// The directory, created if missing.
    private func folder() throws(KeepingError) -> PrivateDirectory {
        do throws(PrivateDirectory.Problem) {
            try PrivateDirectory.make(directory)
            return try PrivateDirectory(directory)
        } catch {
            throw .notWritten(path: path, reason: error.reason)
        }
    }
}
