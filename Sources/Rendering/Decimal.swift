extension Double {
    /// The number with so many decimals, halves away from zero, as English writes it and without digit grouping.
    /// There is never a "-0". Written by hand, since a formatter takes longer than all else in a reply to `short`.
    func text(decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (self * scale).rounded(.toNearestOrAwayFromZero)
        // Beyond this nothing is weather, and the digits would no longer be exact.
        guard scaled.magnitude < 1e15 else { return description }
        let whole = Int(scaled)
        guard decimals > 0 else { return String(whole) }
        let digits = String(whole.magnitude)
        let padded = String(repeating: "0", count: Swift.max(0, decimals + 1 - digits.utf8.count)) + digits
        return (whole < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}
