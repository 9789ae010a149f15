import Almanac
public import Weather

extension Report {
    /// The report with values derived from others in it, for every provider: conditions from clouds, amounts and temperature;
    /// days from their hours; and current values from the hours around now. Values that the provider gives are never changed.
    /// Conditions stay unknown where the provider gives codes that weatherd does not know.
    public var completed: Report {
        var report = self
        let snowPerWater = FreshSnow.perWater(of: provider)
        let derived = DerivedWeather(
            coordinate: coordinate, calendar: PlaceCalendar(timeZone: timeZone, at: coordinate))
        for index in report.hours.indices {
            if unknownCodes == nil { report.hours[index].conditions.deriveCondition(snowPerWater: snowPerWater) }
            if report.hours[index].conditions.isDay == nil {
                report.hours[index].conditions.isDay = derived.isDay(at: report.hours[index].time)
            }
        }
        if days.isEmpty {
            report.days = derived.days(of: report.hours, from: fetchedAt)
        } else {
            report.completeDays(derived)
        }
        report.completePresent(derived, snowPerWater: snowPerWater)
        return report
    }

    private mutating func completeDays(_ derived: DerivedWeather) {
        var rest = hours[...]
        for index in days.indices {
            rest = rest.drop { $0.time < days[index].start }
            let own = rest.prefix { $0.time < days[index].end }
            rest = rest.dropFirst(own.count)
            if days[index].daylight == nil { days[index].daylight = derived.day(days[index].date)?.daylight }
            if days[index].condition == .unknown, unknownCodes == nil,
                let worst = StatedCondition.worst(of: own.map(\.conditions.stated))
            {
                (days[index].condition, days[index].likelihood) = (worst.condition, worst.likelihood)
            }
        }
    }

    /// A station's measurements are not mixed with a forecast here: their provider, or the daemon, decides which may be.
    private mutating func completePresent(_ derived: DerivedWeather, snowPerWater: Double) {
        guard var present = current, currentOrigin != .station else { return }
        let time = observedAt ?? fetchedAt
        present.completeTotal(with: nil, snowPerWater: snowPerWater)
        if var state = hours.state(at: time) {
            if unknownCodes != nil { state.condition = .unknown }
            present.complete(with: state, snowPerWater: snowPerWater)
        }
        if unknownCodes == nil { present.deriveCondition(snowPerWater: snowPerWater) }
        if present.isDay == nil { present.isDay = derived.isDay(at: time) }
        current = present
    }
}

extension Conditions {
    /// Takes each missing value from the forecast for the same moment.
    fileprivate mutating func complete(with state: Conditions, snowPerWater: Double) {
        for quantity in Self.quantities where quantity.get(self) == nil && quantity.kind.interpolation != .ofPeriod {
            // Calm has no direction.
            if quantity.kind == .direction, windSpeed == 0 { continue }
            quantity.set(&self, quantity.get(state))
        }
        completeTotal(with: state, snowPerWater: snowPerWater)
        // Amounts belong together: those of another period are taken as a whole.
        if precipitation == nil, state.precipitation != nil {
            takePrecipitation(of: state)
            precipitationPeriod = state.precipitationPeriod ?? 3600
        }
        if condition == .unknown { (condition, likelihood) = (state.condition, state.likelihood) }
    }

    /// The missing total of the amounts, if the rain and the snow are known; or one of them, and the forecast has none of the
    /// other.
    fileprivate mutating func completeTotal(with state: Conditions?, snowPerWater: Double) {
        guard precipitation == nil, rain != nil || snowfall != nil,
            let rain = rain ?? state?.rain.flatMap({ $0 == 0 ? 0 : nil }),
            let snowfall = snowfall ?? state?.snowfall.flatMap({ $0 == 0 ? 0 : nil })
        else { return }
        precipitation = (rain + FreshSnow.water(ofDepth: snowfall, perWater: snowPerWater)).rounded(decimals: 3)
        precipitationPeriod = precipitationPeriod ?? state?.precipitationPeriod ?? 3600
    }
}

/// Values derived from the place, the time and the state of the air, for services that do not provide them.
struct DerivedWeather {
    var coordinate: Coordinate
    var calendar: PlaceCalendar

    /// Whether the sun is up.
    func isDay(at moment: UnixTime) -> Bool {
        Sun(coordinate: coordinate).isUp(at: moment)
    }

    private func daylight(from start: UnixTime, to end: UnixTime) -> Daylight {
        Sun(coordinate: coordinate).daylight(from: start, to: end)
    }

    /// Apparent temperature by `MoistAir`'s formula, °C; nil when temperature, humidity or wind is unknown. An unknown
    /// cloud cover counts as 50 %.
    static func feelsLike(_ conditions: Conditions, at moment: UnixTime, in coordinate: Coordinate) -> Double? {
        guard let temperature = conditions.temperature, let humidity = conditions.humidity, humidity > 0,
            let wind = conditions.windSpeed
        else { return nil }
        let elevation = Sun(coordinate: coordinate).elevation(at: moment)
        let radiation = SolarRadiation(elevation: elevation, cloudCover: conditions.cloudCover ?? 50).global
        let air = MoistAir(temperature: temperature, humidity: humidity)
        return QuantityKind.temperature.believed(
            air.feelsLike(windSpeed: wind, radiation: radiation).rounded(decimals: 1))
    }

    /// Interpolated between the hour of `now` and the next; nil without such an hour.
    func conditions(at now: UnixTime, in hours: [Hour]) -> Conditions? {
        guard var conditions = hours.state(at: now) else { return nil }
        conditions.isDay = isDay(at: now)
        conditions.precipitationPeriod = conditions.precipitation.map { _ in conditions.precipitationPeriod ?? 3600 }
        return conditions
    }

    /// The days from today, aggregated from the hours. Today may be incomplete; a later day is omitted unless its hours
    /// cover it.
    ///
    /// - Parameters:
    ///   - hours: in order of time; precipitation of hours before the first day may reach into it.
    ///   - hasHourlyProbability: whether probabilities are of an hour each.
    func days(of hours: [Hour], from now: UnixTime, hasHourlyProbability: Bool = false) -> [Day] {
        var days: [Day] = []
        var before: Hour?
        var rest = hours[...]
        while let first = rest.first, let span = calendar.span(of: calendar.date(at: first.time)), first.time < span.end
        {
            let own = rest.prefix { $0.time < span.end }
            rest = rest.dropFirst(own.count)
            defer { before = own.last(where: \.statesPrecipitation) ?? before }
            if span.end <= now || (now < span.start && !own.cover(from: span.start, to: span.end)) { continue }
            let date = calendar.date(at: first.time)
            var day = Day(
                date: date, start: span.start, end: span.end, hours: own, before: before,
                hasHourlyProbability: hasHourlyProbability)
            day.daylight = daylight(from: span.start, to: span.end)
            days.append(day)
        }
        return days
    }

    /// A day with only the sun's course; nil when there is no such date.
    func day(_ date: CalendarDate) -> Day? {
        guard let span = calendar.span(of: date) else { return nil }
        var day = Day(date: date, start: span.start, end: span.end)
        day.daylight = daylight(from: span.start, to: span.end)
        return day
    }
}

extension [Hour] {
    /// The state of the air at `moment`, interpolated between the hour that it is in and the next; nil without such an hour.
    func state(at moment: UnixTime) -> Conditions? {
        guard let index = lastIndex(where: { $0.time <= moment }), moment < self[index].time.advanced(by: 3600) else {
            return nil
        }
        let passed = moment.seconds(since: self[index].time)
        guard passed > 0, index + 1 < count, self[index + 1].time.seconds(since: self[index].time) == 3600 else {
            return self[index].conditions
        }
        return self[index].conditions.blended(with: self[index + 1].conditions, share: Double(passed) / 3600)
    }
}

extension Conditions {
    /// Derives an unknown condition from the amounts, visibility and clouds. Thunder cannot be derived from them.
    ///
    /// - Parameter snowPerWater: the depth of fresh snow from so much water.
    mutating func deriveCondition(snowPerWater: Double) {
        guard condition == .unknown else { return }
        condition = fallingCondition(snowPerWater) ?? dryCondition ?? .unknown
    }

    /// mm/h. Less is not measurable (WMO-No. 8, Guide to Instruments and Methods of Observation, volume I, 6.1.2).
    private static let leastRate = 0.1

    /// nil when it is dry, or the amounts are unknown.
    private func fallingCondition(_ snowPerWater: Double) -> Condition? {
        let snow = snowfall.map { FreshSnow.water(ofDepth: $0, perWater: snowPerWater) }
        var amounts = self
        amounts.precipitation = precipitation ?? (rain == nil && snow == nil ? nil : (rain ?? 0) + (snow ?? 0))
        guard let rate = amounts.precipitationRate, rate >= Self.leastRate else { return nil }
        let snowShare = amounts.snowShare(snowPerWater: snowPerWater)
        switch snowShare ?? Self.snowShare(at: temperature) {
        case 0.8...: return PrecipitationKind.snow.condition(rate: rate)
        // Rain that is known as such freezes below 0 °C.
        case ..<0.2:
            return snowShare != nil && (temperature ?? 0) < 0
                ? .freezingRain : PrecipitationKind.rain.condition(rate: rate)
        default: return .sleet
        }
    }

    /// All snow at 0 °C, all rain at 5 °C, as `METSymbol.rainShare`.
    private static func snowShare(at temperature: Double?) -> Double {
        temperature.map { 1 - min(max($0 / 5, 0), 1) } ?? 0
    }

    /// Fog is a visibility below 1 km (WMO-No. 407, International Cloud Atlas). nil when neither visibility nor clouds are
    /// known.
    private var dryCondition: Condition? {
        if let visibility, visibility < 1000 { return .fog }
        return cloudCover.map(Condition.init(cover:))
    }
}

/// The conditions in a report for which the provider sent a code that weatherd does not know. They stay unknown: clouds do not
/// show a hazard.
struct UnknownConditions {
    var isPresent = false
    /// The times of hours.
    var hours: Set<UnixTime> = []
    var days: Set<CalendarDate> = []
}

extension Report {
    /// Derives the conditions without a code in a report that has codes that weatherd does not know. `completed` cannot tell
    /// them apart.
    mutating func deriveConditions(except unknown: UnknownConditions) {
        for index in hours.indices where !unknown.hours.contains(hours[index].time) {
            hours[index].conditions.deriveCondition(snowPerWater: FreshSnow.perWater(of: provider))
        }
        for index in days.indices where days[index].condition == .unknown && !unknown.days.contains(days[index].date) {
            let own = hours.filter { days[index].start <= $0.time && $0.time < days[index].end }
            guard own.allSatisfy({ $0.conditions.condition != .unknown }),
                let worst = StatedCondition.worst(of: own.map(\.conditions.stated))
            else { continue }
            (days[index].condition, days[index].likelihood) = (worst.condition, worst.likelihood)
        }
        guard current?.condition == .unknown, !unknown.isPresent, currentOrigin != .station else { return }
        if let state = hours.state(at: observedAt ?? fetchedAt) {
            current?.condition = state.condition
            current?.likelihood = state.likelihood
        } else {
            current?.deriveCondition(snowPerWater: FreshSnow.perWater(of: provider))
        }
    }
}

extension Report {
    /// Adds today's past hours, which services no longer send, from an earlier report, so that today's extremes and
    /// sums are known; including the hour before midnight whose precipitation reaches into today.
    ///
    /// - Parameter previous: the same provider's earlier report for the place; nil for none.
    mutating func takeEarlierHours(of previous: Report?, in calendar: PlaceCalendar, at now: UnixTime) {
        guard let previous, let first = hours.first?.time, let today = calendar.span(of: calendar.date(at: now)) else {
            return
        }
        hours.insert(
            contentsOf: previous.hours.filter { today.start < $0.precipitationEnd && $0.time < first }, at: 0)
    }
}

/// Collects the parts of a report that are requested separately, since some requests may fail.
struct ReportParts {
    /// In the order of the requests.
    private(set) var missing: [ReportGap] = []
    private(set) var firstFailure: FetchFailure?
    private(set) var lastFailure: FetchFailure?
    /// Why no more requests are sent; nil as long as they are.
    private var end: FetchFailure?
    private var silences = 0
    private let notice: @Sendable (ProviderNotice) -> Void

    /// A client waits for each timeout.
    private static let mostSilences = 2

    /// - Parameter notice: receives a notice for each failed request.
    init(notice: @escaping @Sendable (ProviderNotice) -> Void) {
        self.notice = notice
    }

    /// The part; nil when its request failed, or an earlier failure concerns all requests, such as a rate limit.
    ///
    /// - Parameter name: in a word or two, for the log and `status`.
    @discardableResult
    mutating func take<Part>(
        _ name: String, _ request: () async throws(FetchFailure) -> Part
    ) async -> Part? {
        if let end {
            missing.append(.failed(part: name, end))
            return nil
        }
        do throws(FetchFailure) {
            return try await request()
        } catch {
            missing.append(.failed(part: name, error))
            notice(.incomplete(part: name, error))
            firstFailure = firstFailure ?? error
            lastFailure = error
            if error.traits.reach == .silent { silences += 1 }
            if error.isOfAllPlaces || silences >= Self.mostSilences { end = error }
            return nil
        }
    }
}
