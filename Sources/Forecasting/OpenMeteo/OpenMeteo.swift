public import HTTP
public import Weather

/// [Open-Meteo](https://open-meteo.com/en/docs): worldwide, without a key, free for use that is not commercial.
public struct OpenMeteo: ForecastProvider {
    public static let identity = Provider(
        id: "open-meteo", name: "Open-Meteo", attribution: "Weather data by Open-Meteo.com")

    public var identity: Provider { Self.identity }

    private let baseURL: String
    private let exchange: HTTPExchange

    /// - Parameter baseURL: `https://api.open-meteo.com`, or where else the same interface is served.
    public init(baseURL: String, exchange: @escaping HTTPExchange) {
        var baseURL = baseURL
        while baseURL.hasSuffix("/") { baseURL.removeLast() }
        self.baseURL = baseURL
        self.exchange = exchange
    }

    public func report(for coordinate: Coordinate, at now: UnixTime) async throws(FetchFailure) -> Report {
        let query = Self.query(for: coordinate, baseURL: baseURL)
        let answer = try await exchange(query)
        return try Self.report(from: answer, of: query.host, for: coordinate, at: now)
    }

    /// The report that an answer holds.
    ///
    /// - Parameter host: who answered, for the failure.
    static func report(
        from answer: HTTPAnswer, of host: String, for coordinate: Coordinate, at now: UnixTime
    ) throws(FetchFailure) -> Report {
        let decoded = Result { try OpenMeteoAnswer(json: answer.body) }
        let error = (try? decoded.get())?.error
        if let failure = answer.failure(from: host, at: now, reason: error) {
            throw failure.waitingFor(limitNamedIn: error, at: now)
        }
        if let error {
            throw .serviceFailed(host: host, status: answer.status, reason: error, retryAfter: nil)
        }
        guard let content = try? decoded.get() else {
            throw .malformed(host: host, reason: answer.whatIsWrong)
        }
        guard let report = Report(content, for: coordinate, at: now) else {
            throw .malformed(host: host, reason: "there is no weather in the answer")
        }
        return report
    }
}

extension HTTPAnswer {
    /// Why a body that should be JSON cannot be read.
    fileprivate var whatIsWrong: String {
        let first = body.first { !UInt8.whitespace.contains($0) }
        return switch first {
        case nil: "the answer is empty"
        case UInt8(ascii: "<"): "the answer is a web page, not a forecast"
        case UInt8(ascii: "{"): "the answer is cut off or damaged"
        default: "the answer is not a forecast"
        }
    }
}

extension UInt8 {
    fileprivate static let whitespace = Set(" \t\r\n".utf8)
}

extension FetchFailure {
    /// Open-Meteo sends no Retry-After, but says in the reason which of its limits is used up: that of a minute, of an
    /// hour or of a day, which are counted anew at 00 UTC. To ask before that is of no use.
    fileprivate func waitingFor(limitNamedIn reason: String?, at now: UnixTime) -> FetchFailure {
        guard case .rateLimited(let host, let words, nil) = self, let reason = reason?.lowercased() else { return self }
        func untilNext(_ period: Int) -> Int { period - now.seconds % period }
        let wait: Int? =
            if reason.contains("minutely") {
                60
            } else if reason.contains("hourly") {
                untilNext(3600)
            } else if reason.contains("daily") {
                untilNext(86_400)
            } else {
                nil
            }
        return .rateLimited(host: host, reason: words, retryAfter: wait)
    }
}
