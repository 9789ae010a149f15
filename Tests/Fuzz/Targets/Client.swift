import ClientProtocol

@testable import Client
@testable import weatherctl_tools

extension FuzzTarget {
    /// The input of weatherctl: replies from the socket, clicks of a bar, keys of a terminal, messages of an assistant.
    static let client = FuzzTarget(name: "client") { bytes in
        guard let size = bytes.first.map({ Int($0) % 64 + 1 }) else { return }
        let bytes = Array(bytes.dropFirst())
        let whole = replies(bytes, inPiecesOf: max(bytes.count, 1))
        // The replies do not depend on how the bytes are split.
        try require(replies(bytes, inPiecesOf: size) == whole, "pieces of \(size) bytes change the replies")
        // Encoding and decoding them again yields the same replies.
        let text = whole.replies.map(\.text).joined()
        try require(
            replies(Array(text.utf8), inPiecesOf: size).replies == whole.replies, "encoded differently: \(text)")

        for reply in whole.replies {
            let harmless = reply.harmless.text
            try require(harmless.allSatisfy { !$0.isNewline || $0 == "\n" }, "a line end is left: \(harmless)")
            try require(
                reply.harmless.harmless == reply.harmless, "a second pass changes the harmless text: \(harmless)")
        }
        if let click = Click(line: bytes) { try require((1...5).contains(click.button), "button \(click.button)") }
        try requireAnswers(bytes, inPiecesOf: size)
        var keys = KeyDecoder()
        var singly = KeyDecoder()
        try require(keys.decode(bytes) == bytes.flatMap { singly.decode([$0]) }, "different keys")
        try require(keys.settle() == singly.settle(), "a different last key")
    }

    /// The input as messages of an assistant: each gets at most one answer, which is one line of JSON.
    private static func requireAnswers(_ bytes: [UInt8], inPiecesOf size: Int) throws {
        let whole = lines(bytes, inPiecesOf: max(bytes.count, 1))
        try require(lines(bytes, inPiecesOf: size) == whole, "pieces of \(size) bytes change the messages")
        var session = MCPSession()
        for case .line(let line) in whole {
            let answer: String
            switch session.answer(MCPMessage(line), in: line) {
            case .nothing, .cancel: continue
            case .response(let text): answer = text
            case .call(let call):
                try require(!call.lines.contains { $0.utf8.dropLast().contains(UInt8(ascii: "\n")) }, "two requests")
                answer = call.failure("x")
            }
            try require(!answer.utf8.contains { $0 < 0x20 }, "more than a line: \(answer)")
            try requireJSON(answer)
        }
    }

    private static func lines(_ bytes: [UInt8], inPiecesOf size: Int) -> [MessageBuffer.Line] {
        var buffer = MessageBuffer(limit: 1000)
        var lines: [MessageBuffer.Line] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            buffer.append(Array(bytes[start..<min(start + size, bytes.count)]))
            while let line = buffer.next() { lines.append(line) }
        }
        return lines + [buffer.rest()].compactMap(\.self)
    }

    private struct Read: Equatable {
        var replies: [Reply] = []
        var isMalformed = false
    }

    private static func replies(_ bytes: [UInt8], inPiecesOf size: Int) -> Read {
        var decoder = ReplyDecoder()
        var read = Read()
        do throws(ReplyDecoder.Malformed) {
            for start in stride(from: 0, to: bytes.count, by: size) {
                decoder.append(Array(bytes[start..<min(start + size, bytes.count)]))
                while let reply = try decoder.next() { read.replies.append(reply) }
            }
        } catch {
            read.isMalformed = true
        }
        return read
    }
}
