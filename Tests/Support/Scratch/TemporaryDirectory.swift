public import Foundation

/// A temporary directory of a test, removed with it.
public final class TemporaryDirectory: Sendable {
    public let path: String

    /// - Parameter inMemory: avoids the disk, which syncs thousands of files slowly; has no effect without `/dev/shm`.
    public init(inMemory: Bool = false) throws {
        // Short, since a socket's path has at most 107 bytes.
        let name = "wd-" + String(UInt32.random(in: 0 ... .max), radix: 36)
        let memory = "/dev/shm"
        let parent =
            inMemory && FileManager.default.isWritableFile(atPath: memory)
            ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
        path = parent.appendingPathComponent(name).path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in this directory, which need not exist.
    public func file(_ name: String) -> String { path + "/" + name }

    public func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    }

    /// Writes a program, and returns its path.
    ///
    /// Another process copies it: a child that a parallel test starts inherits what this process has open at that moment, and
    /// the kernel runs no file that is open for writing (ETXTBSY of execve(2)).
    @discardableResult
    public func writeProgram(_ text: String, to name: String) throws -> String {
        try write(text, to: name + ".text")
        let copy = try Process.run(
            URL(filePath: "/usr/bin/install"), arguments: ["-m", "700", file(name + ".text"), file(name)])
        copy.waitUntilExit()
        return file(name)
    }

    /// Writes a file that contains a key.
    public func writeKey(_ text: String, to name: String, mode: Int = 0o600) throws {
        try write(text, to: name)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file(name))
    }

    public func read(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: file(name)))
    }

    /// The names of the files in this directory, sorted.
    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
