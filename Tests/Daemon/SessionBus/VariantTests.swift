import ClientProtocol
import Formats
import Testing

@testable import SessionBus
@testable import SystemBus

/// JSON as the types of D-Bus.
struct VariantTests {
    private func variant(_ json: String) throws -> BusValue? {
        BusValue(try JSONDocument(Array(json.utf8)).tree)
    }

    @Test func scalars() throws {
        #expect(try variant("13") == .double(13))
        #expect(try variant("-1.25e2") == .double(-125))
        #expect(try variant("true") == .bool(true))
        #expect(try variant(#""a\nb""#) == .string("a\nb"))
        #expect(try variant("null") == nil)
        #expect(try variant("1e999") == nil, "outside the range of a double")
    }

    @Test func arraysHaveTheTypeOfTheirElements() throws {
        #expect(try variant(#"["a","b"]"#) == .strings(["a", "b"]))
        #expect(try variant("[1,2.5]") == .doubles([1, 2.5]))
        #expect(try variant("[1,null]") == .doubles([1]))
        #expect(try variant("[]") == .variants([]))
        #expect(try variant(#"[1,"a"]"#) == .variants([.double(1), .string("a")]))
        #expect(try variant("[[59.9,10.7]]") == .variants([.doubles([59.9, 10.7])]))
        #expect(
            try variant(#"[{"a":1},{"a":null}]"#) == .dictionaries([["a": .double(1)], [:]]))
    }

    @Test func unknownValuesAreAbsent() throws {
        #expect(
            try variant(#"{"a":null,"b":{"c":null,"d":false}}"#) == .options(["b": .options(["d": .bool(false)])]))
    }

    @Test func resultsKeepTheirTypeWhenEmpty() {
        #expect(MethodResult(.ok(["{}"]), as: .object) == .values([.options([:])]))
        #expect(MethodResult(.ok([#"{"cities":[]}"#]), as: .objects(key: "cities")) == .values([.dictionaries([])]))
        #expect(MethodResult(.ok(["{}"]), as: .objects(key: "cities")) == .values([.dictionaries([])]))
        #expect(MethodResult(.ok(["a", "b"]), as: .text) == .values([.string("a\nb")]))
        #expect(MethodResult(.ok(["a"]), as: .nothing) == .values([]))
        #expect(
            MethodResult(.error(.noData, "no weather yet"), as: .object)
                == .failure(WeatherCall.Failure(.noData, "no weather yet")))
    }

    /// libsystemd sends neither NUL nor noncharacters.
    @Test func charactersThatCannotBeSentAreReplaced() throws {
        #expect(try variant(#""a\u0000b\uFFFE\uFDD0""#) == .string("a\u{FFFD}b\u{FFFD}\u{FFFD}"))
        #expect("\u{1FFFF}!".withoutInvalidCharacters == "\u{FFFD}!")
        #expect("Zürich 東京 🌤️".withoutInvalidCharacters == "Zürich 東京 🌤️")
    }

    @Test func signaturesAreThoseOfTheTypes() {
        let values: [(BusValue, String)] = [
            (.doubles([]), "ad"), (.variants([]), "av"), (.options([:]), "a{sv}"), (.dictionaries([]), "aa{sv}"),
            (.strings([]), "as"),
        ]
        for (value, signature) in values { #expect(value.signature == signature) }
    }
}
