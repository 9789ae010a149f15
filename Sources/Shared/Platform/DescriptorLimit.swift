import Glibc

/// The limit of open files, including sockets.
public enum DescriptorLimit {
    /// Needed to run and to serve a client: 20 when idle, the reserve for files and providers, and clients.
    public static let least = 64

    /// Why fewer than `least` files can be open, after raising the soft limit; nil when the limit is sufficient.
    public static var problem: String? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        // A sandbox may forbid getrlimit(2).
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(least) else { return nil }
        limit.rlim_cur = min(rlim_t(least), limit.rlim_max)
        guard limit.rlim_max < rlim_t(least) || setrlimit(resource, &limit) != 0 else { return nil }
        return "the open file limit is \(limit.rlim_cur), and weatherd needs at least \(least); "
            + "raise it with LimitNOFILE= in its unit, or in a shell with: ulimit -n \(least)"
    }
}
