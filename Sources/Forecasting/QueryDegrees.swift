import Weather

extension Coordinate {
    /// Latitude and longitude as they stand in an address: four decimals at the most, no needless zeros, no exponent.
    var queryDegrees: (latitude: String, longitude: String) {
        (Self.degrees(latitude), Self.degrees(longitude))
    }

    private static func degrees(_ value: Double) -> String {
        // Of 180 degrees there are few enough ten-thousandths for any integer.
        let count = Int((value * 10_000).rounded())
        let (whole, rest) = abs(count).quotientAndRemainder(dividingBy: 10_000)
        let sign = count < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        var digits = String("\(10_000 + rest)".dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
