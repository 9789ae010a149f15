import Formats
import Foundation
import Scratch
import Testing

@Suite(.timeLimit(.minutes(20)))
struct JSONCodingTests {
    private func encoded(_ value: some Encodable) throws -> String {
        String(decoding: try JSONDocument.bytes(of: value), as: UTF8.self)
    }

    private func decoded<T: Decodable>(_ text: String, as type: T.Type = T.self) throws -> T {
        try JSONDocument(Array(text.utf8)).decode(type)
    }

    /// Foundation wrote the files of earlier releases.
    @Test(arguments: 0..<300)
    func agreesWithFoundation(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let sample = Sample(&generator)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = try JSONDocument.bytes(of: sample)
        let expected = Self.escapingControls(in: String(decoding: try encoder.encode(sample), as: UTF8.self))
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
        #expect(try JSONDocument(bytes).decode(Sample.self) == sample)
        #expect(try JSONDecoder().decode(Sample.self, from: Data(bytes)) == sample)
        encoder.outputFormatting = .prettyPrinted
        #expect(try JSONDocument(Array(encoder.encode(sample))).decode(Sample.self) == sample)
    }

    /// Foundation escapes fewer characters, and two of them by a letter.
    private static func escapingControls(in json: String) -> String {
        var result = ""
        var rest = json.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            let properties = scalar.properties
            if scalar == "\\", let letter = rest.popFirst() {
                result += letter == "b" ? #"\u0008"# : letter == "f" ? #"\u000c"# : "\\\(letter)"
            } else if properties.isBidiControl
                || [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
            {
                let digits = String(scalar.value, radix: 16)
                result += #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A damaged text is an error or another value, and never ends the program.
    @Test(arguments: 0..<20)
    func anyDamageIsAnError(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let bytes = try JSONDocument.bytes(of: Sample(&generator))
        for length in bytes.indices {
            #expect(throws: JSONDocument.Failure.self) { try JSONDocument(Array(bytes.prefix(length))) }
            var changed = bytes
            changed[length] = UInt8(truncatingIfNeeded: generator.next())
            _ = try? JSONDocument(changed).decode(Sample.self)
            changed.remove(at: length)
            _ = try? JSONDocument(changed).decode(Sample.self)
        }
    }

    @Test func integersOf64BitsAreExact() throws {
        for integer in [Int.min, Int.max, 9_007_199_254_740_993, -1, 0] {
            #expect(try encoded([integer]) == "[\(integer)]")
            #expect(try decoded("[\(integer)]") == [integer])
        }
        #expect(try decoded("[\(UInt64.max)]") == [UInt64.max])
        #expect(try decoded("[1e3, 5.0, -0]") == [1000, 5, 0])
    }

    @Test(arguments: ["1.5", "9223372036854775808", "1e40", "-9223372036854775809", "9007199254740993.0", "1e999"])
    func overflowIsAnError(number: String) {
        #expect(throws: DecodingError.self) { try decoded("[\(number)]", as: [Int].self) }
    }

    @Test func doublesHaveShortestText() throws {
        let texts: [(Double, String)] = [
            (0.1, "0.1"), (1, "1"), (-0.0, "-0"), (1e16, "1e+16"), (123_456_789.123, "123456789.123"),
            (.leastNonzeroMagnitude, "5e-324"),
        ]
        for (double, text) in texts {
            #expect(try encoded(double) == text)
            #expect(try decoded(text, as: Double.self).bitPattern == double.bitPattern)
        }
        #expect(throws: DecodingError.self) { try decoded("1e999", as: Double.self) }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func onlyFiniteNumbersAreEncoded(double: Double) throws {
        do {
            _ = try JSONDocument.bytes(of: ["a": [0, double]])
            Issue.record("it was encoded")
        } catch EncodingError.invalidValue(_, let context) {
            #expect(context.codingPath.map(\.stringValue) == ["a", "1"])
        }
    }

    @Test func errorsNameCodingPath() throws {
        let text = #"{"bool":true,"table":{"x":[1,2],"y":[3,null,"4"]}}"#
        struct Tables: Decodable {
            var table: [String: [Int?]]
        }
        do {
            _ = try decoded(text, as: Tables.self)
            Issue.record("it was decoded")
        } catch DecodingError.typeMismatch(_, let context) {
            #expect(context.codingPath.map(\.stringValue) == ["table", "y", "2"])
            #expect(context.codingPath.last?.intValue == 2)
        }
    }

    @Test func missingMemberIsAnError() throws {
        struct RequiredMember: Decodable, Equatable {
            var number: Int
        }
        #expect(throws: DecodingError.self) { try decoded("{}", as: RequiredMember.self) }
        #expect(throws: DecodingError.self) { try decoded(#"{"number":null}"#, as: RequiredMember.self) }
        #expect(throws: DecodingError.self) { try decoded("[1]", as: (RequiredMember.self)) }
        #expect(throws: DecodingError.self) { try decoded("{}", as: [Int].self) }
        #expect(try decoded(#"{"number":1,"number":2}"#, as: RequiredMember.self) == RequiredMember(number: 1))
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                _ = (try container.decode(Int.self), try container.decode(Int.self))
            }
        }
        #expect(throws: Never.self) { try decoded("[1,2]", as: Pair.self) }
        #expect(throws: DecodingError.self) { try decoded("[1]", as: Pair.self) }
    }

    @Test func superclassIsEncodedAsMember() throws {
        class Base: Codable {
            var base = 1
        }
        final class Derived: Base {
            var own = 2

            override init() { super.init() }

            enum CodingKeys: CodingKey { case own }

            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                own = try container.decode(Int.self, forKey: .own)
                try super.init(from: container.superDecoder())
            }

            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(own, forKey: .own)
                try super.encode(to: container.superEncoder())
            }
        }
        #expect(try encoded(Derived()) == #"{"own":2,"super":{"base":1}}"#)
        let read = try decoded(#"{"own":3,"super":{"base":4}}"#, as: Derived.self)
        #expect((read.own, read.base) == (3, 4))
    }

    @Test func userInfoIsPassedOn() throws {
        struct UserInfoReader: Decodable {
            let text: String?

            init(from decoder: any Decoder) {
                text = CodingUserInfoKey(rawValue: "k").flatMap { decoder.userInfo[$0] as? String }
            }
        }
        let key = try #require(CodingUserInfoKey(rawValue: "k"))
        let read = try JSONDocument(Array("[0,{}]".utf8)).decode([UserInfoReader].self, userInfo: [key: "v"])
        #expect(read.map(\.text) == ["v", "v"])
    }

    @Test func valueEncodingNothingIsEmptyObject() throws {
        struct Nothing: Encodable {
            func encode(to encoder: any Encoder) {}
        }
        #expect(try encoded([Nothing()]) == "[{}]")
    }
}
