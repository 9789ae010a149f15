extension Double {
    /// The number with this many decimals, halves rounded away from zero, without digit grouping and without "-0".
    ///
    /// Written by hand, since a formatter would take most of the time of a reply to `short`.
    func text(decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (self * scale).rounded(.toNearestOrAwayFromZero)
        // Digits beyond this are no longer exact.
        guard scaled.magnitude < 1e15 else { return description }
        let whole = Int(scaled)
        guard decimals > 0 else { return String(whole) }
        let digits = String(whole.magnitude)
        let padded = String(repeating: "0", count: Swift.max(0, decimals + 1 - digits.utf8.count)) + digits
        return (whole < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }
}
