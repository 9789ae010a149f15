import Glibc

/// How many files the process may have open at a time, sockets included.
enum DescriptorLimit {
    /// What the daemon needs to run and to serve a client: 20 at rest, the reserve for files and providers, and clients.
    static let least = 64

    /// Why fewer than `least` can be open; nil when that many can, after the soft limit was raised if need be.
    static var problem: String? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        // A sandbox may forbid the question.
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(least) else { return nil }
        limit.rlim_cur = min(rlim_t(least), limit.rlim_max)
        guard limit.rlim_max < rlim_t(least) || setrlimit(resource, &limit) != 0 else { return nil }
        return "the open file limit is \(limit.rlim_cur), and weatherd needs at least \(least); "
            + "raise it with LimitNOFILE= in its unit, or in a shell with: ulimit -n \(least)"
    }
}
