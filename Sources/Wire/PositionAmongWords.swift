/// A position that words begin or end with, and the words besides: `-34.9 -56.2 Home`, `Home -34.9,-56.2`.
struct PositionAmongWords {
    let latitude: Double
    let longitude: Double
    let rest: ArraySlice<String>

    /// nil when there is none among the words.
    ///
    /// - Throws: what is wrong with the degrees.
    init?(_ words: [String]) throws(RequestError) {
        // What is `59,91 10,75` in most of Europe would be read as two positions, or as one and a name.
        for (one, other) in zip(words, words.dropFirst()) {
            let pairs = [one, other].filter(Self.isPair)
            guard let pair = pairs.first, pairs.count == 2 || Double(pairs == [one] ? other : one) != nil else {
                continue
            }
            throw .badValue(pair, of: "position", expected: "degrees with a point, such as 59.91")
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

    /// The range is checked here, so that the reply can say which of the two is wrong.
    static func position(
        _ latitude: String, _ longitude: String
    ) throws(RequestError) -> (latitude: Double, longitude: Double) {
        (try degrees(latitude, "latitude", limit: 90), try degrees(longitude, "longitude", limit: 180))
    }

    private static func degrees(_ word: String, _ quantity: String, limit: Int) throws(RequestError) -> Double {
        guard let degrees = Double(degrees: word), degrees.magnitude <= Double(limit) else {
            throw .badValue(word, of: quantity, expected: "a number of degrees from -\(limit) to \(limit)")
        }
        return degrees
    }

    private static func isPair(_ word: String) -> Bool {
        let numbers = word.split(separator: ",", omittingEmptySubsequences: false)
        return numbers.count == 2 && numbers.allSatisfy { Double(degrees: String($0)) != nil }
    }
}

extension String {
    /// The two halves of `LAT,LON`, `LAT, LON` and `LAT LON`; something else of what is none of these.
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
