import Testing
import Weather
import WorkerProtocol

@testable import HTTP

/// Texts that are not UTF-8.
@Suite(.timeLimit(.minutes(20)))
struct RepairedTextTests {
    /// The beginnings, continuations and errors of sequences of each length, RFC 3629.
    private static let bytes: [UInt8] = [
        0x41, 0x7F, 0x80, 0xA0, 0xBF, 0xC0, 0xC3, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF, 0x82, 0xAC, 0x9F,
    ]

    @Test func textIsRepairedAsByTheStandardLibrary() {
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 0..<12)).map { _ in Self.bytes.randomElement() ?? 0 }
            #expect(String(repairing: bytes[...]) == String(decoding: bytes, as: UTF8.self), "\(bytes)")
        }
        #expect(String(repairing: [0x41, 0x42, 0xC3, 0xA9, 0x43][1..<4]) == "Bé")
    }

    /// The values after a long text are within the budget of processor time, which is checked between them.
    @Test(arguments: [
        [0xFF], [0xC3, 0x41], [0xF0, 0x9F, 0x98], [0xCC, 0x81], [0xE2, 0x80, 0x8B], [0x5C, 0xFF], Array(#"\u0"#.utf8),
        Array(#"\ud83d"#.utf8), Array(#"\u0301"#.utf8), Array("0é".utf8),
    ])
    func longTextIsWithinTheBudget(pattern: [UInt8]) throws {
        var text = pattern
        while text.count < 4 << 20 { text += text }
        let zeros = Array(String(repeating: ",0", count: 600).utf8)
        let bytes = Array(#"[""#.utf8) + text + [UInt8(ascii: "\"")] + zeros + [UInt8(ascii: "]")]
        let value = try JSONParser.value(of: bytes, striking: APIKey("c0ffee5ec7e7"))
        #expect(value.elements.count == 601)
        #expect((value[0].text?.unicodeScalars.count ?? .max) <= String.longestText)
    }
}
