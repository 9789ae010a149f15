import HTTP
import Languages
import Rendering
import Weather
import WorkerProtocol

// The HTTP client itself, not only the parsers of the bodies.
extension FuzzTarget {
    /// A server's raw bytes, independent of the request.
    static let httpAnswer = FuzzTarget(name: "http-answer") { bytes in
        let url = try RawServer.shared.url(sending: bytes)
        let key = fuzzKey
        let outcome = settled { () async -> Result<HTTPAnswer, FetchFailure> in
            do throws(FetchFailure) {
                return .success(try await exchange(HTTPQuery(url: "\(url)/?appid=\(key.text)", key: key)))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let answer):
            try require((100...999).contains(answer.status), "status \(answer.status)")
            try require(answer.body.count <= HTTPQuery.commonAnswerLimit, "\(answer.body.count) bytes")
            for name in ["Last-Modified", "Retry-After", "Expires", "Date", "Location"] {
                guard let value = answer[header: name] else { continue }
                try require(key.masked(in: value) == value, "the key in \(name)")
            }
            if let wait = answer.retryAfter(at: fuzzNow) { try require((0...40 * 86_400).contains(wait), "\(wait) s") }
            _ = answer.httpFreshness(at: fuzzNow)
            if let failure = answer.failure(from: "service.test", at: fuzzNow, reason: nil) {
                try requireOneLine(failure.sentence)
            }
        case .failure(let failure):
            try requireOneLine(failure.sentence)
            try requireWithout(key, failure.sentence)
        case nil: throw Violation("no result")
        }
    }

    private static let exchange = Transport(connectDeadline: .seconds(1), readDeadline: .seconds(1))
        .exchange(userAgent: "fuzz", deadline: .seconds(2))
}
