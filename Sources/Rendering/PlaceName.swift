import Weather

extension Place {
    /// Its name, or its position where it has none: `34.9°S 56.16°W`.
    var displayName: String {
        let name = name?.plain(limit: 100) ?? ""
        return name.isEmpty ? coordinate.text : name
    }
}

extension Coordinate {
    /// To two decimals, about a kilometre, as many as are needed.
    var text: String {
        func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
            var number = value.magnitude.text(decimals: 2)
            while number.hasSuffix("0") { number.removeLast() }
            if number.hasSuffix(".") { number.removeLast() }
            return "\(number)°\(value < 0 ? negative : positive)"
        }
        return degrees(latitude, "N", "S") + " " + degrees(longitude, "E", "W")
    }
}
