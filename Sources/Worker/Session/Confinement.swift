import CLinux
import Glibc
public import Platform
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
        try Self.check(weatherd_prctl(PR_SET_NO_NEW_PRIVS, 1), "prctl PR_SET_NO_NEW_PRIVS")
        try Self.check(weatherd_prctl(PR_SET_DUMPABLE, 0), "prctl PR_SET_DUMPABLE")
        try Self.check(weatherd_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL)), "prctl PR_SET_PDEATHSIG")
        // The parent may have died before prctl(2) was called.
        guard getppid() == parent else { throw .parentIsGone }
        try limits.apply()
        let landlock = FileRules.apply(files: self.files, directories: directories)
        return WorkerSandbox(landlock: landlock, seccomp: try Self.filterSystemCalls(startingThreads))
    }

    static func check(_ result: Int32, _ call: String) throws(ConfinementError) {
        guard result == 0 else { throw .failed(SystemError(call)) }
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
        max(1, FileNames.all(in: "/proc/self/task").count { !$0.hasPrefix(".") })
    }
}

/// Why a process could not be confined.
public enum ConfinementError: Error, Sendable, Hashable {
    /// An existing thread would stay unconfined.
    case hasThreads
    /// Its threads could not be started; it cannot start them after confinement.
    case noThreads
    case parentIsGone
    case failed(SystemError)

    /// The failed step and the system's error; completes a sentence.
    public var reason: String {
        switch self {
        case .hasThreads: "it has other threads"
        case .noThreads: "its threads could not be started"
        case .parentIsGone: "the daemon has exited"
        case .failed(let error): error.sentence
        }
    }
}

/// Resource limits of a process.
public struct ResourceLimits: Sendable, Hashable {
    /// Private writable memory (heap and stacks), bytes; nil for no limit, as under a sanitizer, whose shadow memory
    /// exceeds any limit.
    public var memory: UInt?
    /// All address space, including libraries, shared memory and the C library's reservation for each thread, bytes; nil for no
    /// limit.
    public var addressSpace: UInt?
    /// Total CPU time, s.
    public var processorTime: UInt
    /// Open files and sockets; as many more may be in messages that were not received.
    public var descriptors: UInt
    /// The number of queued signals; beyond it the kernel counts those of all the user's programs.
    public static let queuedSignals: UInt = 32

    /// Enough for forecasts of 200 places; an ordinary fetch takes a tenth of it.
    public init(
        memory: UInt? = 256 << 20, addressSpace: UInt? = 1 << 30, processorTime: UInt = 60, descriptors: UInt = 64
    ) {
        (self.memory, self.addressSpace) = (memory, addressSpace)
        (self.processorTime, self.descriptors) = (processorTime, descriptors)
    }

    func apply() throws(ConfinementError) {
        if let memory { try Self.set(Int32(RLIMIT_DATA.rawValue), memory, "RLIMIT_DATA") }
        if let addressSpace { try Self.set(Int32(RLIMIT_AS.rawValue), addressSpace, "RLIMIT_AS") }
        // At the soft limit the kernel sends SIGXCPU, which identifies the cause; at the hard limit it sends SIGKILL.
        try Self.set(Int32(RLIMIT_CPU.rawValue), processorTime, upTo: processorTime + 1, "RLIMIT_CPU")
        try Self.set(Int32(RLIMIT_NOFILE.rawValue), descriptors, "RLIMIT_NOFILE")
        try Self.set(Int32(RLIMIT_CORE.rawValue), 0, "RLIMIT_CORE")
        try Self.set(Int32(__RLIMIT_SIGPENDING.rawValue), Self.queuedSignals, "RLIMIT_SIGPENDING")
        // A sanitizer writes its report to a file.
        #if !SANITIZED
            // Writing to a standard error that is a file must not kill the process.
            signal(SIGXFSZ, SIG_IGN)
            try Self.set(Int32(RLIMIT_FSIZE.rawValue), 0, "RLIMIT_FSIZE")
        #endif
    }

    /// Never raises an existing limit.
    ///
    /// - Parameter upper: the hard limit to set; nil for `value`.
    private static func set(
        _ resource: Int32, _ value: UInt, upTo upper: UInt? = nil, _ name: String
    ) throws(ConfinementError) {
        let (resource, call) = (__rlimit_resource_t(UInt32(resource)), "setrlimit \(name)")
        var limit = rlimit()
        try Confinement.check(getrlimit(resource, &limit), call)
        let most = UInt(limit.rlim_max)
        limit = rlimit(rlim_cur: rlim_t(min(value, most)), rlim_max: rlim_t(min(upper ?? value, most)))
        try Confinement.check(setrlimit(resource, &limit), call)
    }
}
