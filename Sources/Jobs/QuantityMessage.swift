import Weather

extension MessageWriter {
    /// The numbers in thousandths, as reports store them.
    mutating func quantities<Owner>(_ quantities: [Quantity<Owner>], of owner: Owner) {
        for quantity in quantities { int(quantity.get(owner).map { Int(($0 * 1000).rounded()) }) }
    }
}

extension MessageReader {
    /// - Throws: when a number is outside the valid range of its quantity.
    mutating func fill<Owner>(_ owner: inout Owner, _ quantities: [Quantity<Owner>]) throws(Malformed) {
        for quantity in quantities { quantity.set(&owner, try number(in: quantity.range)) }
    }

    /// A number in thousandths.
    mutating func number(in range: ClosedRange<Double>) throws(Malformed) -> Double? {
        guard let count = try optionalInt(in: Self.thousandths) else { return nil }
        let number = Double(count) / 1000
        guard range.contains(number) else { throw Malformed("a number out of range") }
        return number
    }

    /// The range of `Thousandths`.
    private static let thousandths = Int(Int32.min) + 1...Int(Int32.max)
}
