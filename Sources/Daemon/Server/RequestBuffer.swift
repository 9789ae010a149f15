import ClientProtocol

/// Bytes from a client that have not been processed.
struct RequestBuffer {
    enum Line {
        /// Without its line ending.
        case line(ArraySlice<UInt8>)
        case tooLong
    }

    private var bytes: ArraySlice<UInt8> = []

    /// Whether the buffer ends with an incomplete line.
    var hasRest: Bool { !bytes.isEmpty }

    /// Whether the next line is a simple bar request, which takes no time to parse or to answer.
    var isNextShort: Bool {
        let line = bytes.prefix(64)
        return line.starts(with: "short".utf8) && line.contains(UInt8(ascii: "\n"))
    }

    mutating func append(_ more: ArraySlice<UInt8>) {
        if hasRest { bytes += more } else { bytes = more }
    }

    /// Releases the read buffer after its requests were answered, keeping a copy of an incomplete line.
    mutating func shrink() {
        bytes = hasRest ? ArraySlice(Array(bytes)) : []
    }

    /// The next complete line; nil when more bytes are needed.
    mutating func next() -> Line? {
        guard let end = bytes.prefix(RequestLine.limit).firstIndex(of: UInt8(ascii: "\n")) else {
            return bytes.count >= RequestLine.limit ? .tooLong : nil
        }
        defer { bytes = bytes[(end + 1)...] }
        return .line(bytes[..<end])
    }
}
