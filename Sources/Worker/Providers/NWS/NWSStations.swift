public import HTTP
public import Weather
public import WorkerProtocol

/// The newest observation of the nearest usable station of the National Weather Service.
///
/// It takes one request if the nearest station is known from a forecast or the hint. If it is not usable, the list and
/// up to two neighbours are requested; a usable neighbour is then preferred for the rest of the UTC day, and is one of the two.
public struct NWSStations: DescribedProvider {
    public let facts = ProviderFacts.nwsStations

    private let service: NWSService
    private let forecasts: NWS

    /// - Parameters:
    ///   - baseURL: `https://api.weather.gov`, or another host with the same API.
    ///   - gridPoints: cached between reports.
    public init(baseURL: String, gridPoints: NWSGridPoints, exchange: @escaping HTTPExchange) {
        service = NWSService(baseURL: baseURL.asBaseURL, exchange: exchange)
        forecasts = NWS(baseURL: baseURL, gridPoints: gridPoints, exchange: exchange)
    }

    /// The maximum number of stations that are requested, the nearest one included.
    private static let mostStations = 3

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: ObservationReport?
    ) async throws(FetchFailure) -> ObservationReport {
        let point = try await forecasts.pointWithStation(for: coordinate, at: now)
        guard case .station(let nearest) = point.station else {
            return ObservationReport(choosing: [], for: coordinate, from: identity, at: now)
        }
        var observations: [Observation] = []
        var failure: FetchFailure?
        // One station's failure does not affect its neighbours.
        func ask(_ station: NWSStation) async throws(FetchFailure) -> ObservationReport {
            do throws(FetchFailure) {
                if let observation = try await observation(of: station, near: coordinate, at: now) {
                    observations.append(observation)
                }
            } catch {
                guard !error.isOfAllPlaces, error.traits.reach != .silent else { throw error }
                failure = failure ?? error
            }
            return ObservationReport(choosing: observations, for: coordinate, from: identity, at: now)
        }
        let former = previous?.neighbour(of: nearest, at: now)
        if let previous, let former {
            var report = try await ask(former)
            report.rejected = previous.rejected
            if report.observation != nil { return report }
            (observations, failure) = ([], nil)
        }
        var report = try await ask(nearest)
        guard report.observation == nil, nearest.isWithinReach(of: coordinate), let path = point.stations else {
            if report.observation == nil, let failure { throw failure }
            return report
        }
        let list = try await service.document(path, at: now)
        let others = NWSStation.stations(of: list, near: coordinate)
            .filter { $0.id != nearest.id && $0.id != former?.id && $0.isWithinReach(of: coordinate) }
            .prefix(Self.mostStations - (former == nil ? 1 : 2))
        for station in others where report.observation == nil { report = try await ask(station) }
        if report.observation == nil, let failure { throw failure }
        return report
    }

    /// nil if the station has none.
    private func observation(
        of station: NWSStation, near coordinate: Coordinate, at now: UnixTime
    ) async throws(FetchFailure) -> Observation? {
        let answer = try await service.exchange(service.query(station.latestObservation))
        guard answer.status != 404 else { return nil }
        if let failure = service.failure(answer, at: now) { throw failure }
        return Observation(nws: try JSONValue(answer, from: service.host), of: station, near: coordinate)
    }
}

extension ObservationReport {
    /// The station that replaced the nearest one today (UTC); nil for none. The nearest one is tried again each day.
    fileprivate func neighbour(of nearest: NWSStation, at now: UnixTime) -> NWSStation? {
        guard let used = observation?.station, used.id != nearest.id,
            fetchedAt.seconds / 86_400 == now.seconds / 86_400, var station = NWSStation(id: used.id)
        else { return nil }
        station.name = used.name
        return station
    }
}

extension NWSStation {
    fileprivate func isWithinReach(of place: Coordinate) -> Bool {
        distance(to: place).map { $0 <= Observation.longestDistance } ?? true
    }
}

extension Observation {
    /// The service's names of the measured quantities.
    private static let fields: [(name: String, quantity: Quantity<Conditions>)] = [
        ("temperature", .temperature), ("dewpoint", .dewPoint), ("relativeHumidity", .humidity),
        ("windDirection", .windDirection), ("seaLevelPressure", .pressure), ("visibility", .visibility),
    ]

    /// nil without a time.
    ///
    /// - Parameter feature: a GeoJSON feature.
    init?(nws feature: JSONValue, of station: NWSStation, near coordinate: Coordinate) {
        let properties = feature["properties"]
        guard let time = properties["timestamp"].timestamp else { return nil }
        // The observation may describe the station in more detail than the list.
        let reported = NWSStation(feature)
        let distance = station.distance(to: coordinate) ?? reported?.distance(to: coordinate)
        self.init(
            station: Station(
                id: station.id, name: station.name ?? reported?.name, distance: distance,
                elevation: properties["elevation"].measured(.altitude)),
            time: time)
        for (name, quantity) in Self.fields { take(properties[name].reported(quantity.kind), as: quantity) }
        let wind = ReportedWind(properties)
        take(wind.speed, as: .windSpeed)
        take(wind.gust, as: .windGust)
        // An impossible amount of any period rejects the observation.
        for (name, _) in NWSObservation.precipitationFields {
            take(properties[name].reported(.depth), as: .precipitation)
        }
        conditions.precipitation = nil
        // Calm has no direction.
        if conditions.windSpeed == 0 { conditions.windDirection = nil }
        guard let observation = NWSObservation(feature, of: station) else { return }
        let rest = observation.conditions
        (conditions.condition, conditions.likelihood) = (rest.condition, rest.likelihood)
        (conditions.cloudCover, conditions.seesAtLeast) = (rest.cloudCover, rest.seesAtLeast)
        (seesLowCloudOnly, missesWeather) = (observation.seesLowCloudOnly, observation.missesWeather)
        conditions.takePrecipitation(of: rest)
        conditions.feelsLike = rest.feelsLike ?? NWSApparentTemperature.value(of: conditions)
    }
}

/// A weather station, as in the service's lists and observations.
struct NWSStation: Sendable, Hashable {
    /// `KNYC`.
    var id: String
    /// nil when not given.
    var name: String?
    /// nil when not given.
    var coordinate: Coordinate?

    /// Beyond this distance, m, a front or a mountain range may lie in between, and the forecast is better.
    private static let longestDistance = 50_000.0

    /// nil for an invalid identifier: four letters for an airport, a letter and digits for others.
    init?(id: String) {
        guard (1...20).contains(id.utf8.count),
            id.utf8.allSatisfy({
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
            })
        else { return nil }
        self.id = id
    }

    /// nil without an identifier.
    ///
    /// - Parameter feature: of GeoJSON: a station, or an observation of one.
    init?(_ feature: JSONValue) {
        let properties = feature["properties"]
        // Older observations only have the station's URL.
        let last = properties["station"].text?.split(separator: "/").last.map(String.init)
        guard let id = properties["stationIdentifier"].text ?? properties["stationId"].text ?? last else { return nil }
        self.init(id: id)
        name = (properties["name"].text ?? properties["stationName"].text)?.asReason
        let position = feature["geometry"]["coordinates"]
        if let longitude = position[0].number, let latitude = position[1].number {
            coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    /// The stations of a list, nearest first: the service does not always sort them by distance. Stations without a position
    /// keep their order, after the others.
    static func stations(of list: JSONValue, near place: Coordinate) -> [NWSStation] {
        let stations = list["features"].elements.prefix(longestList).compactMap { NWSStation($0) }
        let distances = stations.map { $0.distance(to: place) ?? .infinity }
        let order = stations.indices.sorted { distances[$0] == distances[$1] ? $0 < $1 : distances[$0] < distances[$1] }
        return order.map { stations[$0] }
    }

    /// The service lists about fifty.
    private static let longestList = 200

    var latestObservation: String { "/stations/\(id)/observations/latest" }

    /// Metres from a place; nil when the station's position is unknown.
    func distance(to place: Coordinate) -> Double? {
        coordinate.map { place.distance(to: $0).rounded() }
    }

    func isNear(_ place: Coordinate) -> Bool {
        distance(to: place).map { $0 <= Self.longestDistance } ?? true
    }
}
