import HTTP
import Weather

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

    /// Whether the areas of `QuarterHourlyModel` apply, which are those of the service's choice of models.
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
