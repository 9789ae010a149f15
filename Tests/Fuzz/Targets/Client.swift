import Wire

@testable import Client
@testable import weatherctl_tools

extension FuzzTarget {
    /// The input of weatherctl: replies from the socket, clicks of a bar, keys of a terminal.
    static let client = FuzzTarget(name: "client") { bytes in
        guard let size = bytes.first.map({ Int($0) % 64 + 1 }) else { return }
        let bytes = Array(bytes.dropFirst())
        let whole = replies(bytes, inPiecesOf: max(bytes.count, 1))
        // However the bytes come, the replies are the same.
        try demand(replies(bytes, inPiecesOf: size) == whole, "pieces of \(size) make other replies")
        // Written out they are the same again.
        let text = whole.replies.map(\.text).joined()
        try demand(replies(Array(text.utf8), inPiecesOf: size).replies == whole.replies, "written otherwise: \(text)")

        for reply in whole.replies {
            let harmless = reply.harmless.text
            try demand(harmless.allSatisfy { !$0.isNewline || $0 == "\n" }, "a line end is left: \(harmless)")
            try demand(reply.harmless.harmless == reply.harmless, "it is not harmless at once: \(harmless)")
        }
        if let click = Click(line: bytes) { try demand((1...5).contains(click.button), "button \(click.button)") }
        var keys = KeyDecoder()
        var singly = KeyDecoder()
        try demand(keys.decode(bytes) == bytes.flatMap { singly.decode([$0]) }, "other keys")
        try demand(keys.settle() == singly.settle(), "another last key")
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
