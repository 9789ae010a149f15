/// A position as people write it: `34.9°S 56.2°W`, `52.52N 13.405E`, `N 52° 31.2' E 13° 24.3'`, `52°31'12"N, 13°24'18"E`,
/// `geo:52.52,13.405`, `59,91 10,75`. Two plain numbers are read by `PlaceReference`.
struct PositionText {
    /// Degrees, whose range is not checked yet.
    private(set) var latitude = 0.0
    private(set) var longitude = 0.0

    /// The most words of one position: `52° 31' 12" N 13° 24' 18" E`.
    static let mostWords = 8

    /// nil for other text.
    init?(_ text: String) {
        if let position = Self.uri(text) ?? Self.decimalCommas(text) {
            (latitude, longitude) = position
            return
        }
        var coordinates: [(degrees: Double, axis: Axis)] = []
        for part in Self.parts(of: text) {
            guard let axis = part.axis, let degrees = Self.degrees(part.numbers) else { return nil }
            coordinates.append((axis.isNegative ? -degrees : degrees, axis))
        }
        guard coordinates.count == 2, coordinates[0].axis.isLatitude != coordinates[1].axis.isLatitude else {
            return nil
        }
        for coordinate in coordinates {
            if coordinate.axis.isLatitude { latitude = coordinate.degrees } else { longitude = coordinate.degrees }
        }
    }

    /// `geo:52.52,13.405`, also with a height or parameters (RFC 5870).
    private static func uri(_ text: String) -> (Double, Double)? {
        let scheme = "geo:"
        guard text.utf8.count > 4, String(decoding: text.utf8.prefix(4), as: UTF8.self).lowercased() == scheme else {
            return nil
        }
        let rest = text.utf8.dropFirst(4).prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "?") }
        let numbers = rest.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
            Double(degrees: String(Substring($0)))
        }
        guard numbers.count == 2 || numbers.count == 3, let latitude = numbers[0], let longitude = numbers[1] else {
            return nil
        }
        return (latitude, longitude)
    }

    /// `59,91 10,75`, also with a comma or a semicolon between them: both numbers must have a decimal comma.
    private static func decimalCommas(_ text: String) -> (Double, Double)? {
        let words = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ";") }
        guard words.count == 2 else { return nil }
        var numbers: [Double] = []
        for word in words {
            var word = word
            if word.last == UInt8(ascii: ","), numbers.isEmpty { word.removeLast() }
            let halves = word.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
                String(Substring($0))
            }
            guard halves.count == 2, halves[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Double(degrees: halves[0] + "." + halves[1])
            else { return nil }
            numbers.append(number)
        }
        return (numbers[0], numbers[1])
    }

    /// Degrees, minutes and seconds; nil when they are out of range. Only the last number may have decimals.
    private static func degrees(_ numbers: [Double]) -> Double? {
        guard (1...3).contains(numbers.count), numbers.dropFirst().allSatisfy({ $0 < 60 }),
            numbers.dropLast().allSatisfy({ $0 == $0.rounded(.down) })
        else { return nil }
        var degrees = 0.0
        var unit = 1.0
        for number in numbers {
            degrees += number / unit
            unit *= 60
        }
        return degrees
    }
}

extension PositionText {
    /// A direction from the equator or from the prime meridian.
    private enum Axis {
        case north, south, east, west

        var isLatitude: Bool { self == .north || self == .south }
        var isNegative: Bool { self == .south || self == .west }
    }

    /// The words for a direction, longer ones first, as in the views of all languages. `O` is east in German and west in
    /// French, so it is not accepted.
    private static let directions: [(word: String, axis: Axis)] = [
        ("north", .north), ("south", .south), ("east", .east), ("west", .west),
        ("пн. ш.", .north), ("пд. ш.", .south), ("сх. д.", .east), ("зх. д.", .west),
        ("с. ш.", .north), ("ю. ш.", .south), ("в. д.", .east), ("з. д.", .west),
        ("北緯", .north), ("北纬", .north), ("南緯", .south), ("南纬", .south),
        ("東経", .east), ("東經", .east), ("东经", .east), ("西経", .west), ("西經", .west), ("西经", .west),
        ("n", .north), ("s", .south), ("e", .east), ("w", .west),
    ]

    /// The marks of degrees, minutes and seconds, and the separators of numbers.
    private static let marks = "°º˚'′’‘´\"″”“度分秒 ,;"

    private struct Part {
        var axis: Axis?
        var numbers: [Double] = []
    }

    /// The numbers of each direction, before or after it; empty for text that contains anything else.
    private static func parts(of text: String) -> [Part] {
        var rest = Array(text.lowercased().unicodeScalars)[...]
        var parts: [Part] = []
        var isBefore: Bool?
        var isAfterLetter = false
        while let first = rest.first {
            if (0x30...0x39).contains(first.value) {
                guard let number = takeNumber(&rest) else { return [] }
                isBefore = isBefore ?? false
                if parts.isEmpty || isBefore == false && parts[parts.count - 1].axis != nil { parts.append(Part()) }
                parts[parts.count - 1].numbers.append(number)
                isAfterLetter = false
            } else if !isAfterLetter, let axis = takeDirection(&rest) {
                isBefore = isBefore ?? true
                if isBefore == true { parts.append(Part()) }
                guard !parts.isEmpty, parts[parts.count - 1].axis == nil else { return [] }
                parts[parts.count - 1].axis = axis
                isAfterLetter = true
            } else if marks.unicodeScalars.contains(first) {
                rest.removeFirst()
                isAfterLetter = false
            } else {
                return []
            }
        }
        return parts
    }

    /// Takes a number with a decimal point or comma.
    private static func takeNumber(_ rest: inout ArraySlice<Unicode.Scalar>) -> Double? {
        var digits = ""
        var hasPoint = false
        while let scalar = rest.first {
            let isDigit = (0x30...0x39).contains(scalar.value)
            let isPoint = scalar == "." || scalar == ","
            guard isDigit || isPoint && !hasPoint else { break }
            if isPoint {
                guard let next = rest.dropFirst().first, (0x30...0x39).contains(next.value) else { break }
                hasPoint = true
            }
            digits.unicodeScalars.append(isPoint ? "." : scalar)
            rest.removeFirst()
        }
        return Double(degrees: digits)
    }

    private static func takeDirection(_ rest: inout ArraySlice<Unicode.Scalar>) -> Axis? {
        for (word, axis) in directions where rest.starts(with: word.unicodeScalars) {
            rest = rest.dropFirst(word.unicodeScalars.count)
            return axis
        }
        return nil
    }
}

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
