import Endpoints
public import HTTP
public import Providers
public import Weather

/// The [National Weather Service](https://www.weather.gov/documentation/services-web-api) of the United States, without a
/// key. The User-Agent has to say who asks.
///
/// A report takes four requests: the hourly forecast; the numbers behind it, for the amounts of rain and snow, gusts and
/// clouds that it does not tell; the half-daily forecast, for the days beyond its hours; and the nearest station's latest
/// observation. It stands on the first alone. Two more, for where the place lies in the grid and for its stations, come
/// once a day.
public struct NWS: ReportProvider {
    public static let identity = ProviderFacts.nws.identity

    public var identity: Provider { Self.identity }

    private let service: NWSService
    private let gridPoints: NWSGridPoints
    private let notice: @Sendable (ProviderNotice) -> Void

    /// - Parameters:
    ///   - baseURL: `https://api.weather.gov`, or where else the same interface is served.
    ///   - gridPoints: what is remembered from one report to the next.
    ///   - notice: takes what is worth a line in the log.
    public init(
        baseURL: String, gridPoints: NWSGridPoints, exchange: @escaping HTTPExchange,
        notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }
    ) {
        service = NWSService(baseURL: baseURL.asBaseURL, exchange: exchange)
        self.gridPoints = gridPoints
        self.notice = notice
    }

    public func covers(_ coordinate: Coordinate) -> Bool { ProviderFacts.nws.covers(coordinate) }

    /// - Parameter previous: has the hours of today that are over by now, which the service no longer tells.
    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        var (point, isNew) = try await gridPoint(for: coordinate, at: now)
        var hourly = try await service.exchange(service.query(point.hourly))
        if hourly.isOfOldGridPoint, !isNew {
            gridPoints.forget(coordinate)
            (point, isNew) = try await gridPoint(for: coordinate, at: now)
            hourly = try await service.exchange(service.query(point.hourly))
        }
        // At sea the grid has points, but no such forecast.
        if hourly.status == 404 { throw .notCovered(host: service.host, reason: hourly.problem) }
        if let failure = service.failure(hourly, at: now) { throw failure }

        var forecast = NWSForecast(hourly: try JSONValue(hourly, from: service.host), at: now)
        guard !forecast.hours.isEmpty else {
            throw .malformed(host: service.host, reason: "there is no weather in the answer")
        }
        for part in Part.allCases {
            do throws(FetchFailure) {
                try await add(part, to: &forecast, for: coordinate, point, at: now)
            } catch {
                notice(.incomplete(part: part.rawValue, error))
                // A service that wants fewer requests is asked no more.
                if case .rateLimited = error { break }
            }
        }
        let calendar = PlaceCalendar(timeZone: point.timeZone, at: coordinate)
        return forecast.report(for: coordinate, in: calendar, at: now, after: previous)
    }

    /// What the report can do without, by the name that the log has for it.
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

    /// - Returns: the point, and whether the service was asked for it just now.
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
            throw .malformed(host: service.host, reason: "there is no grid point in the answer")
        }
        guard let point = NWSGridPoint(json) else {
            guard properties["forecastHourly"] == .null else {
                throw .malformed(host: service.host, reason: "there is no address of a forecast in the answer")
            }
            let reason = "there is no forecast by the hour, as at sea"
            gridPoints.keep(.notCovered(reason: reason), for: coordinate, at: now)
            throw .notCovered(host: service.host, reason: reason)
        }
        gridPoints.keep(.point(point), for: coordinate, at: now)
        return (point, true)
    }

    /// The latest observation of the nearest station; nil when no station is near, or it does not tell of the present.
    private func observation(
        near coordinate: Coordinate, _ point: NWSGridPoint, at now: UnixTime
    ) async throws(FetchFailure) -> NWSObservation? {
        var point = point
        if point.station == nil, let path = point.stations {
            point.setStation(try await service.document(path, at: now), for: coordinate)
            gridPoints.amend(point, for: coordinate)
        }
        guard case .station(let station) = point.station else { return nil }
        let feature = try await service.document(station.latestObservation, at: now)
        return NWSObservation(feature, of: station).flatMap { $0.isRecent(at: now) ? $0 : nil }
    }
}
