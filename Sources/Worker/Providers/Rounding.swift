extension Double {
    /// Rounds to a number of decimals, without the noise of binary fractions (0.07 × 10 is 0.7000000000000001).
    func rounded(decimals: Int) -> Double {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        // Adding zero turns -0 into 0.
        return (self * scale).rounded() / scale + 0
    }
}
