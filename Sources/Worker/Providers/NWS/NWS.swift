public import HTTP
public import Weather
public import WorkerProtocol

/// The [National Weather Service](https://www.weather.gov/documentation/services-web-api) of the United States, without
/// a key. It requires a User-Agent with contact details.
///
/// A report takes four requests: the hourly forecast, which is required; the gridded data for rain and snow amounts,
/// gusts and clouds; the half-daily forecast for the days beyond the hours; and the nearest station's latest
/// observation. Two more, for the grid point and its stations, are made once a day.
public struct NWS: DescribedProvider {
    public let facts = ProviderFacts.nws

    private let service: NWSService
    private let gridPoints: NWSGridPoints
    private let notice: @Sendable (ProviderNotice) -> Void

    /// - Parameters:
    ///   - baseURL: `https://api.weather.gov`, or another host with the same API.
    ///   - gridPoints: cached between reports.
    ///   - notice: receives notices for the log.
    public init(
        baseURL: String, gridPoints: NWSGridPoints, exchange: @escaping HTTPExchange,
        notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }
    ) {
        service = NWSService(baseURL: baseURL.asBaseURL, exchange: exchange)
        self.gridPoints = gridPoints
        self.notice = notice
    }

    /// - Parameter previous: contains today's past hours, which the service no longer sends.
    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        var (point, isNew) = try await gridPoint(for: coordinate, at: now)
        var hourly = try await service.exchange(service.query(point.hourly))
        if hourly.isStaleGridPoint, !isNew {
            gridPoints.forget(coordinate)
            (point, isNew) = try await gridPoint(for: coordinate, at: now)
            hourly = try await service.exchange(service.query(point.hourly))
        }
        // At sea the grid has points, but no hourly forecast.
        if hourly.status == 404 { throw .notCovered(host: service.host, reason: hourly.problem) }
        if let failure = service.failure(hourly, at: now) { throw failure }

        var forecast = NWSForecast(hourly: try JSONValue(hourly, from: service.host), at: now)
        guard !forecast.hours.isEmpty else {
            throw .malformed(host: service.host, reason: "the response contains no weather")
        }
        var parts = ReportParts(notice: notice)
        for part in Part.allCases {
            await parts.take(part.rawValue) { () async throws(FetchFailure) in
                try await add(part, to: &forecast, for: coordinate, point, at: now)
            }
        }
        let calendar = PlaceCalendar(timeZone: point.timeZone, at: coordinate)
        var report = forecast.report(for: coordinate, in: calendar, at: now, after: previous)
        report.missing = parts.missing
        return report
    }

    /// The optional parts of a report, as named in the log.
    private enum Part: String, CaseIterable {
        case grid = "rain and snow"
        case halfDays = "the last days"
        case observation = "the observation"
    }

    private func add(
        _ part: Part, to forecast: inout NWSForecast, for coordinate: Coordinate, _ point: NWSGridPoint,
        at now: UnixTime
    ) async throws(FetchFailure) {
        switch part {
        case .grid:
            guard let path = point.grid else { return }
            forecast.grid = try NWSGrid(try await service.answer(path, at: now), from: service.host)
        case .halfDays:
            guard let path = point.daily else { return }
            forecast.add(halfDays: try await service.document(path, at: now), at: now)
        case .observation:
            forecast.observation = try await observation(near: coordinate, point, at: now)
        }
    }

    /// - Returns: the point, and whether it was requested just now.
    private func gridPoint(
        for coordinate: Coordinate, at now: UnixTime
    ) async throws(FetchFailure) -> (NWSGridPoint, isNew: Bool) {
        switch gridPoints.finding(for: coordinate, at: now) {
        case .point(let point): return (point, false)
        case .notCovered(let reason): throw .notCovered(host: service.host, reason: reason)
        case nil: break
        }
        let (latitude, longitude) = coordinate.queryDegrees
        let answer = try await service.exchange(service.query("/points/\(latitude),\(longitude)"))
        if answer.status == 404 {
            gridPoints.keep(.notCovered(reason: answer.problem), for: coordinate, at: now)
            throw .notCovered(host: service.host, reason: answer.problem)
        }
        if let failure = service.failure(answer, at: now) { throw failure }
        let json = try JSONValue(answer, from: service.host)
        guard case .object(let properties) = json["properties"] else {
            throw .malformed(host: service.host, reason: "the response contains no grid point")
        }
        guard let point = NWSGridPoint(json) else {
            guard properties["forecastHourly"] == .null else {
                throw .malformed(host: service.host, reason: "the response contains no forecast URL")
            }
            let reason = "there is no hourly forecast, as at sea"
            gridPoints.keep(.notCovered(reason: reason), for: coordinate, at: now)
            throw .notCovered(host: service.host, reason: reason)
        }
        gridPoints.keep(.point(point), for: coordinate, at: now)
        return (point, true)
    }

    /// The place's grid point with its nearest station.
    func pointWithStation(for coordinate: Coordinate, at now: UnixTime) async throws(FetchFailure) -> NWSGridPoint {
        try await withStation(try await gridPoint(for: coordinate, at: now).0, for: coordinate, at: now)
    }

    private func withStation(
        _ point: NWSGridPoint, for coordinate: Coordinate, at now: UnixTime
    ) async throws(FetchFailure) -> NWSGridPoint {
        guard point.station == nil, let path = point.stations else { return point }
        var point = point
        point.setStation(try await service.document(path, at: now), for: coordinate)
        gridPoints.amend(point, for: coordinate)
        return point
    }

    /// The latest observation of the nearest station; nil without a station nearby, or when the observation is too old.
    private func observation(
        near coordinate: Coordinate, _ point: NWSGridPoint, at now: UnixTime
    ) async throws(FetchFailure) -> NWSObservation? {
        let point = try await withStation(point, for: coordinate, at: now)
        guard case .station(let station) = point.station else { return nil }
        let feature = try await service.document(station.latestObservation, at: now)
        return NWSObservation(feature, of: station).flatMap { $0.isRecent(at: now) ? $0 : nil }
    }
}

/// What the service's interfaces have in common: <https://www.weather.gov/documentation/services-web-api>.
struct NWSService: Sendable {
    let baseURL: String
    let exchange: HTTPExchange

    var host: String { HTTPQuery(url: baseURL).host }

    func query(_ path: String) -> HTTPQuery {
        HTTPQuery(url: baseURL + path, headers: ["Accept": "application/geo+json"])
    }

    /// The answer to a successful request.
    func answer(_ path: String, at now: UnixTime) async throws(FetchFailure) -> HTTPAnswer {
        let answer = try await exchange(query(path))
        if let failure = failure(answer, at: now) { throw failure }
        return answer
    }

    func document(_ path: String, at now: UnixTime) async throws(FetchFailure) -> JSONValue {
        try JSONValue(try await answer(path, at: now), from: host)
    }

    /// The failure that an answer reports; nil for a success.
    func failure(_ answer: HTTPAnswer, at now: UnixTime) -> FetchFailure? {
        answer.failure(from: host, at: now, reason: answer.problem)
    }
}

extension HTTPAnswer {
    /// The service's explanation in an error document (RFC 9457, `application/problem+json`); nil for none.
    var problem: String? {
        guard status >= 400, let problem = try? JSONValue(self, from: "") else { return nil }
        let words = [problem["title"].text, problem["detail"].text].compactMap(\.self)
        return words.joined(separator: ": ").asReason
    }

    /// Whether the grid point is out of date, so that looking the place up again may help.
    var isStaleGridPoint: Bool {
        if status == 404 { return true }
        guard status == 503, let problem = try? JSONValue(self, from: "") else { return false }
        return [problem["type"].text, problem["title"].text].contains { $0?.contains("Expired") == true }
    }
}
