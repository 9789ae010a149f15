/// A column of integers or nils as reports.json stores it: one string, since a JSON array takes ten times as long to
/// read and write.
///
/// Numbers separated by spaces: the greatest common divisor of the column as unit, the first number in units, and then
/// the differences; a point is nil. 15.2, 15.5, nil and 15.4 degrees, stored as 15200, 15500, nil and 15400, are `100
/// 152 3 . -1`.
struct DeltaColumn: Sendable, Hashable {
    var values: [Int?]

    /// The largest magnitude; differences of two such numbers fit into the longest word.
    private static let largest = 100_000_000_000_000_000
    /// More than any series has.
    private static let mostValues = 20_000

    init(_ values: [Int?]) {
        self.values = values
    }

    /// nil for an invalid text.
    init?(text: String) {
        var words = DeltaColumnWords(text)
        guard let first = words.next(), case .number(let unit) = first, unit > 0 else { return nil }
        values = []
        var last = 0
        while let word = words.next() {
            guard values.count < Self.mostValues else { return nil }
            switch word {
            case .missing: values.append(nil)
            case .nonsense: return nil
            case .number(let number):
                let (difference, isTooLarge) = number.multipliedReportingOverflow(by: unit)
                let (value, isBeyond) = last.addingReportingOverflow(difference)
                guard !isTooLarge, !isBeyond, (-Self.largest...Self.largest).contains(value) else { return nil }
                values.append(value)
                last = value
            }
        }
    }

    var text: String {
        let unit = max(values.reduce(0) { Self.commonDivisor($0, abs($1 ?? 0)) }, 1)
        var bytes = Array(String(unit).utf8)
        var last = 0
        for value in values {
            bytes.append(UInt8(ascii: " "))
            if let value {
                bytes.append(contentsOf: String((value - last) / unit).utf8)
                last = value
            } else {
                bytes.append(UInt8(ascii: "."))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func commonDivisor(_ left: Int, _ right: Int) -> Int {
        right == 0 ? left : commonDivisor(right, left % right)
    }
}

extension DeltaColumn: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let column = DeltaColumn(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a column")
        }
        self = column
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The words of a column's text. Parsed byte by byte, since a start with 200 places in the cache parses a million of
/// them.
private struct DeltaColumnWords: IteratorProtocol {
    enum Word {
        case number(Int)
        case missing
        case nonsense
    }

    private var bytes: String.UTF8View.Iterator
    private var byte: UInt8?

    init(_ text: String) {
        bytes = text.utf8.makeIterator()
        byte = bytes.next()
    }

    mutating func next() -> Word? {
        guard byte != nil else { return nil }
        var number = 0
        var digits = 0
        var isNegative = false
        var isPoint = false
        while let byte, byte != UInt8(ascii: " ") {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                // No overflow up to here; longer words are invalid.
                guard digits <= 18, !isPoint else { return .nonsense }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "-") where digits == 0 && !isNegative: isNegative = true
            case UInt8(ascii: ".") where digits == 0 && !isPoint: isPoint = true
            default: return .nonsense
            }
            self.byte = bytes.next()
        }
        // The space after the word.
        byte = bytes.next()
        if isPoint { return isNegative ? .nonsense : .missing }
        return digits == 0 ? .nonsense : .number(isNegative ? -number : number)
    }
}
