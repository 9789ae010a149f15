import HTTP
import Weather

/// An hour of the hourly forecast, or half a day of the other.
struct NWSPeriod {
    var start: UnixTime
    var end: UnixTime
    /// Whether the half of the day is the one with the highest temperature; nil when not told.
    var isDaytime: Bool?
    /// °C: of the hour, or the highest of a day, the lowest of a night.
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

    /// nil when it does not say when it begins.
    init?(_ json: JSONValue) {
        guard let start = json["startTime"].timestamp else { return nil }
        self.start = start
        end = json["endTime"].timestamp ?? start.advanced(by: 3600)
        isDaytime = json["isDaytime"].bool
        // The service means to write it as a quantity one day.
        temperature =
            json["temperature"].inSI(.temperature, unit: json["temperatureUnit"].text)
            ?? json["temperature"].measured(.temperature)
        dewPoint = json["dewpoint"].measured(.temperature)
        humidity = json["relativeHumidity"].measured(.share)
        precipitationProbability = json["probabilityOfPrecipitation"].measured(.share)
        wind = NWSWind(json["windSpeed"])
        windDirection = NWSWind.direction(json["windDirection"].text)
        sky = NWSSky(icon: json["icon"].text, words: json["shortForecast"].text)
    }

    /// More than twice the 156 hours of the service's; one gone mad must not fill the memory.
    private static let most = 400

    /// The periods of a forecast, in the order of time, none twice.
    ///
    /// - Parameters:
    ///   - now: periods that have ended by then are passed over.
    ///   - last: periods that begin later are passed over.
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
