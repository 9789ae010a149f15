import Foundation
import HTTP
import Weather

/// A JSON document as it stands, for answers of which nothing may be taken for granted: what is missing, null or of
/// another type than documented is nil where it is asked for, and costs nothing but itself.
enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// - Throws: `malformed` when an answer's body is not JSON; `host` is who sent it.
    init(_ answer: HTTPAnswer, from host: String) throws(FetchFailure) {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(answer.body)) else {
            throw .malformed(host: host, reason: answer.whatIsWrong)
        }
        self = value
    }

    /// What an object has under a name; null of all else.
    subscript(name: String) -> JSONValue {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    subscript(index: Int) -> JSONValue {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { .null }
    }

    /// The elements of an array; none of all else.
    var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The members of an object; none of all else.
    var members: [String: JSONValue] {
        if case .object(let members) = self { members } else { [:] }
    }

    /// A number, or a text that is one: services do write `"4.5"`.
    var number: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// A whole number.
    var integer: Int? { number.flatMap(Int.init(exactly:)) }

    /// A text that says something; a number is none.
    var text: String? {
        if case .text(let text) = self, !text.isEmpty { text } else { nil }
    }

    var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// A moment in Unix time; nil for what cannot be believed, such as 1970.
    var unixTime: UnixTime? {
        number.flatMap { Int(exactly: $0.rounded(.down)) }.map(UnixTime.init).flatMap { $0.isBelievable ? $0 : nil }
    }

    /// A moment as RFC 3339 writes it: `2026-03-05T15:00:00-05:00`, or without its seconds; nil for what cannot be believed.
    var timestamp: UnixTime? {
        guard let text, let time = UnixTime(rfc3339: text), time.isBelievable else { return nil }
        return time
    }
}

extension JSONValue: Decodable {
    init(from decoder: any Decoder) throws {
        // Nearly all values are numbers and texts, which are read twice as fast when they are tried first.
        if let container = try? decoder.singleValueContainer(), let scalar = Self.scalar(in: container) {
            self = scalar
            return
        }
        guard decoder.codingPath.count < Self.greatestDepth else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "too deep"))
        }
        if let container = try? decoder.container(keyedBy: Name.self) {
            var members: [String: JSONValue] = [:]
            for name in container.allKeys {
                members[name.stringValue] = try container.decode(JSONValue.self, forKey: name)
            }
            self = .object(members)
            return
        }
        var container = try decoder.unkeyedContainer()
        var elements: [JSONValue] = []
        while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
        self = .array(elements)
    }

    /// Several times the depth of any service's. Foundation reads 512 levels, for which a thread's stack may be too small.
    private static let greatestDepth = 40

    private static func scalar(in container: any SingleValueDecodingContainer) -> JSONValue? {
        if container.decodeNil() { return .null }
        if let number = try? container.decode(Double.self) { return .number(number) }
        if let text = try? container.decode(String.self) { return .text(text) }
        return (try? container.decode(Bool.self)).map(JSONValue.bool)
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension UnixTime {
    /// From 2000 to 2100: a missing time must not become 1970.
    var isBelievable: Bool { (946_684_800..<4_102_444_800).contains(seconds) }

    /// `2026-03-05T15:00:00Z`, `2026-03-05T15:00:00.123-05:00`, or `2026-03-05T15:00-05:00`; nil when it is not written so.
    init?(rfc3339 text: String) {
        let halves = text.split(separator: "T", maxSplits: 1)
        guard halves.count == 2 else { return nil }
        let date = halves[0].numbers(separatedBy: "-")
        let zoneStart = halves[1].firstIndex { "Z+-".contains($0) } ?? halves[1].endIndex
        let clock = halves[1][..<zoneStart].prefix { $0 != "." }.numbers(separatedBy: ":")
        let zone = halves[1][zoneStart...]
        guard date.count == 3, (2...3).contains(clock.count), !zone.isEmpty else { return nil }
        var offset = 0
        if zone != "Z" {
            let parts = zone.dropFirst().numbers(separatedBy: ":")
            guard parts.count == 2, (0...24).contains(parts[0]), (0..<60).contains(parts[1]) else { return nil }
            offset = (parts[0] * 3600 + parts[1] * 60) * (zone.first == "-" ? -1 : 1)
        }
        let day = CalendarDate(year: date[0], month: date[1], day: date[2])
        guard
            let moment = PlaceCalendar.greenwich.moment(
                day, hour: clock[0], minute: clock[1], second: clock.count == 3 ? clock[2] : 0)
        else { return nil }
        self = moment.advanced(by: -offset)
    }
}

extension Substring {
    /// The parts of a date or of a time of day; none when one of them is no number, or has more digits than a year.
    func numbers(separatedBy separator: Character) -> [Int] {
        let parts = split(separator: separator, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.count <= 4 ? Int($0) : nil }
        return numbers.count == parts.count ? numbers : []
    }
}

extension HTTPAnswer {
    /// Why a body that should be JSON cannot be read.
    var whatIsWrong: String {
        let first = body.first { !" \t\r\n".utf8.contains($0) }
        return switch first {
        case nil: "the answer is empty"
        case UInt8(ascii: "<"): FetchFailure.webPage
        case UInt8(ascii: "{"): "the answer is cut off or damaged"
        default: "the answer is not a forecast"
        }
    }
}
