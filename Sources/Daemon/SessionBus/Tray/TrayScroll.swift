/// Turns the wheel of hosts into steps between places. Pure.
struct TrayScroll {
    /// A notch of a wheel in Qt; touchpads send parts of it.
    private static let notch: Int32 = 120
    /// Larger deltas are parts of a notch of Qt; the others are steps of GTK, which has the opposite sign.
    private static let largestStep: Int32 = 15
    /// The largest step with a direction that begins with a capital letter. Plasma's touchpads send more.
    private static let largestCapitalStep: Int32 = 2

    private var sum: Int32 = 0

    /// - Parameters:
    ///   - delta: as in `Scroll`.
    ///   - direction: `vertical` or `horizontal`. Plasma begins it with a capital letter and sends parts of a notch, MATE
    ///     begins it so and sends steps.
    /// - Returns: 1 for the next place, −1 for the previous one, 0 for a part of a notch.
    mutating func steps(_ delta: Int32, _ direction: String) -> Int {
        let isCapital = direction.first?.isUppercase == true
        guard delta.magnitude > (isCapital ? Self.largestCapitalStep : Self.largestStep).magnitude else {
            return Int(delta.signum())
        }
        // A change of direction takes effect at once.
        if sum.signum() == -delta.signum() { sum = 0 }
        sum += min(Self.notch, max(-Self.notch, delta))
        let notches = sum / Self.notch
        sum %= Self.notch
        // Up is back.
        return -Int(notches)
    }
}
