import Foundation
import Scratch

/// A simulated disk for weatherd's state and cache, with the fault that a test selects. It needs neither root nor a
/// real disk; `MountedDiskTests` has the faults that a real file system can produce.
final class FaultyDisk {
    /// The fault. The raw values appear in test names.
    enum Fault: String, CaseIterable {
        case none
        case full, noInodes, readOnly, noPermission
        /// Syncing fails.
        case failing
        /// Syncing a directory fails.
        case losingNames
        /// Directories cannot be synced, as on some network file systems.
        case namesUnsynced
        /// Reading fails.
        case unreadable
        /// A sync blocks until the test releases it.
        case hanging

        /// weatherd's message for it.
        var reason: String {
            switch self {
            case .none, .namesUnsynced, .hanging: ""
            case .full, .noInodes: "No space left on device"
            case .readOnly: "Read-only file system"
            case .noPermission: "Permission denied"
            case .failing, .losingNames, .unreadable: "Input/output error"
            }
        }

        /// The layout of FaultyDisk.c.
        fileprivate var numbers: [Int32] {
            switch self {
            case .none: [0, 0, 0, 0, 0, 0, 0, 0]
            case .full: [0, 0, 0, ENOSPC, 0, 0, 0, 0]
            case .noInodes: [0, ENOSPC, 0, 0, 0, 0, 0, 0]
            case .readOnly: [0, EROFS, 0, EROFS, 0, 0, EROFS, 0]
            case .noPermission: [EACCES, EACCES, 0, 0, 0, 0, EACCES, 0]
            case .failing: [0, 0, 0, 0, EIO, 0, 0, 0]
            case .losingNames: [0, 0, 0, 0, 0, EIO, 0, 0]
            case .namesUnsynced: [0, 0, 0, 0, 0, EINVAL, 0, 0]
            case .unreadable: [0, 0, EIO, 0, 0, 0, 0, 0]
            case .hanging: [0, 0, 0, 0, 0, 0, 0, 1]
            }
        }
    }

    private let path: String
    private let pipe: String

    init(in directory: TemporaryDirectory, _ fault: Fault = .none) throws {
        path = directory.file("faulty-disk")
        pipe = directory.file("faulty-disk-pipe")
        guard mkfifo(pipe, 0o600) == 0 else { throw Failure("mkfifo: \(String(cString: strerror(errno)))") }
        self.fault = fault
        try fault.numbers.withUnsafeBytes { try Data($0).write(to: URL(filePath: path)) }
    }

    /// Changes take effect immediately in all programs with this disk.
    var fault: Fault {
        didSet {
            // In place, since the programs have mapped the file.
            let file = open(path, O_WRONLY | O_CLOEXEC)
            defer { close(file) }
            _ = fault.numbers.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
        }
    }

    /// The environment that gives a program this disk, and this clock.
    func environment(with clock: WallClock?) -> [String: String] {
        var environment = clock?.environment ?? [:]
        let libraries = [environment["LD_PRELOAD"], Self.library].compactMap(\.self)
        environment["LD_PRELOAD"] = libraries.joined(separator: ":")
        environment["FAULTY_DISK"] = path
        environment["FAULTY_DISK_PIPE"] = pipe
        return environment
    }

    /// Returns when a sync hangs, with the descriptor whose closing releases it.
    func awaitHang() throws -> Descriptor {
        try Descriptor(open(pipe, O_WRONLY | O_CLOEXEC), "open")
    }

    /// The library to preload, built once for all tests; nil if there is no compiler.
    private static let library = Preloaded.library("Harness/FaultyDisk")
}
