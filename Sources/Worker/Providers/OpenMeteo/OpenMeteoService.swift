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
            throw .malformed(host: host, reason: "the response contains no \(Content.subject)")
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
}
