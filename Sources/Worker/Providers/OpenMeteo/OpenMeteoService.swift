import HTTP
import Weather

/// What Open-Meteo's services have in common: one query for a list of places, and a report for each place.
struct OpenMeteoService<Content: OpenMeteoContent>: Sendable {
    let exchange: HTTPExchange
    let endpoint: OpenMeteoEndpoint
    let unknownNames: OpenMeteoUnknownNames
    /// The complete reports for these places.
    let request: @Sendable ([Coordinate]) -> OpenMeteoRequest

    func report(for coordinate: Coordinate, at now: UnixTime) async throws(FetchFailure) -> Content {
        let (answer, request, host) = try await answer(for: [coordinate])
        let models = request.names(of: UnknownName.models)
        var report = try Self.report(from: answer, of: host, for: coordinate, at: now, models: models)
        report.missing += request.missing(at: host)
        return report
    }

    func reports(
        for coordinates: [Coordinate], at now: UnixTime
    ) async throws(FetchFailure) -> [Result<Content, FetchFailure>] {
        guard !coordinates.isEmpty else { return [] }
        let (answer, request, host) = try await answer(for: coordinates)
        let models = request.names(of: UnknownName.models)
        let missing = request.missing(at: host)
        return try Self.reports(from: answer, of: host, for: coordinates, at: now, models: models).map { result in
            result.map { report in
                var report = report
                report.missing += missing
                return report
            }
        }
    }

    /// The answer to the request, repeated without the names that the server does not know.
    ///
    /// - Throws: also when it does not know a required one.
    private func answer(
        for coordinates: [Coordinate]
    ) async throws(FetchFailure) -> (HTTPAnswer, OpenMeteoRequest, host: String) {
        var request = request(coordinates)
        for name in unknownNames.all { request.leaveOut(name) }
        while true {
            let query = endpoint.query(request, for: coordinates)
            let answer = try await exchange(query)
            guard let reason = answer.openMeteoRejection(from: query.host) else { return (answer, request, query.host) }
            let names = request.names(rejectedIn: reason)
            guard !names.isEmpty else { return (answer, request, query.host) }
            let extra = names.filter { !request.requires($0) }
            guard !extra.isEmpty else {
                let reason = "it does not know \(names[0].text), which is required"
                throw .refused(host: query.host, status: answer.status, reason: reason)
            }
            guard let left = unknownNames.repeats() else { return (answer, request, query.host) }
            for name in extra {
                request.leaveOut(name)
                unknownNames.insert(name, at: query.host)
            }
            if left == 1 { request.leaveOutMostRejectedList() }
            if left == 0 { request = request.core }
        }
    }

    /// The reports in an answer: an array with one element per place, in the order of the query; for a single place an
    /// object; or an error for all places.
    ///
    /// - Parameter host: the sender, for failures.
    static func reports(
        from answer: HTTPAnswer, of host: String, for coordinates: [Coordinate], at now: UnixTime,
        models: [String] = []
    ) throws(FetchFailure) -> [Result<Content, FetchFailure>] {
        guard coordinates.count > 1, (200..<300).contains(answer.status),
            let array = JSONArray(answer.body, most: coordinates.count)
        else {
            let report = try report(from: answer, of: host, for: coordinates[0], at: now, models: models)
            guard coordinates.count == 1 else {
                throw .malformed(host: host, reason: "the response is for one place, not for \(coordinates.count)")
            }
            return [.success(report)]
        }
        guard array.count == coordinates.count else {
            let reason = "the response is for \(array.count) places, not for \(coordinates.count)"
            throw .malformed(host: host, reason: reason)
        }
        return zip(array.elements, coordinates).map { element, coordinate in
            Result { () throws(FetchFailure) in
                let answer = HTTPAnswer(status: answer.status, body: Array(element))
                return try report(from: answer, of: host, for: coordinate, at: now, models: models).compacted
            }
        }
    }

    /// The report in an answer for one place.
    ///
    /// - Parameter host: the sender, for failures.
    static func report(
        from answer: HTTPAnswer, of host: String, for coordinate: Coordinate, at now: UnixTime, models: [String] = []
    ) throws(FetchFailure) -> Content {
        let content = try OpenMeteoAnswer(answer, from: host, at: now, models: models)
        guard let report = Content(content, for: coordinate, at: now) else {
            throw Content.failure(of: content, from: host, at: now)
                ?? .malformed(host: host, reason: "the response contains no \(Content.subject)")
        }
        return report
    }
}

/// A report that one of Open-Meteo's services sends.
protocol OpenMeteoContent: ProviderReport {
    /// What a report contains, for failures: `weather`.
    static var subject: String { get }

    /// nil without any usable value.
    init?(_ answer: OpenMeteoAnswer, for coordinate: Coordinate, at now: UnixTime)

    /// The report in less memory, for lists.
    var compacted: Self { get }

    /// What an answer without a report means; nil when it is malformed.
    static func failure(of answer: OpenMeteoAnswer, from host: String, at now: UnixTime) -> FetchFailure?
}

extension OpenMeteoContent {
    static func failure(of answer: OpenMeteoAnswer, from host: String, at now: UnixTime) -> FetchFailure? { nil }
}

extension OpenMeteoAnswer {
    /// The answer for one place, of the first model for each value.
    ///
    /// - Parameter models: as requested, in the order of preference; empty for the service's choice.
    /// - Throws: the error that the service sent, or `malformed`; `host` is the sender.
    init(_ answer: HTTPAnswer, from host: String, at now: UnixTime, models: [String]) throws(FetchFailure) {
        do throws(FetchFailure) {
            self = try OpenMeteoAnswer(answer, from: host, at: now).merging(models)
        } catch {
            throw models.isEmpty ? error : error.ofModels
        }
    }

    private init(_ answer: HTTPAnswer, from host: String, at now: UnixTime) throws(FetchFailure) {
        let json = Result { () throws(FetchFailure) in try JSONValue(answer, from: host) }
        let content: OpenMeteoAnswer? =
            if case .success(let object) = json, case .object = object { OpenMeteoAnswer(object) } else { nil }
        if let failure = answer.failure(from: host, at: now, reason: content?.error) {
            throw failure.waitingFor(limitNamedIn: content?.error, at: now)
        }
        if let error = content?.error {
            // An error with a success status counts as the status that it should have.
            let failure: FetchFailure =
                error.lowercased().contains("limit exceeded")
                ? .rateLimited(host: host, reason: error, retryAfter: nil)
                : .refused(host: host, status: answer.status, reason: error)
            throw failure.waitingFor(limitNamedIn: error, at: now)
        }
        guard let content else {
            _ = try json.get()
            throw answer.damage(from: host)
        }
        self = content
    }
}

extension FetchFailure {
    /// Open-Meteo sends no Retry-After, but its reason names the exceeded limit: per minute, per hour, or per day,
    /// which is reset at 00 UTC. Earlier retries would fail.
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

extension FetchFailure {
    /// The failure of a request for configured models: the service rejects how they are combined, or a place outside of a
    /// regional model. It leaves out single names that it does not know (`OpenMeteoRequest`).
    fileprivate var ofModels: FetchFailure {
        guard case .refused(let host, let status, let reason?) = self, status == 400 || status < 300 else {
            return self
        }
        let words = reason.lowercased()
        if words.contains("no data is available") { return .notCovered(host: host, reason: reason) }
        let concernsModels = words.contains("model") || words.contains("domain")
        return concernsModels ? .settingRefused(host: host, setting: "open-meteo.models", reason: reason) : self
    }
}

/// The elements of a JSON array as their bytes. A list of places is parsed place by place, since parsing it at once
/// would take many times the memory of the text.
struct JSONArray {
    private(set) var elements: [ArraySlice<UInt8>] = []
    /// The number of elements in the text, including those beyond `most`.
    private(set) var count = 0

    /// nil when the text is not exactly one array.
    ///
    /// - Parameter most: the maximum number of elements to keep. A small compressed answer can contain many millions.
    init?(_ text: [UInt8], most: Int) {
        var rest = text[...]
        rest.trimWhitespace()
        guard rest.popFirst() == UInt8(ascii: "["), rest.popLast() == UInt8(ascii: "]") else { return nil }
        rest.trimWhitespace()
        if rest.isEmpty { return }

        var depth = 0
        var isText = false
        var isEscaped = false
        var start = rest.startIndex
        for (index, byte) in zip(rest.indices, rest) {
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ",") where depth == 0:
                if count < most { elements.append(rest[start..<index]) }
                count += 1
                start = index + 1
            default: break
            }
            if depth < 0 { return nil }
        }
        guard depth == 0, !isText else { return nil }
        if count < most { elements.append(rest[start...]) }
        count += 1
    }
}

extension ArraySlice<UInt8> {
    /// As in RFC 8259.
    private static let whitespace: Set<UInt8> = Set(" \t\r\n".utf8)

    fileprivate mutating func trimWhitespace() {
        while let byte = first, Self.whitespace.contains(byte) { removeFirst() }
        while let byte = last, Self.whitespace.contains(byte) { removeLast() }
    }
}
