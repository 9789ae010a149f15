/// The status and headers of a response, parsed line by line. Interim responses are discarded.
struct AnswerHead {
    private(set) var status = 0
    private(set) var headers: [(name: String, value: String)] = []
    private var length = 0
    private var isComplete = false

    /// Whether the head is incomplete.
    var isOpen: Bool { status > 0 && !isComplete }

    /// Maximum size of all lines, bytes, including interim responses.
    static let longest = 80 << 10

    /// - Parameter line: a status line, a header, an empty line or a trailer, with its line end.
    /// - Returns: why the response is rejected; nil when it is not.
    mutating func take(_ line: some Collection<UInt8>) -> TransferEnding? {
        length += line.count
        guard length <= Self.longest else { return .notHTTP }
        let text = String(decoding: line, as: UTF8.self)
        let isEmpty = text.allSatisfy(\.isNewline)
        if text.hasPrefix("HTTP/") && (status == 0 || isComplete) {
            (status, headers, isComplete) = (Self.status(in: text), [], false)
            return (100...999).contains(status) ? nil : .notHTTP
        }
        guard !isComplete else { return nil }
        guard !isEmpty else {
            isComplete = true
            return nil
        }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let name = String(text[..<colon])
        let value = String(text[text.index(after: colon)...].trimming { $0.isWhitespace })
        headers.append((name, value))
        return isUnpacked ? nil : .unknownCoding
    }

    /// Whether the body has at most one encoding, which was offered.
    private var isUnpacked: Bool {
        let codings = headers.filter { $0.name.lowercased() == "content-encoding" }.map { $0.value.lowercased() }
        return codings.count < 2 && codings.allSatisfy(["", "identity", "gzip", "deflate"].contains)
    }

    /// 0 for an invalid line.
    private static func status(in line: String) -> Int {
        let words = line.split(maxSplits: 2) { $0.isWhitespace }
        guard words.count > 1, words[1].utf8.count == 3, words[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return 0
        }
        return Int(words[1]) ?? 0
    }
}

extension Substring {
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> Substring {
        let start = drop(while: isTrimmed)
        guard let end = start.lastIndex(where: { !isTrimmed($0) }) else { return start.prefix(0) }
        return start[...end]
    }
}
