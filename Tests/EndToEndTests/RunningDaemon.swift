import Foundation
import Scratch

/// A weatherd that runs until its owner is gone.
final class RunningDaemon {
    let process: ChildProcess
    let manager: NotifySocket
    private let home: Home

    init(_ process: ChildProcess, _ manager: NotifySocket, home: Home) {
        (self.process, self.manager, self.home) = (process, manager, home)
    }

    /// What it has written to standard error.
    var log: String {
        home.bytes("weatherd.log").map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Resident memory, bytes.
    var memory: Int { get throws { try memory("VmRSS") } }

    /// The most that was resident so far, bytes.
    var peakMemory: Int { get throws { try memory("VmHWM") } }

    private func memory(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }

    /// Ends it as the service manager does, and returns its exit status.
    @discardableResult
    func stop() throws -> Int32 {
        process.signal(SIGTERM)
        return try process.wait()
    }

    /// Ends it as a power cut does.
    func kill() throws {
        process.signal(SIGKILL)
        _ = try process.wait()
    }
}
