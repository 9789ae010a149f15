import Glibc

extension FuzzTarget {
    /// Checks the bytes, and that this takes time in proportion to their number: the processor time of this thread, with some
    /// hundred times of what is usual to spare, so that only what grows faster than its input is found.
    func checkInTime(_ bytes: [UInt8]) throws {
        let start = Self.spent
        try check(bytes)
        let time = Self.spent - start
        try demand(time < 1 + Double(bytes.count) * 200e-6, "\(time) s for \(bytes.count) bytes")
    }

    private static var spent: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
