/// A position at the start or end of words, and the other words: `-34.9 -56.2 Home`, `Home -34.9,-56.2`.
struct PositionAmongWords {
    let latitude: Double
    let longitude: Double
    let rest: ArraySlice<String>

    /// nil when the words contain no position.
    ///
    /// - Throws: when the degrees are invalid.
    init?(_ words: [String]) throws(RequestError) {
        // The longest first: `52° 31' N 13° 24' E`.
        for count in (1...PositionText.mostWords).reversed() where words.count >= count {
            for isFirst in [true, false] {
                let part = isFirst ? words.prefix(count) : words.suffix(count)
                guard let found = PositionText(part.joined(separator: " ")) else { continue }
                latitude = try Self.inRange(found.latitude, part, "latitude", limit: 90)
                longitude = try Self.inRange(found.longitude, part, "longitude", limit: 180)
                rest = isFirst ? words.dropFirst(count) : words.dropLast(count)
                return
            }
        }
        // `59,91 10` would be parsed as a position and a name.
        for (one, other) in zip(words, words.dropFirst()) {
            let pairs = [one, other].filter(Self.isPair)
            guard let pair = pairs.first, pairs.count == 2 || Double(pairs == [one] ? other : one) != nil else {
                continue
            }
            throw .badValue(pair, of: "position", expected: "in degrees with a decimal point, such as 59.91")
        }
        for count in [1, 2] where words.count >= count {
            for isFirst in [true, false] {
                let part = isFirst ? words.prefix(count) : words.suffix(count)
                let numbers = part.joined(separator: " ").degreesApart
                guard numbers.count == 2, numbers.allSatisfy({ Double(degrees: $0) != nil }) else { continue }
                (latitude, longitude) = try Self.position(numbers[0], numbers[1])
                rest = isFirst ? words.dropFirst(count) : words.dropLast(count)
                return
            }
        }
        return nil
    }

    /// Checks the range, so that the error can name the wrong value.
    static func position(
        _ latitude: String, _ longitude: String
    ) throws(RequestError) -> (latitude: Double, longitude: Double) {
        (try degrees(latitude, "latitude", limit: 90), try degrees(longitude, "longitude", limit: 180))
    }

    private static func degrees(_ word: String, _ quantity: String, limit: Int) throws(RequestError) -> Double {
        try inRange(Double(degrees: word) ?? .nan, [word], quantity, limit: limit)
    }

    private static func inRange(
        _ degrees: Double, _ words: ArraySlice<String>, _ quantity: String, limit: Int
    ) throws(RequestError) -> Double {
        guard degrees.magnitude <= Double(limit) else {
            throw .badValue(
                words.joined(separator: " "), of: quantity, expected: "between -\(limit) and \(limit) degrees")
        }
        return degrees
    }

    private static func isPair(_ word: String) -> Bool {
        let numbers = word.split(separator: ",", omittingEmptySubsequences: false)
        return numbers.count == 2 && numbers.allSatisfy { Double(degrees: String($0)) != nil }
    }
}

extension String {
    /// The two parts of `LAT,LON`, `LAT, LON` or `LAT LON`; for other text, not two parts.
    var degreesApart: [String] {
        let space = UInt8(ascii: " ")
        let halves = utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let words = halves.count == 2 ? halves : utf8.split(separator: space)
        return words.map { word in
            var word = word.drop { $0 == space }
            while word.last == space { word.removeLast() }
            return String(Substring(word))
        }
    }
}
