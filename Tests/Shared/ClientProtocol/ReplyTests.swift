import ClientProtocol
import Testing

@Suite("Replies")
struct ReplyTests {
    /// Replies of every kind, with edge cases.
    private static let replies: [Reply] = [
        .ok([]), .ok(["☀ 21°"]), .ok(["a", "", "  b  "]), .ok([""]), .ok(["OK 1", "ERR busy x"]),
        .ok(["\u{301}accent first", "\r"]), .error(.noData, "there is no weather yet"),
        .error(.badArgument, "\u{301}accent first"), .error(.internal, ""), .error(.tooLong, "  spaces  kept "),
        .ok((1...200).map { "line \($0)" }),
    ]

    @Test("A reply has a head and lines")
    func text() {
        #expect(Reply.ok([]).text == "OK 0\n")
        #expect(Reply.ok(["a", "b"]).text == "OK 2\na\nb\n")
        #expect(Reply.error(.noLocation, "where?").text == "ERR no-location where?\n")
    }

    @Test("Every code round-trips", arguments: Reply.Code.allCases)
    func codes(code: Reply.Code) throws {
        var decoder = ReplyDecoder()
        decoder.append(Array(Reply.error(code, "why").text.utf8))
        #expect(try decoder.next() == .error(code, "why"))
    }

    @Test("Replies are assembled from pieces of any length", arguments: 1...64)
    func pieces(length: Int) throws {
        let bytes = Array(Self.replies.map(\.text).joined().utf8)
        var decoder = ReplyDecoder()
        var decoded: [Reply] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            decoder.append(Array(bytes[start..<min(start + length, bytes.count)]))
            while let reply = try decoder.next() { decoded.append(reply) }
        }
        #expect(decoded == Self.replies)
    }

    @Test("A reply is complete only with its last byte")
    func patience() throws {
        for reply in Self.replies {
            var decoder = ReplyDecoder()
            decoder.append(Array(reply.text.utf8.dropLast()))
            #expect(try decoder.next() == nil)
            decoder.append([UInt8(ascii: "\n")])
            #expect(try decoder.next() == reply)
            #expect(try decoder.next() == nil)
        }
    }

    @Test("Invalid UTF-8 is repaired, not rejected")
    func notUTF8() throws {
        var decoder = ReplyDecoder()
        decoder.append(Array("OK 1\n".utf8) + [0xFF, 0x0A])
        #expect(try decoder.next() == .ok(["\u{FFFD}"]))
    }

    @Test("An unknown error code is an internal error with its message")
    func unknownCode() throws {
        var decoder = ReplyDecoder()
        decoder.append(Array("ERR too-sunny stay inside\n".utf8))
        #expect(try decoder.next() == .error(.internal, "stay inside"))
    }

    @Test(
        "Input that does not start like a reply is malformed",
        arguments: [
            "", "OK", "OK ", "OK x", "OK -1", "OK 1 2", "OK  1", "OK 100001", "OK 99999999999999999999", "ok 1",
            "ERR", "ERR ", "ERR busy", "ERR  x", "HTTP/1.1 200 OK", " OK 1", "OK 1\r", "220 mail.example ESMTP",
        ])
    func malformed(head: String) {
        var decoder = ReplyDecoder()
        decoder.append(Array("\(head)\n".utf8))
        #expect(throws: ReplyDecoder.Malformed.self) { try decoder.next() }
    }

    @Test("An endless line is malformed")
    func endless() {
        var decoder = ReplyDecoder()
        let piece = [UInt8](repeating: 0x78, count: 1 << 20)
        #expect(throws: ReplyDecoder.Malformed.self) {
            for _ in 1...5 {
                decoder.append(piece)
                _ = try decoder.next()
            }
        }
    }
}
