import Foundation
import Scratch

/// The disk that weatherd's state and cache are on, as bad as a test wants it. It needs neither root nor a disk of its own;
/// `MountedDiskTests` has the faults that a real file system can be brought to.
final class FaultyDisk {
    /// The fault. The raw values appear in test names.
    enum Fault: String, CaseIterable {
        case none
        case full, noInodes, readOnly, noPermission
        /// Syncing fails.
        case failing
        /// The names of files do not.
        case losingNames
        /// There is no syncing of names, as on some networks' file systems.
        case namesUnsynced
        /// Reading fails.
        case unreadable
        /// A sync returns when the test lets it.
        case hanging

        /// What weatherd says of it.
        var reason: String {
            switch self {
            case .none, .namesUnsynced, .hanging: ""
            case .full, .noInodes: "No space left on device"
            case .readOnly: "Read-only file system"
            case .noPermission: "Permission denied"
            case .failing, .losingNames, .unreadable: "Input/output error"
            }
        }

        /// As FaultyDisk.c has them.
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

    /// Changing it is seen at once by all that run with this disk.
    var fault: Fault {
        didSet {
            // In place, since the programs have the file mapped.
            let file = open(path, O_WRONLY | O_CLOEXEC)
            defer { close(file) }
            _ = fault.numbers.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
        }
    }

    /// What has a program go by this disk, and by the clock.
    func environment(with clock: WallClock?) -> [String: String] {
        var environment = clock?.environment ?? [:]
        let libraries = [environment["LD_PRELOAD"], Self.library].compactMap(\.self)
        environment["LD_PRELOAD"] = libraries.joined(separator: ":")
        environment["FAULTY_DISK"] = path
        environment["FAULTY_DISK_PIPE"] = pipe
        return environment
    }

    /// Returns once a sync hangs, with what it waits for the end of.
    func awaitHang() throws -> Descriptor {
        try Descriptor(open(pipe, O_WRONLY | O_CLOEXEC), "open")
    }

    /// The library to preload, built once for all tests; nil when there is no compiler.
    private static let library = Preloaded.library("Harness/FaultyDisk")
}
