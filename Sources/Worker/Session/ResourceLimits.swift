import Glibc

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
    /// The number of open files and sockets, and as many again in messages that were not received.
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
        if let memory { try Self.set(Int32(RLIMIT_DATA.rawValue), memory, .memory) }
        if let addressSpace { try Self.set(Int32(RLIMIT_AS.rawValue), addressSpace, .addressSpace) }
        // At the soft limit the kernel sends SIGXCPU, which identifies the cause; at the hard limit it sends SIGKILL.
        try Self.set(Int32(RLIMIT_CPU.rawValue), processorTime, upTo: processorTime + 1, .processorTime)
        try Self.set(Int32(RLIMIT_NOFILE.rawValue), descriptors, .descriptors)
        try Self.set(Int32(RLIMIT_CORE.rawValue), 0, .coreSize)
        try Self.set(Int32(__RLIMIT_SIGPENDING.rawValue), Self.queuedSignals, .queuedSignals)
        // Writing to a standard error that is a file must not kill the process.
        signal(SIGXFSZ, SIG_IGN)
        try Self.set(Int32(RLIMIT_FSIZE.rawValue), 0, .fileSize)
    }

    /// Never raises an existing limit.
    ///
    /// - Parameter upper: the hard limit to set; nil for `value`.
    private static func set(
        _ resource: Int32, _ value: UInt, upTo upper: UInt? = nil, _ step: ConfinementError.Step
    ) throws(ConfinementError) {
        let resource = __rlimit_resource_t(UInt32(resource))
        var limit = rlimit()
        try Confinement.check(getrlimit(resource, &limit), step)
        let most = UInt(limit.rlim_max)
        limit = rlimit(rlim_cur: rlim_t(min(value, most)), rlim_max: rlim_t(min(upper ?? value, most)))
        try Confinement.check(setrlimit(resource, &limit), step)
    }
}
