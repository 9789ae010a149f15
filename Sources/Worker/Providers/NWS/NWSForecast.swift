import HTTP
import Weather
import WorkerProtocol

/// The service's combined answers for a place.
struct NWSForecast {
    /// From the current hour.
    private(set) var hours: [NWSPeriod]
    /// In the order of time.
    private(set) var halfDays: [NWSPeriod] = []
    var grid = NWSGrid()
    var observation: NWSObservation?
    /// When the forecast was made; nil when not given.
    private let updatedAt: UnixTime?

    /// - Parameter hourly: the hourly forecast. It is updated less than once an hour, so its first hours may be past.
    init(hourly: JSONValue, at now: UnixTime) {
        hours = NWSPeriod.periods(of: hourly, from: now, to: Self.end(at: now))
            .filter { now < $0.start.advanced(by: 3600) }
        // Not generatedAt, which is the time of the answer.
        updatedAt = hourly["properties"]["updateTime"].timestamp.flatMap { $0 <= now ? $0 : nil }
    }

    mutating func add(halfDays forecast: JSONValue, at now: UnixTime) {
        halfDays = NWSPeriod.periods(of: forecast, from: now, to: Self.end(at: now))
    }

    /// The forecast ends after a week.
    private static func end(at now: UnixTime) -> UnixTime {
        now.advanced(by: 16 * 86_400)
    }

    /// - Parameter previous: an earlier report, for today's past hours.
    func report(
        for coordinate: Coordinate, in calendar: PlaceCalendar, at now: UnixTime, after previous: Report?
    ) -> Report {
        let derived = DerivedWeather(coordinate: coordinate, calendar: calendar)
        var report = Report(
            coordinate: coordinate, timeZone: calendar.identifier, provider: ProviderFacts.nws.identity, fetchedAt: now)
        report.issuedAt = updatedAt
        report.hasHourlyProbability = true
        report.hours = hours.map { hour(of: $0, derived) }
        grid.addAmounts(to: &report.hours)
        report.takeEarlierHours(of: previous, in: calendar, at: now)
        report.days = derived.days(of: report.hours, from: now, hasHourlyProbability: true)
        completeToday(of: &report, after: previous, at: now)
        report.days += furtherDays(after: report.days.last?.date, derived)
        setPresent(of: &report, at: now, derived)
        let unknown = Set((hours + halfDays).compactMap(\.sky.unknownCode))
        if !unknown.isEmpty { report.unknownCodes = Array(unknown.sorted().prefix(10)) }
        return report
    }

    private func setPresent(of report: inout Report, at now: UnixTime, _ derived: DerivedWeather) {
        let forecast = derived.conditions(at: now, in: report.hours)
        guard let observation else {
            report.current = forecast
            report.currentOrigin = forecast.map { _ in .forecast }
            report.observedAt = forecast.map { _ in now }
            return
        }
        var present = observation.present(amending: forecast)
        if let forecast, observation.filled(by: forecast) != nil { report.modelled = .condition }
        present.isDay = derived.isDay(at: now)
        report.current = present
        report.currentOrigin = .station
        report.observedAt = observation.time
        let station = observation.station
        report.station = Station(
            id: station.id, name: station.name, distance: station.distance(to: report.coordinate))
    }

    /// When today's remaining hours do not include its highest temperature: takes the daytime value, which the half-daily
    /// forecast has until the evening, and then the earlier report's.
    private func completeToday(of report: inout Report, after previous: Report?, at now: UnixTime) {
        guard let index = report.days.firstIndex(where: { $0.contains(now) }),
            report.days[index].temperatureMax == nil
        else { return }
        let daylight = halfDays.first { $0.isDaytime == true && report.days[index].contains($0.start) }
        let date = report.days[index].date
        // In reports of version 0.1.0 it is the evening's.
        let known = previous?.currentOrigin == nil ? nil : previous
        report.days[index].temperatureMax =
            daylight?.temperature ?? known?.days.first { $0.date == date }?.temperatureMax
    }

    private func hour(of period: NWSPeriod, _ derived: DerivedWeather) -> Hour {
        let time = period.start
        var conditions = Conditions(condition: period.sky.condition)
        conditions.likelihood = period.sky.likelihood
        conditions.isDay = derived.isDay(at: time)
        conditions.temperature = period.temperature
        conditions.dewPoint = period.dewPoint
        conditions.humidity = period.humidity
        conditions.windSpeed = period.wind?.middle
        conditions.windDirection = period.windDirection
        conditions.cloudCover = grid.cloudCover.value(at: time)
        conditions.feelsLike = grid.feelsLike.value(at: time) ?? NWSApparentTemperature.value(of: conditions)
        conditions.windGust = grid.windGust.value(at: time)
        conditions.visibility = grid.visibility.value(at: time)
        return Hour(time: time, conditions: conditions, precipitationProbability: period.precipitationProbability)
    }

    /// The days beyond the hours: the highest temperature from the daytime, the lowest from the night after it.
    private func furtherDays(after last: CalendarDate?, _ derived: DerivedWeather) -> [Day] {
        guard let last else { return [] }
        let byDate = Dictionary(grouping: halfDays) { derived.calendar.date(at: $0.start) }
        return byDate.keys.sorted().compactMap { date in
            guard date > last, let halves = byDate[date], var day = derived.day(date),
                let light = halves.first(where: { $0.isDaytime == true })
            else { return nil }
            let night = halves.last { $0.isDaytime == false }
            let both = [light, night].compactMap(\.self)
            let worst = StatedCondition.worst(of: both.map(\.sky.stated))
            day.condition = worst?.condition ?? .unknown
            day.likelihood = worst?.likelihood
            day.temperatureMax = light.temperature
            day.temperatureMin = night?.temperature
            day.precipitationProbability = both.compactMap(\.precipitationProbability).max()
            day.windSpeedMax = both.compactMap(\.wind?.highest).max()
            day.windDirection = light.windDirection
            return day
        }
    }
}

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

/// A wind speed in a forecast: `5 mph`, `10 to 15 mph`.
struct NWSWind {
    /// m/s; equal to `highest` for a single speed.
    var lowest: Double
    /// m/s.
    var highest: Double

    /// The representative speed of the period.
    var middle: Double { ((lowest + highest) / 2).rounded(decimals: 3) }

    /// nil for another format or an unknown unit.
    ///
    /// - Parameter json: a string, or in the service's newer format a quantity, possibly with minimum and maximum.
    init?(_ json: JSONValue) {
        var speeds: [Double?]
        if let text = json.text {
            let words = text.split(separator: " ")
            guard let unit = words.last.map(String.init) else { return nil }
            let numbers = words.dropLast().filter { $0 != "to" }
            speeds = numbers.map { JSONValue.text(String($0)).inSI(.speed, unit: unit) }
        } else {
            let unit = json["unitCode"].text
            speeds = [json["value"].inSI(.speed, unit: unit)]
            if speeds == [nil] {
                speeds = [json["minValue"].inSI(.speed, unit: unit), json["maxValue"].inSI(.speed, unit: unit)]
            }
        }
        let known = speeds.compactMap(\.self)
        guard known.count == speeds.count, (1...2).contains(known.count), let lowest = known.min(),
            let highest = known.max()
        else { return nil }
        self.lowest = lowest
        self.highest = highest
    }

    private static let points = [
        "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
    ]

    /// The direction that the wind blows from, degrees; nil for no compass point, as in a calm.
    static func direction(_ point: String?) -> Double? {
        point.flatMap(points.firstIndex(of:)).map { Double($0) * 22.5 }
    }
}
