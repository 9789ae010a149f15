import Weather

extension Coordinate {
    /// Latitude and longitude as in a URL: at most four decimals, no trailing zeros, no exponent.
    var queryDegrees: (latitude: String, longitude: String) {
        (Self.queryDegrees(latitude), Self.queryDegrees(longitude))
    }

    /// The corner of a box around the position, as `queryDegrees`; not beyond the poles and the 180th meridian.
    func queryDegrees(offset: Double) -> (latitude: String, longitude: String) {
        (
            Self.queryDegrees(min(max(latitude + offset, -90), 90)),
            Self.queryDegrees(min(max(longitude + offset, -180), 180))
        )
    }

    /// The same for one coordinate.
    static func queryDegrees(_ value: Double) -> String {
        // 180 degrees in ten-thousandths fit into any integer.
        let count = Int((value * 10_000).rounded())
        let (whole, rest) = abs(count).quotientAndRemainder(dividingBy: 10_000)
        let sign = count < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        var digits = String("\(10_000 + rest)".dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
