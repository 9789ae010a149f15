import Formats
import SystemBus

extension BusValue {
    /// A JSON value with the types of D-Bus: numbers are doubles, objects `a{sv}`, arrays of one type `aa{sv}`, `as` or `ad`,
    /// and other arrays `av`. nil for null, which is omitted from objects and arrays.
    init?(_ tree: JSONTree) {
        switch tree {
        case .null: return nil
        case .bool(let bool): self = .bool(bool)
        case .number(let number): self = .double(number)
        case .text(let text): self = .string(text.withoutInvalidCharacters)
        case .object(let members): self = .options(Self.members(members))
        case .array(let elements): self = Self.array(elements)
        }
    }

    /// The entries of an object; empty for other values.
    static func object(_ tree: JSONTree?) -> BusValue {
        guard case .object(let members) = tree else { return .options([:]) }
        return .options(Self.members(members))
    }

    /// The objects in an array, as a list that is never of another type; empty for other values.
    static func objects(_ tree: JSONTree?) -> BusValue {
        .dictionaries(
            (tree?.elements ?? []).compactMap { element in
                guard case .object(let members) = element else { return nil }
                return Self.members(members)
            })
    }

    private static func members(_ members: [JSONMember]) -> [String: BusValue] {
        var values: [String: BusValue] = [:]
        values.reserveCapacity(members.count)
        for member in members {
            if let value = BusValue(member.value) { values[member.key.withoutInvalidCharacters] = value }
        }
        return values
    }

    private static func array(_ elements: [JSONTree]) -> BusValue {
        let values = elements.compactMap(BusValue.init(_:))
        guard !values.isEmpty else { return .variants([]) }
        let texts = values.compactMap(\.text)
        if texts.count == values.count { return .strings(texts) }
        let numbers = values.compactMap(\.double)
        if numbers.count == values.count { return .doubles(numbers) }
        let objects = values.compactMap { value in
            if case .options(let members) = value { members } else { nil }
        }
        return objects.count == values.count ? .dictionaries(objects) : .variants(values)
    }
}

extension String {
    /// The text with U+FFFD for what libsystemd does not send: NUL and noncharacters.
    var withoutInvalidCharacters: String {
        func isInvalid(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value == 0 || (0xFDD0...0xFDEF).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
        }
        guard unicodeScalars.contains(where: isInvalid) else { return self }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars { scalars.append(isInvalid(scalar) ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }
}
