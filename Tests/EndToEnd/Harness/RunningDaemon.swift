import CLinux
import Foundation
import Scratch

/// A weatherd that runs as long as its owner exists.
final class RunningDaemon {
    let process: ChildProcess
    let manager: NotifySocket
    let home: Home

    init(_ process: ChildProcess, _ manager: NotifySocket, home: Home) {
        (self.process, self.manager, self.home) = (process, manager, home)
    }

    /// Its standard error so far.
    var log: String {
        home.bytes("weatherd.log").map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Resident memory, bytes.
    var memory: Int { get throws { try memory("VmRSS") } }

    /// Resident private memory, without mapped files, bytes.
    var ownMemory: Int { get throws { try memory("RssAnon") } }

    /// Peak resident memory, bytes.
    var peakMemory: Int { get throws { try memory("VmHWM") } }

    private func memory(_ name: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }

    /// The processes that it has started and not reaped.
    var children: [pid_t] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter { id in
                let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
                return status.split(separator: "\n").contains("PPid:\t\(process.id)")
            }
        }
    }

    /// The children that are workers, including zombies.
    var workers: [pid_t] {
        get throws {
            try children.filter { id in
                (try? String(contentsOfFile: "/proc/\(id)/comm", encoding: .utf8)) == "weatherd-worker\n"
            }
        }
    }

    /// The number of its threads.
    var threads: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.id)/task").count }
    }

    /// The number of its open descriptors.
    var descriptors: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.id)/fd").count }
    }

    /// The number of the next descriptor.
    var freeDescriptor: Int {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.id)/fd")
            let taken = Set(names.compactMap { Int($0) })
            return (0...).first { !taken.contains($0) } ?? 0
        }
    }

    /// Processor time so far, seconds.
    var processorTime: Double {
        get throws {
            let line = try String(contentsOfFile: "/proc/\(process.id)/stat", encoding: .utf8)
            // The program name before it may contain spaces and parentheses.
            let fields = line[(line.lastIndex(of: ")") ?? line.startIndex)...].split(separator: " ")
            let ticks = fields[12...13].compactMap { Double($0) }.reduce(0, +)
            return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
    }

    /// Limits its number of open descriptors.
    func limitDescriptors(to count: Int) throws {
        var limit = rlimit()
        let resource = Int32(RLIMIT_NOFILE.rawValue)
        guard prlimit(process.id, resource, nil, &limit) == 0 else { throw Failure("prlimit: \(errno)") }
        limit.rlim_cur = rlim_t(count)
        guard prlimit(process.id, resource, &limit, nil) == 0 else { throw Failure("prlimit: \(errno)") }
    }

    /// Stops it as the service manager does, and returns its exit status.
    @discardableResult
    func stop() throws -> Int32 {
        process.signal(SIGTERM)
        return try process.wait()
    }

    /// Kills it, as a power failure would.
    func kill() throws {
        process.signal(SIGKILL)
        _ = try process.wait()
    }
}
