import Foundation

/// Where targets write files: in memory, where there is such a file system.
enum ScratchFiles {
    static let directory: String = {
        let parent = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        let path = "\(parent)/weatherd-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // After a crash they are left behind.
        atexit { try? FileManager.default.removeItem(atPath: ScratchFiles.directory) }
        return path
    }()
}
