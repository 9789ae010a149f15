public import Foundation

/// A directory of a test's own, gone when the test is.
public final class TemporaryDirectory: Sendable {
    public let path: String

    /// - Parameter inMemory: whether it need not be on a disk, which is slow to sync thousands of files; where there is no
    ///   `/dev/shm`, it is on one all the same.
    public init(inMemory: Bool = false) throws {
        // Short, since a socket's path has room for 107 bytes.
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

    /// The path of a file in here, whether it is there or not.
    public func file(_ name: String) -> String { path + "/" + name }

    public func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    }

    /// Writes a file with a key in it.
    public func writeKey(_ text: String, to name: String, mode: Int = 0o600) throws {
        try write(text, to: name)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file(name))
    }

    public func read(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: file(name)))
    }

    /// The names of the files in here, in order.
    public func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
