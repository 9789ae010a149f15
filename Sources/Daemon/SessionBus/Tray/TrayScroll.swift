/// Turns the wheel of hosts into steps between places. Pure.
struct TrayScroll {
    /// A notch of a wheel in Qt; touchpads send parts of it.
    private static let notch: Int32 = 120
    /// Larger deltas are parts of a notch of Qt; the others are steps of GTK, which has the opposite sign.
    private static let largestStep: Int32 = 15

    private var sum: Int32 = 0

    /// - Parameters:
    ///   - delta: as in `Scroll`.
    ///   - direction: `vertical` or `horizontal`; Plasma begins it with a capital letter and always sends parts of a notch.
    /// - Returns: how many places to go ahead; negative to go back.
    mutating func steps(_ delta: Int32, _ direction: String) -> Int {
        guard direction.first == "V" || delta.magnitude > Self.largestStep else { return Int(delta.signum()) }
        // A change of direction takes effect at once.
        if sum.signum() == -delta.signum() { sum = 0 }
        sum += min(Self.notch, max(-Self.notch, delta))
        let notches = sum / Self.notch
        sum %= Self.notch
        // Up is back.
        return -Int(notches)
    }
}
