import Weather

extension MessageWriter {
    mutating func quantities<Owner>(_ quantities: [Quantity<Owner>], of owner: Owner) {
        for quantity in quantities { number(quantity.get(owner)) }
    }

    /// A number in thousandths, as reports store it.
    mutating func number(_ number: Double?) {
        int(Thousandths(wrappedValue: number).integer)
    }
}

extension MessageReader {
    /// - Throws: when a number is outside the valid range of its quantity.
    mutating func fill<Owner>(_ owner: inout Owner, _ quantities: [Quantity<Owner>]) throws(Malformed) {
        for quantity in quantities { quantity.set(&owner, try number(in: quantity.range)) }
    }

    /// A number in thousandths.
    mutating func number(in range: ClosedRange<Double>) throws(Malformed) -> Double? {
        guard let integer = try optionalInt(in: .min ... .max) else { return nil }
        guard let number = Thousandths(integer: integer).wrappedValue, range.contains(number) else {
            throw Malformed("a number out of range")
        }
        return number
    }
}
