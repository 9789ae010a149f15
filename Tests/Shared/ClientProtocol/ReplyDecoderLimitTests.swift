import Testing

@testable import ClientProtocol

/// An endless reply is rejected, and not buffered.
struct ReplyDecoderLimitTests {
    private let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)

    /// - Returns: the number of bytes before the decoder rejects the reply; nil if it never does.
    private func taken(_ head: String, _ piece: [UInt8]) -> Int? {
        var decoder = ReplyDecoder()
        decoder.append(Array(head.utf8))
        var size = 0
        while size <= 4 * ReplyDecoder.byteLimit {
            decoder.append(piece)
            size += piece.count
            do {
                while try decoder.next() != nil {}
            } catch {
                return size
            }
        }
        return nil
    }

    @Test(arguments: ["", "OK 1\n", "OK 100000\n", "ERR internal "])
    func unterminatedLineIsLimited(head: String) throws {
        let size = try #require(taken(head, piece))
        #expect(size <= ReplyDecoder.byteLimit + 2 * piece.count)
    }

    /// Each line is short, but the total is too long.
    @Test func totalSizeIsLimited() throws {
        let lines = Array(String(repeating: String(repeating: "x", count: 1023) + "\n", count: 64).utf8)
        let size = try #require(taken("OK 100000\n", lines))
        #expect(size <= ReplyDecoder.byteLimit + 2 * lines.count)
    }

    @Test func lineCountIsLimited() {
        var decoder = ReplyDecoder()
        decoder.append(Array("OK 100001\n".utf8))
        #expect(throws: ReplyDecoder.Malformed()) { try decoder.next() }
    }

    @Test func limitsApplyPerReply() throws {
        let reply = Reply.ok([String(repeating: "x", count: ReplyDecoder.byteLimit - 10)])
        var decoder = ReplyDecoder()
        for _ in 0..<3 {
            decoder.append(Array(reply.text.utf8))
            #expect(try decoder.next() == reply)
        }
    }
}
