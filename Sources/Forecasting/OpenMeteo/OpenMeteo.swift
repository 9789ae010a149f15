public import HTTP
public import Weather

/// [Open-Meteo](https://open-meteo.com/en/docs): worldwide, without a key, free for use that is not commercial.
public struct OpenMeteo: ForecastProvider {
    public static let identity = Provider(
        id: "open-meteo", name: "Open-Meteo", attribution: "Weather data by Open-Meteo.com")

    public var identity: Provider { Self.identity }

    /// The service counts a place as one call for each ten variables asked for, and ours are 56; it allows 600 calls a
    /// minute, 5,000 an hour and 10,000 a day for an address (<https://open-meteo.com/en/pricing> and
    /// <https://open-meteo.com/en/terms>). That makes 107 places a minute and 1,785 a day. It sets no length to a list;
    /// with 67 places the address stays near 3 KB, the answer at some 2 MB, and 200 places are three requests.
    public static let limits = ProviderLimits(batch: 67, placesAMinute: 100, placesADay: 1785)

    public var limits: ProviderLimits { Self.limits }

    private let baseURL: String
    private let exchange: HTTPExchange

    /// - Parameter baseURL: `https://api.open-meteo.com`, or where else the same interface is served.
    public init(baseURL: String, exchange: @escaping HTTPExchange) {
        self.baseURL = baseURL.asBaseURL
        self.exchange = exchange
    }

    public func report(for coordinate: Coordinate, at now: UnixTime) async throws(FetchFailure) -> Report {
        let query = Self.query(for: [coordinate], baseURL: baseURL)
        let answer = try await exchange(query)
        return try Self.report(from: answer, of: query.host, for: coordinate, at: now)
    }

    public func reports(
        for coordinates: [Coordinate], at now: UnixTime
    ) async throws(FetchFailure) -> [Result<Report, FetchFailure>] {
        guard !coordinates.isEmpty else { return [] }
        let query = Self.query(for: coordinates, baseURL: baseURL)
        let answer = try await exchange(query)
        return try Self.reports(from: answer, of: query.host, for: coordinates, at: now)
    }

    /// The reports that an answer holds: an array with an element a place, in the order of the question, or one object
    /// when there is but one place, or no weather at all.
    ///
    /// - Parameter host: who answered, for the failure.
    static func reports(
        from answer: HTTPAnswer, of host: String, for coordinates: [Coordinate], at now: UnixTime
    ) throws(FetchFailure) -> [Result<Report, FetchFailure>] {
        guard coordinates.count > 1, (200..<300).contains(answer.status), let array = JSONArray(answer.body) else {
            let report = try report(from: answer, of: host, for: coordinates[0], at: now)
            guard coordinates.count == 1 else {
                throw .malformed(host: host, reason: "the answer is for one place, not for \(coordinates.count)")
            }
            return [.success(report)]
        }
        guard array.elements.count == coordinates.count else {
            let reason = "the answer is for \(array.elements.count) places, not for \(coordinates.count)"
            throw .malformed(host: host, reason: reason)
        }
        return zip(array.elements, coordinates).map { element, coordinate in
            Result { () throws(FetchFailure) in
                try report(
                    from: HTTPAnswer(status: answer.status, body: Array(element)), of: host, for: coordinate, at: now
                ).compacted
            }
        }
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
