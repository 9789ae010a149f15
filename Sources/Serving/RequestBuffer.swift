import NIOCore
import Wire

/// Bytes from a client that have not been answered yet.
struct RequestBuffer {
    enum Line {
        /// Without its line end.
        case line(ByteBuffer)
        case tooLong
    }

    private var bytes = ByteBuffer()

    /// Whether a line has begun and not ended.
    var hasRest: Bool { bytes.readableBytes > 0 }

    /// Whether the next line is that of a bar, which takes no time to read or to answer.
    var isNextShort: Bool {
        let line = bytes.readableBytesView.prefix(64)
        return line.starts(with: "short".utf8) && line.contains(UInt8(ascii: "\n"))
    }

    mutating func append(_ more: ByteBuffer) {
        guard hasRest else {
            bytes = more
            return
        }
        bytes.discardReadBytes()
        bytes.writeImmutableBuffer(more)
    }

    /// Lets go of the chunk that was read once its requests are answered; a begun line is kept by itself.
    mutating func shrink() {
        bytes = hasRest ? ByteBuffer(bytes: bytes.readableBytesView) : ByteBuffer()
    }

    /// The next whole line; nil when more bytes are needed.
    mutating func next() -> Line? {
        let view = bytes.readableBytesView
        guard let end = view.prefix(RequestLine.limit).firstIndex(of: UInt8(ascii: "\n")) else {
            return view.count >= RequestLine.limit ? .tooLong : nil
        }
        guard let line = bytes.readSlice(length: end - view.startIndex) else { return nil }
        bytes.moveReaderIndex(forwardBy: 1)
        return .line(line)
    }
}
