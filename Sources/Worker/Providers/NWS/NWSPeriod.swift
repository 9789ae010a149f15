import HTTP
import Weather

/// A period of the hourly or the half-daily forecast.
struct NWSPeriod {
    var start: UnixTime
    var end: UnixTime
    /// Whether this half of the day has the highest temperature; nil when not given.
    var isDaytime: Bool?
    /// °C: of the hour, the highest of a day, or the lowest of a night.
    var temperature: Double?
    /// °C.
    var dewPoint: Double?
    /// 0 to 100 %.
    var humidity: Double?
    /// 0 to 100 %.
    var precipitationProbability: Double?
    var wind: NWSWind?
    /// Degrees.
    var windDirection: Double?
    var sky: NWSSky

    /// nil without a start.
    init?(_ json: JSONValue) {
        guard let start = json["startTime"].timestamp else { return nil }
        self.start = start
        end = json["endTime"].timestamp ?? start.advanced(by: 3600)
        isDaytime = json["isDaytime"].bool
        // The service plans to send it as a quantity in the future.
        temperature =
            json["temperature"].inSI(.temperature, unit: json["temperatureUnit"].text)
            ?? json["temperature"].measured(.temperature)
        dewPoint = json["dewpoint"].measured(.temperature)
        humidity = json["relativeHumidity"].measured(.percent)
        precipitationProbability = json["probabilityOfPrecipitation"].measured(.percent)
        wind = NWSWind(json["windSpeed"])
        windDirection = NWSWind.direction(json["windDirection"].text)
        sky = NWSSky(icon: json["icon"].text, words: json["shortForecast"].text)
    }

    /// More than twice the service's 156 hours, so that a broken service cannot fill memory.
    private static let most = 400

    /// The periods of a forecast, in order of time, without duplicates.
    ///
    /// - Parameters:
    ///   - now: periods that have ended by then are skipped.
    ///   - last: periods that begin later are skipped.
    static func periods(of forecast: JSONValue, from now: UnixTime, to last: UnixTime) -> [NWSPeriod] {
        let periods = forecast["properties"]["periods"].elements.prefix(most).compactMap(NWSPeriod.init)
        var ordered: [NWSPeriod] = []
        for period in periods.sorted(by: { $0.start < $1.start })
        where now < period.end && period.start < last && ordered.last?.start != period.start {
            ordered.append(period)
        }
        return ordered
    }
}
