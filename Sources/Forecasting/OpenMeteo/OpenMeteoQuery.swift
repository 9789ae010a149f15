import HTTP
import Weather

extension OpenMeteo {
    /// Eight days, so that seven are still to come when a cached answer is a day old, or when the place's midnight has
    /// passed since.
    static let days = 8

    /// The day before and the day after are asked for too, so that the hours cover each of the days: the answer uses one
    /// UTC offset, and its days are an hour off where the clocks change. A call counts as one for each ten variables up to
    /// 14 days, so the further days cost nothing.
    private static let margin = 1

    private static let current = [
        "temperature_2m", "relative_humidity_2m", "apparent_temperature", "dew_point_2m", "is_day", "precipitation",
        "rain", "showers", "snowfall", "weather_code", "cloud_cover", "pressure_msl", "wind_speed_10m",
        "wind_direction_10m", "wind_gusts_10m", "visibility", "uv_index",
    ]
    private static let daily = [
        "weather_code", "temperature_2m_max", "temperature_2m_min", "apparent_temperature_max",
        "apparent_temperature_min", "cloud_cover_mean", "sunrise", "sunset", "daylight_duration", "uv_index_max",
        "precipitation_sum", "rain_sum", "showers_sum", "snowfall_sum", "precipitation_hours",
        "precipitation_probability_max", "wind_speed_10m_max", "wind_gusts_10m_max", "wind_direction_10m_dominant",
    ]

    /// Bytes of answer for each place after the first, several times what there are.
    private static let answerShare = 90 << 10

    /// One question for all that the reports of these places hold. Units are named although they are mostly the service's
    /// own choice, since its choice could change. The quarters of an hour go as far as the days.
    static func query(for coordinates: [Coordinate], baseURL: String) -> HTTPQuery {
        let parameters = [
            ("current", current.joined(separator: ",")),
            ("hourly", (current + ["precipitation_probability"]).joined(separator: ",")),
            ("daily", daily.joined(separator: ",")),
            ("minutely_15", "precipitation"),
            ("past_days", "\(margin)"), ("forecast_days", "\(days + margin)"),
            ("temperature_unit", "celsius"), ("wind_speed_unit", "ms"), ("precipitation_unit", "mm"),
        ]
        return HTTPQuery(
            openMeteo: "\(baseURL)/v1/forecast", for: coordinates, parameters, answerShare: Self.answerShare)
    }
}

extension HTTPQuery {
    /// A question to one of Open-Meteo's services, which take lists of latitudes and of longitudes. Times are asked for in
    /// Unix time because the local ones are ambiguous when the clocks change.
    ///
    /// - Parameter answerShare: bytes of answer for each place after the first.
    init(openMeteo url: String, for coordinates: [Coordinate], _ parameters: [(String, String)], answerShare: Int) {
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
