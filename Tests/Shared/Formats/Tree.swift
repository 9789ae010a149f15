import Formats

/// A document without line numbers, for comparison and as literals.
enum Tree: Equatable {
    case string(String)
    case integer(Int64)
    /// All NaNs are equal.
    case float(bits: UInt64)
    case boolean(Bool)
    case offsetDateTime(String)
    case localDateTime(String)
    case localDate(String)
    case localTime(String)
    case array([Tree])
    case table([String: Tree])

    static func number(_ number: Double) -> Tree {
        .float(bits: number.isNaN ? Double.nan.bitPattern : number.bitPattern)
    }

    init(_ value: TOMLValue) {
        self =
            switch value {
            case .string(let text): .string(text)
            case .integer(let number): .integer(number)
            case .float(let number): .number(number)
            case .boolean(let isTrue): .boolean(isTrue)
            case .offsetDateTime(let text): .offsetDateTime(text)
            case .localDateTime(let text): .localDateTime(text)
            case .localDate(let text): .localDate(text)
            case .localTime(let text): .localTime(text)
            case .array(let elements): .array(elements.map { Tree($0.value) })
            case .table(let entries):
                .table(Dictionary(uniqueKeysWithValues: entries.map { ($0.key, Tree($0.value)) }))
            }
    }
}

extension Tree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral text: String) { self = .string(text) }
    init(integerLiteral number: Int64) { self = .integer(number) }
    init(floatLiteral number: Double) { self = .number(number) }
    init(booleanLiteral isTrue: Bool) { self = .boolean(isTrue) }
    init(arrayLiteral elements: Tree...) { self = .array(elements) }
    init(dictionaryLiteral members: (String, Tree)...) { self = .table(Dictionary(uniqueKeysWithValues: members)) }
}

/// The root table of a document.
func tree(_ text: String) throws(TOMLError) -> Tree {
    Tree(.table(try TOMLDocument(parsing: Array(text.utf8)).entries))
}

/// The error for an invalid document; nil if it is valid.
func parseError(of text: String) -> TOMLError? {
    parseError(of: Array(text.utf8))
}

func parseError(of bytes: [UInt8]) -> TOMLError? {
    do throws(TOMLError) {
        _ = try TOMLDocument(parsing: bytes)
        return nil
    } catch {
        return error
    }
}
