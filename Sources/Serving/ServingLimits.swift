import Glibc
import NIOCore

/// What a client can make the daemon hold or do.
enum ServingLimits {
    static let connections = 4096
    /// Connections that wait to be accepted.
    static let backlog: Int32 = 1024
    /// How long nobody is let in after the system had no descriptor for the last.
    static let acceptPause = TimeAmount.milliseconds(100)
    /// A connection that has been silent for so long, and watches nothing, is closed.
    static let silence = TimeAmount.seconds(60)
    /// The most bytes that are read of a client before the others have their turn: a few times the longest request.
    static let chunk = 4096
    /// Bytes of replies that a client has not read: above the higher figure none of its requests is answered until
    /// it has read down to the lower one.
    static let writeBufferWaterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 16 << 10, high: 64 << 10)
    /// Bytes of replies that all clients together have not read: above it those with the most are disconnected.
    static let unreadBytes = 64 << 20
    /// Different replies that one process, and that all together, can watch.
    static let watchedRepliesOfProcess = 64
    static let watchedReplies = 512
    /// How long a client that broke a limit is listened to, so that it gets to read why, milliseconds. A
    /// crowd that comes back at once does not come back as one.
    static let farewell: ClosedRange<Int64> = 1000...2000

    /// Descriptors that are kept back for files, timers, signals and the connections to providers.
    private static let spareDescriptors = 256

    /// Lifts the soft limit of open files so that all connections fit, as far as the hard limit lets it.
    ///
    /// - Returns: how many connections fit.
    static func raiseDescriptorLimit() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        // A sandbox may forbid the question. Most sessions have 1024, and it cannot be lifted then.
        guard getrlimit(resource, &limit) == 0 else { return 1024 - spareDescriptors }
        let wanted = min(rlim_t(connections + spareDescriptors), limit.rlim_max)
        if limit.rlim_cur < wanted {
            let raised = rlimit(rlim_cur: wanted, rlim_max: limit.rlim_max)
            if withUnsafePointer(to: raised, { setrlimit(resource, $0) }) == 0 { limit = raised }
        }
        let most = Int(clamping: limit.rlim_cur)
        // With few of them, the half is kept back.
        return max(1, min(connections, most - min(spareDescriptors, most / 2)))
    }
}
