import Glibc

/// The file of the running program, which an upgrade replaces.
public struct ProgramFile: Sendable {
    /// The state of the file at the program's path.
    public enum State: Sendable, Hashable {
        /// The running program, or /proc does not show it.
        case same
        /// Another file is at the path.
        case replaced
        /// The running program, which has been deleted elsewhere: a mount of this process still shows it.
        case deletedElsewhere
        case missing
    }

    struct Identity: Hashable {
        var device: UInt
        var inode: UInt
        /// The number of names; 0 when the file is deleted.
        var names: UInt
    }

    /// The path at the program's start, symbolic links resolved; nil when /proc does not show it.
    public let path: String?

    private static let link = "/proc/self/exe"
    /// What the kernel appends to the path of a deleted file.
    private static let deleted = " (deleted)"

    /// The file of this process.
    public init() {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(Self.link, &path, path.count)
        guard length > 0 else {
            self.path = nil
            return
        }
        let whole = String(decoding: path[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
        // It may have been replaced since the start.
        let isDeleted = whole.hasSuffix(Self.deleted) && access(whole, F_OK) != 0
        self.path = isDeleted ? String(whole.dropLast(Self.deleted.count)) : whole
    }

    public var state: State {
        guard let path, let running = Self.identity(Self.link) else { return .same }
        return Self.state(running: running, found: Self.identity(path))
    }

    static func state(running: Identity, found: Identity?) -> State {
        guard let found else { return .missing }
        guard (found.device, found.inode) == (running.device, running.inode) else { return .replaced }
        return running.names == 0 ? .deletedElsewhere : .same
    }

    private static func identity(_ path: String) -> Identity? {
        var status = Glibc.stat()
        guard stat(path, &status) == 0 else { return nil }
        return Identity(
            device: UInt(status.st_dev), inode: UInt(status.st_ino), names: UInt(status.st_nlink))
    }
}
