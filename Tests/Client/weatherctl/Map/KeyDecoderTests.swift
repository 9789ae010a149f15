import Testing

@testable import weatherctl_tools

@Suite("Keys on the map")
struct KeyDecoderTests {
    private static let keys: [(String, Key)] = [
        ("h", .move(columns: -1, lines: 0)), ("j", .move(columns: 0, lines: 1)), ("k", .move(columns: 0, lines: -1)),
        ("l", .move(columns: 1, lines: 0)), ("H", .move(columns: -10, lines: 0)),
        ("J", .move(columns: 0, lines: 10)), ("K", .move(columns: 0, lines: -10)), ("L", .move(columns: 10, lines: 0)),
        ("\u{1B}[A", .move(columns: 0, lines: -1)), ("\u{1B}[B", .move(columns: 0, lines: 1)),
        ("\u{1B}[C", .move(columns: 1, lines: 0)), ("\u{1B}[D", .move(columns: -1, lines: 0)),
        ("\u{1B}OA", .move(columns: 0, lines: -1)), ("\u{1B}OD", .move(columns: -1, lines: 0)),
        ("\u{1B}[1;2A", .move(columns: 0, lines: -10)), ("\u{1B}[1;2C", .move(columns: 10, lines: 0)),
        ("\u{1B}[1;5C", .move(columns: 1, lines: 0)), ("+", .zoomIn), ("=", .zoomIn), ("-", .zoomOut),
        ("_", .zoomOut), ("\u{1B}Ok", .zoomIn), ("\u{1B}Om", .zoomOut), ("\r", .enter), ("\n", .enter),
        ("\u{1B}OM", .enter), ("q", .leave), ("\u{3}", .leave), ("\u{4}", .leave), ("\u{1B}\u{1B}", .leave),
    ]

    @Test("Keys are decoded from terminal input", arguments: keys)
    func known(sent: String, key: Key) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array(sent.utf8)) == [key])
    }

    @Test("Sequences may arrive in pieces", arguments: keys)
    func pieces(sent: String, key: Key) {
        var decoder = KeyDecoder()
        #expect(sent.utf8.flatMap { decoder.decode([$0]) } == [key])
    }

    @Test("Several keys may arrive at once")
    func together() {
        var decoder = KeyDecoder()
        #expect(
            decoder.decode(Array("l\u{1B}[Cx\u{1B}[5~+\u{1B}[1;".utf8)) == [
                .move(columns: 1, lines: 0), .move(columns: 1, lines: 0), .zoomIn,
            ])
        #expect(decoder.isUndecided)
        #expect(decoder.decode(Array("2Dq".utf8)) == [.move(columns: -10, lines: 0), .leave])
    }

    @Test("An escape character alone is the Escape key, once nothing follows")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.isUndecided)
        #expect(decoder.settle() == [.leave])
        #expect(!decoder.isUndecided && decoder.settle() == [])
    }

    @Test("An incomplete sequence is not a key")
    func unfinished() {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array("\u{1B}[1;".utf8)) == [])
        #expect(decoder.settle() == [])
        #expect(decoder.decode(Array("l".utf8)) == [.move(columns: 1, lines: 0)])
    }

    @Test(
        "Unknown keys are ignored",
        arguments: ["x", "\u{1B}[5~", "\u{1B}[Z", "\u{1B}x", "\u{0}", "é", "東", "\u{1B}[<0;10;10m", "\u{1A}"])
    func unknown(sent: String) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(Array(sent.utf8)) == [])
        #expect(decoder.decode(Array("l".utf8)) == [.move(columns: 1, lines: 0)])
    }

    @Test("After arbitrary bytes the next keys are decoded")
    func noise() {
        var random = SystemRandomNumberGenerator()
        var decoder = KeyDecoder()
        for _ in 0..<5_000 {
            _ = decoder.decode((0..<20).map { _ in UInt8.random(in: 0...255, using: &random) })
            _ = decoder.settle()
            #expect(decoder.decode(Array("+".utf8)) == [.zoomIn])
        }
    }
}
