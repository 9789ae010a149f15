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

    /// One query for everything in these places' reports. It names the units, although most are the defaults, since
    /// defaults could change. The quarter hours cover the same days.
    ///
    /// - Parameters:
    ///   - models: in the order of preference; empty for the service's choice.
    ///   - elevations: one for each place, m; ignored if some are missing.
    static func query(
        for coordinates: [Coordinate], baseURL: String, models: [String] = [], elevations: [Double] = []
    ) -> HTTPQuery {
        var parameters = [
            ("current", current.joined(separator: ",")),
            ("hourly", hourly.joined(separator: ",")),
            ("daily", daily.joined(separator: ",")),
        ]
        if hasQuarterHours(of: models) { parameters.append(("minutely_15", quarterHourly.joined(separator: ","))) }
        parameters += [
            ("past_days", "\(margin)"), ("forecast_days", "\(days + margin)"),
            ("temperature_unit", "celsius"), ("wind_speed_unit", "ms"), ("precipitation_unit", "mm"),
        ]
        if !models.isEmpty { parameters.append(("models", models.joined(separator: ","))) }
        return HTTPQuery(
            openMeteo: "\(baseURL)/v1/forecast", for: coordinates, elevations: elevations, parameters,
            answerShare: Self.answerShare)
    }
}

extension HTTPQuery {
    /// A query to one of Open-Meteo's services, with lists of latitudes and longitudes. It requests Unix time, because
    /// local times are ambiguous at clock changes.
    ///
    /// - Parameters:
    ///   - elevations: one for each place, m, for the service's correction of temperatures; ignored if some are
    ///     missing.
    ///   - answerShare: bytes of answer for each place after the first.
    init(
        openMeteo url: String, for coordinates: [Coordinate], elevations: [Double] = [],
        _ parameters: [(String, String)], answerShare: Int
    ) {
        var parameters = parameters
        if !elevations.isEmpty, elevations.count == coordinates.count {
            parameters.append(("elevation", elevations.map { "\(Int($0.rounded()))" }.joined(separator: ",")))
        }
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
