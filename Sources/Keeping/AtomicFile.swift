import Glibc

/// A file that is only ever seen whole: written beside its name, made durable, then renamed over it. It is the user's alone, and
/// neither read nor written through a symbolic link.
struct AtomicFile: Sendable {
    let directory: String
    let name: String

    /// No document of weatherd's comes near it; a larger file is not read into memory.
    private static let sizeLimit = 32 << 20

    var path: String { directory + "/" + name }

    /// The file's bytes; nil when there is no file.
    func read() throws(KeepingError) -> [UInt8]? {
        let descriptor: Int32
        do throws(Folder.Problem) {
            let folder = try Folder(directory)
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
    /// crash at any moment before, the old one is still there. Only where it was the directory that could not be synced
    /// the new one is, for as long as nothing crashes.
    ///
    /// - Parameter content: writes the new content, piece by piece.
    func write(_ content: (inout Output) throws(KeepingError) -> Void) throws(KeepingError) {
        let folder = try folder()
        // One fixed name, so that what a crash left behind is overwritten by the next try and never piles up.
        let temporary = name + ".new"
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
        // A rename is durable once its directory is.
        guard Folder.sync(folder.descriptor) else { throw .notWritten(path: path, reason: systemReason()) }
    }

    /// As above, with the content at once.
    func write(_ bytes: [UInt8]) throws(KeepingError) {
        try write { output throws(KeepingError) in try output.write(bytes) }
    }

    /// The file that is going to take the place of the old one.
    struct Output: ~Copyable {
        fileprivate let descriptor: Int32
        fileprivate let path: String
        /// Of all that was written so far.
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

    /// Moves the file out of the way, under a name that tells when, and returns the new path.
    func setAside(at seconds: Int) throws(KeepingError) -> String {
        let folder = try folder()
        let aside = "\(name).damaged-\(seconds)"
        guard renameat(folder.descriptor, name, folder.descriptor, aside) == 0 else {
            throw .notWritten(path: "\(directory)/\(aside)", reason: systemReason())
        }
        return "\(directory)/\(aside)"
    }

    /// Removes the file, where there is one and that can be done.
    func remove() {
        unlink(path)
    }

    /// The directory, made if it is missing.
    private func folder() throws(KeepingError) -> Folder {
        do throws(Folder.Problem) {
            try Folder.make(directory)
            return try Folder(directory)
        } catch {
            throw .notWritten(path: path, reason: error.reason)
        }
    }
}
