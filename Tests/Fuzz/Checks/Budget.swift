import Glibc

extension FuzzTarget {
    /// Checks the bytes, and that this takes linear time: the processor time of this thread, with a limit that is
    /// hundreds of times the usual, so that only superlinear time exceeds it.
    func checkInTime(_ bytes: [UInt8]) throws {
        let start = Self.spent
        try check(bytes)
        let time = Self.spent - start
        try require(time < 1 + Double(bytes.count) * 200e-6, "\(time) s for \(bytes.count) bytes")
    }

    private static var spent: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
