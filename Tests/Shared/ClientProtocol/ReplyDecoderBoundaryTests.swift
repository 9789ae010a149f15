import Testing

@testable import ClientProtocol

/// The longest reply is accepted, and one more byte is not.
struct ReplyDecoderBoundaryTests {
    private func decoder(_ head: String, bytes count: Int, end: String) -> ReplyDecoder {
        var decoder = ReplyDecoder()
        decoder.append(Array(head.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: count) + Array(end.utf8))
        return decoder
    }

    @Test func totalOfLinesAndTheirEnds() throws {
        var longest = decoder("OK 1\n", bytes: ReplyDecoder.byteLimit - 1, end: "\n")
        #expect(try longest.next() == .ok([String(repeating: "x", count: ReplyDecoder.byteLimit - 1)]))
        var longer = decoder("OK 1\n", bytes: ReplyDecoder.byteLimit, end: "\n")
        #expect(throws: ReplyDecoder.Malformed()) { try longer.next() }
    }

    @Test func unterminatedLine() throws {
        var longest = decoder("OK 2\nab\n", bytes: ReplyDecoder.byteLimit - 3, end: "")
        #expect(try longest.next() == nil)
        #expect(try longest.next() == nil, "the size does not grow without lines")
        longest.append([UInt8(ascii: "x")])
        #expect(throws: ReplyDecoder.Malformed()) { try longest.next() }
    }

    @Test func errorLine() throws {
        let head = "ERR internal "
        var longest = decoder(head, bytes: ReplyDecoder.byteLimit - head.utf8.count, end: "\n")
        #expect(try longest.next() != nil)
        var longer = decoder(head, bytes: ReplyDecoder.byteLimit - head.utf8.count + 1, end: "\n")
        #expect(throws: ReplyDecoder.Malformed()) { try longer.next() }
    }

    @Test func numberOfLines() throws {
        var longest = decoder("OK 100000\n" + String(repeating: "\n", count: 100_000), bytes: 0, end: "")
        #expect(try longest.next() == .ok(Array(repeating: "", count: 100_000)))
        var empty = decoder("OK 0\nOK 0\n", bytes: 0, end: "")
        #expect(try empty.next() == .ok([]))
        #expect(try empty.next() == .ok([]))
        #expect(try empty.next() == nil)
    }

    @Test func replySizesAreCountedSeparately() throws {
        var two = decoder("OK 1\na\nOK 1\n", bytes: ReplyDecoder.byteLimit - 1, end: "\n")
        #expect(try two.next() == .ok(["a"]))
        #expect(try two.next() != nil)
    }
}
