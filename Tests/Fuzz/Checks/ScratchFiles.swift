import Foundation

/// Where targets write files: in memory, if there is such a file system.
enum ScratchFiles {
    static let directory: String = {
        let parent = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        let path = "\(parent)/weatherd-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // A crash leaves them behind.
        atexit { try? FileManager.default.removeItem(atPath: ScratchFiles.directory) }
        return path
    }()
}
