import CLinux
import Glibc
public import Weather

/// The sandbox of a process that handles untrusted input. Before reading any of it, the process gives up other programs
/// and processes, files, local sockets, and memory and CPU time beyond its needs. This cannot be undone.
public struct Confinement: Sendable {
    /// The parent process; this process is killed when it ends.
    public var parent: Int32
    /// Files that can be read in addition to the system's. Only regular files: a directory in this list is ignored.
    public var files: [String]
    /// Directories that can be read with everything below them, in addition to the system's.
    public var directories: [String]
    public var limits: ResourceLimits

    public init(
        parent: Int32, files: [String] = [], directories: [String] = [], limits: ResourceLimits = ResourceLimits()
    ) {
        (self.parent, self.files, self.directories, self.limits) = (parent, files, directories, limits)
    }

    /// Confines this process for the rest of its life. It must have a single thread, since some restrictions apply only
    /// to the calling thread and its children.
    ///
    /// - Parameter startingThreads: starts all threads that the process will need, and returns whether that succeeded. They are
    ///   confined as well; afterwards no thread can be started, unless the service manager forbids seccomp(2).
    /// - Returns: the status of the optional layers.
    /// - Throws: when a restriction that every kernel supports fails. The process must then exit.
    public func apply(startingThreads: () -> Bool = { true }) throws(ConfinementError) -> WorkerSandbox {
        guard Self.threads == 1 else { throw .hasThreads }
        try Self.check(weatherd_prctl(PR_SET_NO_NEW_PRIVS, 1), .newPrivileges)
        try Self.check(weatherd_prctl(PR_SET_DUMPABLE, 0), .dumping)
        try Self.check(weatherd_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL)), .parentDeath)
        // The parent may have died before prctl(2) was called.
        guard getppid() == parent else { throw .parentIsGone }
        try limits.apply()
        let landlock = FileRules.apply(files: self.files, directories: directories)
        return WorkerSandbox(landlock: landlock, seccomp: try Self.filterSystemCalls(startingThreads))
    }

    static func check(_ result: Int32, _ step: ConfinementError.Step) throws(ConfinementError) {
        guard result == 0 else { throw .failed(step, systemError: errno) }
    }

    private static func filterSystemCalls(
        _ startingThreads: () -> Bool
    ) throws(ConfinementError) -> WorkerSandbox.Layer {
        let architecture = weatherd_seccomp_architecture()
        // Only seccomp(2) can filter the calls of existing threads; prctl(2) is never forbidden, and new threads inherit it.
        let reachesThreads = architecture != 0 && weatherd_seccomp_reaches_threads()
        guard !reachesThreads || startingThreads() else { throw .noThreads }
        let layer = filterSystemCalls(architecture, ofAllThreads: reachesThreads)
        guard reachesThreads || startingThreads() else { throw .noThreads }
        return layer
    }

    private static func filterSystemCalls(_ architecture: UInt32, ofAllThreads: Bool) -> WorkerSandbox.Layer {
        guard architecture != 0 else { return .unavailable(systemError: ENOSYS) }
        let program = SystemCallFilter.program(
            architecture: architecture, process: getpid(), allowsThreads: !ofAllThreads)
        let isInstalled = program.withUnsafeBufferPointer {
            weatherd_seccomp_install($0.baseAddress, UInt16($0.count), ofAllThreads)
        }
        return isInstalled ? .inForce(version: 1) : .unavailable(systemError: errno)
    }

    /// The number of threads of this process; 1 if /proc is unavailable.
    private static var threads: Int {
        guard let directory = opendir("/proc/self/task") else { return 1 }
        defer { closedir(directory) }
        var count = 0
        while let entry = readdir(directory) {
            if entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { count += 1 }
        }
        return count
    }
}
