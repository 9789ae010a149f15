import HTTP
import Synchronization
import Weather

/// A service whose answers come from the fuzzer's bytes, one for each request.
///
/// Each ends at a record separator (0x1E). An answer that begins with `HTTP ` has a status and headers before its body,
/// each on a separate line, then an empty line; any other is a body with status 200.
final class ScriptedAnswers: Sendable {
    private let answers: Mutex<[HTTPAnswer]>

    init(_ bytes: [UInt8]) {
        let records = bytes.split(separator: 0x1E, maxSplits: 20, omittingEmptySubsequences: false)
        answers = Mutex(records.map(Self.answer).reversed())
    }

    var exchange: HTTPExchange {
        { query async throws(FetchFailure) in
            // Further requests fail, as without a server.
            guard let answer = self.answers.withLock({ $0.popLast() }) else {
                throw .unreachable(host: query.host, reason: "no more answers")
            }
            return answer.redacted(query.key)
        }
    }

    private static func answer(_ record: ArraySlice<UInt8>) -> HTTPAnswer {
        guard record.starts(with: "HTTP ".utf8) else { return HTTPAnswer(status: 200, body: Array(record)) }
        var status = 200
        var headers: [(name: String, value: String)] = []
        var rest = record
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[(end + 1)...]
            if line.isEmpty { break }
            if line.hasPrefix("HTTP ") {
                // The HTTP client accepts no other status.
                status = Int(line.dropFirst(5)).flatMap { (100...999).contains($0) ? $0 : nil } ?? 200
            } else if let colon = line.firstIndex(of: ":") {
                headers.append((String(line[..<colon]), String(line[line.index(after: colon)...])))
            }
        }
        return HTTPAnswer(status: status, headers: headers, body: Array(rest))
    }
}
