public import HTTP
public import Weather
public import WorkerProtocol

/// [Open-Meteo](https://open-meteo.com/en/docs): worldwide, without a key, free for non-commercial use.
public struct OpenMeteo: DescribedProvider {
    public let facts: ProviderFacts

    private let altitude: @Sendable (Coordinate) -> Double?
    private let service: OpenMeteoService<Report>

    /// - Parameters:
    ///   - baseURL: `https://api.open-meteo.com`, or another host with the same API.
    ///   - models: in the order of preference; empty for the service's choice.
    ///   - altitude: of a place above sea level, m; nil when unknown, for the service's terrain model.
    ///   - unknownNames: what the server is known not to know.
    public init(
        baseURL: String, models: [String] = [], altitude: @escaping @Sendable (Coordinate) -> Double? = { _ in nil },
        unknownNames: OpenMeteoUnknownNames = OpenMeteoUnknownNames(), exchange: @escaping HTTPExchange
    ) {
        let baseURL = baseURL.asBaseURL
        facts = .openMeteo(models: models.count)
        self.altitude = altitude
        service = OpenMeteoService(
            exchange: exchange, endpoint: Self.endpoint(baseURL), unknownNames: unknownNames
        ) { places in
            Self.request(models: models, elevations: places.compactMap { altitude($0) }, of: places.count)
        }
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        try await service.report(for: coordinate, at: now)
    }

    /// A list has elevations for all places or for none, so places with a known altitude have their own request.
    public func reports(
        for coordinates: [Coordinate], at now: UnixTime, renewing previous: [Coordinate: Report]
    ) async throws(FetchFailure) -> [Result<Report, FetchFailure>] {
        let known = coordinates.filter { altitude($0) != nil }
        guard !known.isEmpty, known.count < coordinates.count else {
            return try await service.reports(for: coordinates, at: now)
        }
        let others = coordinates.filter { altitude($0) == nil }
        var results: [Coordinate: Result<Report, FetchFailure>] = [:]
        for places in [known, others] {
            do throws(FetchFailure) {
                let reports = try await service.reports(for: places, at: now)
                for (place, result) in zip(places, reports) { results[place] = result }
            } catch {
                for place in places { results[place] = .failure(error) }
            }
        }
        return coordinates.map { results[$0] ?? .failure(.noNetwork) }
    }
}

extension OpenMeteo {
    /// Eight days, so that seven remain when a cached answer is a day old or the place's midnight has passed.
    static let days = 8

    /// Includes the day before and the day after, so that the hours cover each day: the answer has one UTC offset, and
    /// its days are an hour off after a clock change. Up to 14 days, calls are charged by variables, so these days are
    /// free.
    private static let margin = 1

    static let current =
        OpenMeteoField<Conditions>.all.filter { !$0.isHourlyOnly }.flatMap(\.names) + ["is_day", "weather_code"]
    static let hourly =
        OpenMeteoField<Conditions>.all.flatMap(\.names) + ["is_day", "weather_code", "precipitation_probability"]
    static let daily =
        ["weather_code"] + OpenMeteoField<Day>.all.flatMap(\.names) + ["sunrise", "sunset", "daylight_duration"]
    static let quarterHourly = ["precipitation"]

    /// Maximum bytes of answer per additional place, several times the usual size.
    private static let answerShare = 90 << 10

    /// Whether the areas of `QuarterHourlyModel` apply; they describe the service's own choice of models.
    static func hasQuarterHours(of models: [String]) -> Bool { models.isEmpty || models.first == "best_match" }

    /// One request for everything in these places' reports. It names the units, although most are the defaults, since
    /// defaults could change. The quarter hours cover the same days. Only the hours' temperatures are required: the present
    /// and the days follow from the hours, and conditions from clouds and amounts (`Report.completed`).
    ///
    /// - Parameters:
    ///   - models: in the order of preference; empty for the service's choice.
    ///   - elevations: one for each of `count` places, m; ignored if some are missing.
    static func request(models: [String] = [], elevations: [Double] = [], of count: Int = 1) -> OpenMeteoRequest {
        OpenMeteoRequest(
            [
                OpenMeteoRequest.List(parameter: "current", names: current),
                OpenMeteoRequest.List(parameter: "hourly", names: hourly),
                OpenMeteoRequest.List(parameter: "daily", names: daily),
                OpenMeteoRequest.List(
                    parameter: "minutely_15", names: hasQuarterHours(of: models) ? quarterHourly : []),
                OpenMeteoRequest.List(parameter: UnknownName.models, names: models),
            ],
            [
                ("past_days", "\(margin)"), ("forecast_days", "\(days + margin)"),
                ("temperature_unit", "celsius"), ("wind_speed_unit", "ms"), ("precipitation_unit", "mm"),
            ] + OpenMeteoRequest.elevation(elevations, of: count),
            required: [UnknownName(parameter: "hourly", value: "temperature_2m"), UnknownName(parameter: "hourly")])
    }

    static func query(
        for coordinates: [Coordinate], baseURL: String, models: [String] = [], elevations: [Double] = []
    ) -> HTTPQuery {
        let everything = request(models: models, elevations: elevations, of: coordinates.count)
        return endpoint(baseURL).query(everything, for: coordinates)
    }

    static func endpoint(_ baseURL: String) -> OpenMeteoEndpoint {
        OpenMeteoEndpoint(url: "\(baseURL)/v1/forecast", answerShare: answerShare)
    }
}

extension OpenMeteoRequest {
    /// The altitudes of `count` places above sea level, m, for the service's correction of temperatures; none if some are
    /// missing.
    static func elevation(_ elevations: [Double], of count: Int) -> [(name: String, value: String)] {
        guard !elevations.isEmpty, elevations.count == count else { return [] }
        return [("elevation", elevations.map { "\(Int($0.rounded()))" }.joined(separator: ","))]
    }
}

/// One of Open-Meteo's services.
struct OpenMeteoEndpoint: Sendable {
    var url: String
    /// Bytes of answer for each place after the first.
    var answerShare: Int

    func query(_ request: OpenMeteoRequest, for coordinates: [Coordinate]) -> HTTPQuery {
        HTTPQuery(openMeteo: url, for: coordinates, request.parameters, answerShare: answerShare)
    }
}

extension HTTPQuery {
    /// A query to one of Open-Meteo's services, with lists of latitudes and longitudes. It requests Unix time, because
    /// local times are ambiguous at clock changes.
    ///
    /// - Parameter answerShare: bytes of answer for each place after the first.
    fileprivate init(
        openMeteo url: String, for coordinates: [Coordinate], _ parameters: [(String, String)], answerShare: Int
    ) {
        let positions = coordinates.map(\.rounded)
        func list(_ numbers: [Double]) -> String { numbers.map { "\($0)" }.joined(separator: ",") }
        let common = [
            ("latitude", list(positions.map(\.latitude))), ("longitude", list(positions.map(\.longitude))),
            ("timezone", "auto"), ("timeformat", "unixtime"),
        ]
        let query = (common + parameters).map { "\($0)=\($1)" }.joined(separator: "&")
        self.init(
            url: "\(url)?\(query)",
            answerLimit: HTTPQuery.commonAnswerLimit + answerShare * (coordinates.count - 1))
    }
}

/// A model with quarter-hourly forecasts. Elsewhere Open-Meteo interpolates the quarters from hours, so they do not
/// show when in an hour it rains (<https://open-meteo.com/en/docs>, 15-Minutely Parameter Definition).
struct QuarterHourlyModel: Sendable {
    /// Where the service's best match uses the model, within its grid and with a margin.
    var areas: [CoordinateBox]
    /// The minimum time that its newest forecast reaches beyond now, s.
    var reach: Int

    /// ICON-D2 of Deutscher Wetterdienst: 48 hours, every three hours. Its rotated grid lies within 43.18 to 58.08°
    /// north and 3.94° west to 20.34° east. For Belgium, the Netherlands, the United Kingdom and north of 54.9°, the
    /// service uses hourly models instead (`getReaders` in ForecastapiController.swift of open-meteo).
    static let iconD2 = QuarterHourlyModel(
        areas: [
            CoordinateBox(latitudes: 44...49.3, longitudes: 0.2...17.2),
            CoordinateBox(latitudes: 49.3...54.5, longitudes: 7.7...18),
        ], reach: 40 * 3600)

    /// HRRR of the National Weather Service: 18 hours, every hour. Its grid is a Lambert cone from 21.14° north, 122.72° west
    /// to 47.84° north, 60.92° west.
    static let hrrr = QuarterHourlyModel(
        areas: [
            CoordinateBox(latitudes: 24...49.5, longitudes: -123.3 ... -71.6),
            CoordinateBox(latitudes: 38.5...48, longitudes: -125 ... -66.9),
        ], reach: 15 * 3600)

    /// nil where quarters are interpolated. AROME's six hours in western France have almost passed when they arrive, so
    /// it is not used.
    static func model(at coordinate: Coordinate) -> QuarterHourlyModel? {
        [iconD2, hrrr].first { model in model.areas.contains { $0.contains(coordinate) } }
    }
}

extension OpenMeteoAnswer {
    /// Quarter-hourly precipitation, as far as a model forecasts it.
    func quarterHours(utcOffset: Int, for coordinate: Coordinate, at now: UnixTime) -> PrecipitationSeries {
        guard let model = QuarterHourlyModel.model(at: coordinate) else { return [] }
        let reach = now.advanced(by: model.reach)
        var steps = quarterHourly.rows(utcOffset: utcOffset).prefix { $0.time <= reach }.map { time, row in
            PrecipitationStep(end: time, duration: 900, amount: row.value("precipitation", .depth))
        }
        while let last = steps.last, last.amount == nil { steps.removeLast() }
        return PrecipitationSeries(steps)
    }
}
