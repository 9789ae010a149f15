import Glibc

/// How much a process may use.
public struct ResourceLimits: Sendable, Hashable {
    /// Bytes that it writes to itself: heap and stacks; nil for no limit, as under a sanitizer, whose shadow is beyond every one.
    public var memory: UInt?
    /// Seconds on a processor, in all.
    public var processorTime: UInt
    /// The number of open files and sockets.
    public var descriptors: UInt

    /// Enough for forecasts of 200 places; an ordinary fetch takes a tenth of it.
    public init(memory: UInt? = 256 << 20, processorTime: UInt = 60, descriptors: UInt = 64) {
        (self.memory, self.processorTime, self.descriptors) = (memory, processorTime, descriptors)
    }

    func apply() throws(ConfinementError) {
        if let memory { try Self.set(Int32(RLIMIT_DATA.rawValue), memory, .memory) }
        try Self.set(Int32(RLIMIT_CPU.rawValue), processorTime, .processorTime)
        try Self.set(Int32(RLIMIT_NOFILE.rawValue), descriptors, .descriptors)
        try Self.set(Int32(RLIMIT_CORE.rawValue), 0, .coreSize)
        // A standard error that is a file is not to end it.
        signal(SIGXFSZ, SIG_IGN)
        try Self.set(Int32(RLIMIT_FSIZE.rawValue), 0, .fileSize)
    }

    /// Never above what it is already.
    private static func set(_ resource: Int32, _ value: UInt, _ step: ConfinementError.Step) throws(ConfinementError) {
        let resource = __rlimit_resource_t(UInt32(resource))
        var limit = rlimit()
        try Confinement.check(getrlimit(resource, &limit), step)
        let least = min(value, UInt(limit.rlim_max))
        limit = rlimit(rlim_cur: rlim_t(least), rlim_max: rlim_t(least))
        try Confinement.check(setrlimit(resource, &limit), step)
    }
}
