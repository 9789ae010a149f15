import ClientProtocol
import Languages
import Rendering

@testable import Server

extension FuzzTarget {
    /// A request line, parsed and answered.
    static let request = FuzzTarget(name: "request") { bytes in
        let request = Result { () throws(RequestError) in try Request(line: bytes) }
        switch request {
        case .success(let request):
            // Formatting the words as a request line yields the same request.
            let words = try QuotedWords.split(bytes)
            let line = QuotedWords.join(words)
            try require(try QuotedWords.split(line.utf8) == words, "\(words) written as \(line)")
            try require(try Request(words: words) == request, "\(words) is a different request")
        case .failure(let error): try requireOneLine(error.sentence)
        }

        let reply = try ResponderFixture.reply(to: bytes, isRead: request.isReading)
        var decoder = ReplyDecoder()
        decoder.append(Array(reply.text.utf8))
        try require(try decoder.next() == reply, "not the reply that is sent: \(reply)")
        try require(try decoder.next() == nil, "more than one reply: \(reply)")
        switch reply {
        case .ok(let lines): for line in lines where !request.hasColors { try requirePrintable(line) }
        case .error(let code, let message):
            try requireOneLine(message)
            try require(code != .internal, message)
        }
    }

    /// The bytes of a client, in pieces of any size.
    static let requestStream = FuzzTarget(name: "request-stream") { bytes in
        // The first byte determines how they are split.
        guard let size = bytes.first.map({ Int($0) % 64 + 1 }) else { return }
        let bytes = bytes.dropFirst()
        var buffer = RequestBuffer()
        var lines: [[UInt8]] = []
        var isTooLong = false
        var rest = bytes
        while !rest.isEmpty, !isTooLong {
            buffer.append(rest.prefix(size))
            rest = rest.dropFirst(size)
            while let line = buffer.next() {
                guard case .line(let line) = line else {
                    isTooLong = true
                    break
                }
                lines.append(Array(line))
            }
            if lines.count.isMultiple(of: 2) { buffer.shrink() }
        }
        // The result equals that of splitting at each line end.
        let whole = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Array($0) }
        let fitting = whole.dropLast().prefix { $0.count < RequestLine.limit }
        try require(lines == Array(fitting), "\(lines.count) lines of \(fitting.count)")
        let isEndTooLong = fitting.count < whole.count && whole[fitting.count].count >= RequestLine.limit
        try require(isTooLong == isEndTooLong, "too long: \(isTooLong)")
        if !isTooLong { try require(buffer.hasRest == (whole.last?.isEmpty == false), "a rest: \(buffer.hasRest)") }
    }
}

extension Result<Request, RequestError> {
    /// Whether the request changes nothing.
    fileprivate var isReading: Bool {
        switch self {
        case .success(.read(let reading)), .success(.watch(let reading)): reading.place == nil
        case .success(.version), .success(.help), .success(.search), .failure: true
        default: false
        }
    }

    /// Whether the reply may contain terminal control sequences.
    fileprivate var hasColors: Bool {
        switch self {
        case .success(.read(let reading)), .success(.watch(let reading)), .success(.map(_, let reading)):
            reading.colors != .none
        default: false
        }
    }
}
