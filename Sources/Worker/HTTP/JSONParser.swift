import Formats
import Glibc
import Weather
import WorkerProtocol

/// Parses untrusted JSON (RFC 8259), in time and memory proportional to its length.
///
/// Members with long or non-ASCII names, which no service uses, are discarded, so that lookups compare bytes. Strings
/// are bounded (`String.init(bounding:)`) before they are compared or hashed.
struct JSONParser {
    /// Why a document was rejected.
    enum Failure: Error {
        case damaged
        case tooDeep
        case tooManyValues
        case tooSlow
    }

    /// Limits for one document.
    struct Budget {
        /// Several times the depth of any service's documents, and safe for any thread's stack.
        var depth = 40
        /// Several times the number of values in the longest forecast.
        var values = 250_000
        /// CPU time. A document within the other limits takes a tenth of it.
        var time = Duration.seconds(2)
        /// The longest text, Unicode scalars.
        var text = String.longestText

        /// For an answer that lists hundreds of messages, each with a document's limits: enough for the largest answer, and for
        /// the outlines of areas as text.
        static let list = Budget(time: .seconds(20), text: 4 << 20)
    }

    private let bytes: [UInt8]
    private let key: APIKey?
    private let budget: Budget
    private let end: Duration
    private var index = 0
    private var values = 0

    /// The longest name of a member, bytes.
    private static let longestName = 64
    /// The longest number, bytes: a double takes 24.
    private static let longestNumber = 64
    /// The number of values between checks of the clock.
    private static let step = 256

    /// - Parameter key: redacted from every string.
    static func value(
        of bytes: [UInt8], striking key: APIKey? = nil, within budget: Budget = Budget()
    ) throws(Failure) -> JSONValue {
        var parser = JSONParser(bytes: bytes, key: key, budget: budget)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.index = 3 }
        let value = try parser.value(depth: 0)
        parser.skipBlanks()
        guard parser.index == bytes.count else { throw .damaged }
        return value
    }

    /// Parses an object, and passes on the elements of one of its arrays, one at a time, so that only one is in memory.
    ///
    /// - Parameter name: the array's name.
    /// - Returns: whether there is such an array.
    static func eachElement(
        of name: String, in bytes: [UInt8], striking key: APIKey? = nil, within budget: Budget = .list,
        _ body: (JSONValue) -> Void
    ) throws(Failure) -> Bool {
        var parser = JSONParser(bytes: bytes, key: key, budget: budget)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.index = 3 }
        parser.skipBlanks()
        guard parser.take("{") else { throw .damaged }
        var isFound = false
        parser.skipBlanks()
        if !parser.take("}") {
            repeat {
                parser.skipBlanks()
                let member = try parser.name()
                parser.skipBlanks()
                guard parser.take(":") else { throw .damaged }
                parser.skipBlanks()
                if member == name, !isFound, parser.take("[") {
                    isFound = true
                    try parser.eachElement(body)
                } else {
                    _ = try parser.value(depth: 1)
                }
                parser.skipBlanks()
            } while parser.take(",")
            guard parser.take("}") else { throw .damaged }
        }
        parser.skipBlanks()
        guard parser.index == bytes.count else { throw .damaged }
        return isFound
    }

    private mutating func eachElement(_ body: (JSONValue) -> Void) throws(Failure) {
        skipBlanks()
        if take("]") { return }
        repeat {
            values = 0
            body(try value(depth: 2))
            // In a list of short elements, their values do not trigger the check of the clock.
            if Self.spent >= end { throw .tooSlow }
            skipBlanks()
        } while take(",")
        guard take("]") else { throw .damaged }
    }

    private init(bytes: [UInt8], key: APIKey?, budget: Budget) {
        (self.bytes, self.key, self.budget) = (bytes, key, budget)
        end = Self.spent + budget.time
    }

    /// The CPU time of this thread.
    private static var spent: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    /// Consumes the next byte if it is this one.
    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }

    // MARK: - Values

    private mutating func value(depth: Int) throws(Failure) -> JSONValue {
        values += 1
        guard values <= budget.values else { throw .tooManyValues }
        if values % Self.step == 0, Self.spent >= end { throw .tooSlow }
        skipBlanks()
        switch next {
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "{"): return .object(try members(depth: depth))
        case UInt8(ascii: "["): return .array(try elements(depth: depth))
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count, word.withUTF8Buffer({ bytes[index..<end].elementsEqual($0) }) else {
            throw .damaged
        }
        index = end
        return value
    }

    private mutating func elements(depth: Int) throws(Failure) -> [JSONValue] {
        guard depth < budget.depth else { throw .tooDeep }
        index += 1
        var elements: [JSONValue] = []
        skipBlanks()
        if take("]") { return elements }
        while true {
            elements.append(try value(depth: depth + 1))
            skipBlanks()
            if take("]") { return elements }
            guard take(",") else { throw .damaged }
        }
    }

    /// The first of several duplicate names wins.
    private mutating func members(depth: Int) throws(Failure) -> [String: JSONValue] {
        guard depth < budget.depth else { throw .tooDeep }
        index += 1
        var members: [String: JSONValue] = [:]
        skipBlanks()
        if take("}") { return members }
        while true {
            skipBlanks()
            let name = try name()
            skipBlanks()
            guard take(":") else { throw .damaged }
            let value = try value(depth: depth + 1)
            if let name, members[name] == nil { members[name] = value }
            skipBlanks()
            if take("}") { return members }
            guard take(",") else { throw .damaged }
        }
    }

    // MARK: - Texts

    /// nil for a name that no service uses.
    private mutating func name() throws(Failure) -> String? {
        let (slice, isPlain) = try quoted()
        guard slice.count <= Self.longestName * 6 else { return nil }
        let name = isPlain ? slice : Self.unescaped(slice)[...]
        guard name.count <= Self.longestName, name.allSatisfy({ $0 < 0x80 }) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func text() throws(Failure) -> String {
        let (slice, isPlain) = try quoted()
        var text = isPlain ? String(decoding: slice, as: UTF8.self) : String(repairing: Self.unescaped(slice)[...])
        if !isPlain || slice.count > budget.text {
            // A key across the limit must not leave its beginning behind.
            text = String(bounding: text, to: budget.text + APIKey.longest)
        }
        if let key { text = key.masked(in: text) }
        return text.utf8.count <= budget.text ? text : String(bounding: text, to: budget.text)
    }

    /// The content of a string, and whether it is printable ASCII without escapes.
    private mutating func quoted() throws(Failure) -> (ArraySlice<UInt8>, isPlain: Bool) {
        guard take("\"") else { throw .damaged }
        let start = index
        var isPlain = true
        while let byte = next {
            if byte == UInt8(ascii: "\"") {
                index += 1
                return (bytes[start..<(index - 1)], isPlain)
            }
            if byte == UInt8(ascii: "\\") {
                isPlain = false
                index += 1
            } else if byte < 0x20 || byte > 0x7E {
                isPlain = false
            }
            index += 1
        }
        throw .damaged
    }

    /// UTF-8 with decoded escape sequences; invalid ones are dropped. A lone surrogate and invalid digits become U+FFFD.
    private static func unescaped(_ slice: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(slice.count)
        var rest = slice
        while let byte = rest.first {
            if byte == UInt8(ascii: "\\"), let (value, length) = CodePointEscape.value(at: rest) {
                result.append(contentsOf: String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
                rest.removeFirst(length)
                continue
            }
            rest.removeFirst()
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "b"), UInt8(ascii: "f"): result.append(0x20)
            case UInt8(ascii: "u"): result.append(contentsOf: "\u{FFFD}".utf8)
            case let other?: result.append(other)
            case nil: break
            }
        }
        return result
    }

    // MARK: - Numbers

    /// As RFC 8259, section 6, but with leading zeros, which a careless service may send. Converts while scanning, since
    /// forecasts are tens of thousands of numbers. A number that is not a finite double becomes null.
    private mutating func number() throws(Failure) -> JSONValue {
        let start = index
        let isNegative = take("-")
        let (whole, wholeDigits) = digits(after: 0)
        guard wholeDigits > 0 else { throw .damaged }
        var (mantissa, count, decimals) = (whole, wholeDigits, 0)
        if take(".") {
            (mantissa, decimals) = digits(after: mantissa)
            guard decimals > 0 else { throw .damaged }
            count += decimals
        }
        var isPlain = true
        if take("e") || take("E") {
            isPlain = false
            if !take("+") { _ = take("-") }
            guard digits(after: 0).count > 0 else { throw .damaged }
        }
        // Both are exact as doubles up to there, so that one division rounds once (Clinger, 1990).
        if isPlain, count <= 15 {
            let value = Double(mantissa) / Self.powersOfTen[decimals]
            return .number(isNegative ? -value : value)
        }
        let slice = bytes[start..<index]
        guard slice.count <= Self.longestNumber, let value = Double(String(decoding: slice, as: UTF8.self)),
            value.isFinite
        else { return .null }
        return .number(value)
    }

    /// Consumes digits.
    ///
    /// - Returns: the number with the digits appended, up to 18 digits.
    private mutating func digits(after number: Int) -> (number: Int, count: Int) {
        var (number, count) = (number, 0)
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
            number = number &* 10 &+ Int(byte & 0x0F)
            count += 1
            index += 1
        }
        return (number, count)
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]
}
