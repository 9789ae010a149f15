extension Double {
    /// The nearest number with so many decimals, free of the noise that arithmetic on binary fractions leaves
    /// (0.07 × 10 is 0.7000000000000001).
    func rounded(decimals: Int) -> Double {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        // Adding zero turns a negative zero into the ordinary one.
        return (self * scale).rounded() / scale + 0
    }
}
