/// A type that is encoded as a single token.
protocol JSONScalar: SendableMetatype {
    /// - Throws: `DecodingError` when the token is not a value of this type.
    static func decode(from decoder: JSONValueDecoder) throws -> Self

    /// Its JSON text.
    ///
    /// - Throws: `EncodingError` for a number that is not finite.
    func json(at encoder: JSONValueEncoder) throws -> [UInt8]
}

extension Bool: JSONScalar {
    static func decode(from decoder: JSONValueDecoder) throws -> Bool {
        switch decoder.token.kind {
        case .true: true
        case .false: false
        default: throw decoder.mismatch(Bool.self)
        }
    }

    func json(at encoder: JSONValueEncoder) -> [UInt8] { Array((self ? "true" : "false").utf8) }
}

extension String: JSONScalar {
    static func decode(from decoder: JSONValueDecoder) throws -> String {
        guard let text = decoder.document.text(at: decoder.index) else { throw decoder.mismatch(String.self) }
        return text
    }

    func json(at encoder: JSONValueEncoder) -> [UInt8] { Array(quotedForJSON.utf8) }
}

extension JSONScalar where Self: FixedWidthInteger {
    static func decode(from decoder: JSONValueDecoder) throws -> Self {
        guard let digits = decoder.document.number(at: decoder.index) else { throw decoder.mismatch(Self.self) }
        if let integer = Self(digits) { return integer }
        // 1e3 and 5.0 are integers too. From 2^53, a double may differ from the integer in the text.
        guard let double = Double(digits), double.magnitude < 0x1p53, let integer = Self(exactly: double) else {
            throw decoder.corruption("\(digits) is not a valid \(Self.self)")
        }
        return integer
    }

    func json(at encoder: JSONValueEncoder) -> [UInt8] { Array(String(self).utf8) }
}

extension JSONScalar where Self: BinaryFloatingPoint & LosslessStringConvertible & Encodable {
    static func decode(from decoder: JSONValueDecoder) throws -> Self {
        guard let digits = decoder.document.number(at: decoder.index) else { throw decoder.mismatch(Self.self) }
        guard let number = Self(digits), number.isFinite else {
            throw decoder.corruption("\(digits) is not a valid \(Self.self)")
        }
        return number
    }

    /// The shortest text that parses to the same number; an integral value has no decimal point.
    func json(at encoder: JSONValueEncoder) throws -> [UInt8] {
        guard isFinite else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "JSON cannot represent \(self)"))
        }
        let text = description
        return Array((text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8)
    }
}

extension Double: JSONScalar {}
extension Float: JSONScalar {}
extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}

extension JSONDocument {
    /// nil when it is not a string.
    func text(at index: Int) -> String? {
        let token = tokens[index]
        let range = Int(token.offset)..<Int(token.offset + token.count)
        return switch token.kind {
        case .plainText: String(decoding: bytes[range], as: UTF8.self)
        case .escapedText: JSONEscape.unescaped(bytes, range)
        case .null, .true, .false, .number, .array, .object: nil
        }
    }

    /// The text of a number; nil for other values.
    func number(at index: Int) -> String? {
        let token = tokens[index]
        guard token.kind == .number else { return nil }
        return String(decoding: bytes[Int(token.offset)..<Int(token.offset + token.count)], as: UTF8.self)
    }
}

/// All types that are encoded as a single token.
enum JSONScalars {
    private static let all: [any JSONScalar.Type] = [
        String.self, Double.self, Int.self, Bool.self, Float.self, Int8.self, Int16.self, Int32.self, Int64.self,
        UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    ]

    /// nil for a type that is encoded as something else. Compared by identity, since a cast to the protocol scans all
    /// conformances of the program the first time that it meets a type.
    static func scalar(_ type: any Any.Type) -> (any JSONScalar.Type)? {
        all.first { ObjectIdentifier($0) == ObjectIdentifier(type) }
    }
}
