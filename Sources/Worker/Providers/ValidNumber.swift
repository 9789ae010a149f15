import Weather

extension QuantityKind {
    /// A provider's number in the unit of its kind, to three decimals; nil when it is out of range, since no number is better
    /// than a wrong one.
    func believed(_ number: Double?) -> Double? {
        guard let number, range.contains(number) else { return nil }
        return number.rounded(decimals: 3)
    }
}
