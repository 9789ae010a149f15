import Almanac
public import HTTP
public import Weather
public import WorkerProtocol

/// OpenWeatherMap's [One Call](https://openweathermap.org/api/one-call-4), for a key with that subscription: minutely
/// precipitation, 48 hours, at least eight days, and the authorities' alerts.
public struct OneCall: DescribedProvider {
    public enum Version: Sendable, Hashable {
        /// Everything in one answer. Not available to new subscribers.
        case three
        /// One answer per type of forecast.
        case four
    }

    public var facts: ProviderFacts {
        switch version {
        case .three: .oneCall3
        case .four: .oneCall4
        }
    }

    private let version: Version
    private let service: OpenWeatherMapService
    private let notice: @Sendable (ProviderNotice) -> Void

    /// - Parameters:
    ///   - baseURL: `https://api.openweathermap.org`, or another host with the same API.
    ///   - notice: receives notices for the log.
    public init(
        version: Version, baseURL: String, key: APIKey, exchange: @escaping HTTPExchange,
        notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }
    ) {
        self.version = version
        self.notice = notice
        service = OpenWeatherMapService(baseURL: baseURL, key: key, exchange: exchange)
    }

    /// - Parameter previous: contains alerts that need not be requested again.
    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        switch version {
        case .three:
            let answer = OneCallAnswer(try await service.content("/data/3.0/onecall", of: coordinate, at: now))
            guard let report = Report(answer, for: coordinate, at: now) else { throw service.nothing }
            return report
        case .four:
            var parts = ReportParts(notice: notice)
            let answer = try await timelines(&parts, of: coordinate, at: now, renewing: previous)
            guard var report = Report(answer, for: coordinate, at: now) else {
                throw parts.firstFailure ?? service.nothing
            }
            report.missing = parts.missing
            return report
        }
    }

    private static let four = "/data/4.0/onecall"
    /// Hours per page of the hourly timeline.
    private static let page = 20

    /// Each answer is a billed call: one for current weather, two or three for the hours to the end of tomorrow, one
    /// for ten days, one for an hour of minutes, and one per new alert. Quarter hours, 50 per page, are not worth
    /// theirs. URLs of further pages are not followed, since they may send the key over unencrypted HTTP.
    private func timelines(
        _ parts: inout ReportParts, of coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> OneCallAnswer {
        func page(
            _ part: String, _ path: String, _ parts: inout ReportParts, _ parameters: [(String, String)] = []
        ) async -> JSONValue? {
            await parts.take(part) { () async throws(FetchFailure) in
                try await service.content("\(Self.four)/\(path)", of: coordinate, parameters, at: now)
            }
        }
        let present = await page("the current weather", "current", &parts) ?? .null
        var answer = OneCallAnswer(zoneOf: present)
        answer.current = present["data"][0]

        let hour = now.seconds - now.seconds % 3600
        var start = hour
        repeat {
            let name = start == hour ? "the hours" : "later hours"
            guard let hours = await page(name, "timeline/1h", &parts, [("start", "\(start)")]) else { break }
            if !answer.hasZone { answer.takeZone(of: hours) }
            answer.hours += hours["data"].elements
            start += Self.page * 3600
        } while start < answer.endOfTomorrow(at: now)
        // The stored hours are better than none, and further calls would be billed for nothing.
        if start == hour, previous?.hour(at: now) != nil, let failure = parts.lastFailure { throw failure }

        answer.days = await page("the days", "timeline/1day", &parts)?["data"].elements ?? []
        let isComplete = parts.missing.isEmpty
        answer.minutes = await page("the minutes", "timeline/1min", &parts)?["data"].elements ?? []
        let ids = ([answer.current] + answer.hours + answer.days).map(\.alertIDs)
        let alerts = await alerts(
            Set(ids.joined().compactMap(\.self)), unusable: ids.map { $0.count { $0 == nil } }.max() ?? 0,
            known: previous?.alerts ?? [], at: now, &parts)
        // Parts without an answer may have named others: "unknown" is safer than "none".
        answer.alerts = isComplete || !alerts.alerts.isEmpty || !alerts.omitted.isEmpty ? alerts : nil
        return answer
    }

    /// More than are in force anywhere at once; bounds the cost of a broken answer.
    private static let mostAlerts = 20

    /// The alerts with these ids.
    ///
    /// - Parameter unusable: how many more have an unusable id.
    private func alerts(
        _ ids: Set<String>, unusable: Int, known: [Alert], at now: UnixTime, _ parts: inout ReportParts
    ) async -> ReadAlerts {
        let unread = unusable + max(0, ids.count - Self.mostAlerts)
        var alerts = [Alert?](repeating: nil, count: unread)
        for id in ids.sorted().prefix(Self.mostAlerts) {
            if let alert = known.first(where: { $0.id == id }) {
                alerts.append(alert)
                continue
            }
            // An alert that was cancelled in the meantime is null.
            let content = await parts.take("a warning") { () async throws(FetchFailure) in
                do throws(FetchFailure) {
                    return try await service.content("\(Self.four)/alert/\(id)", at: now)
                } catch .refused(_, 404, _) {
                    return .null
                } catch {
                    throw error
                }
            }
            if content == .null { continue }
            alerts.append(content.flatMap { Alert(oneCall: $0, id: id) })
        }
        return ReadAlerts(alerts)
    }
}

/// The content of One Call's answers, in either version.
struct OneCallAnswer {
    /// As in tzdata; nil when not given.
    var timeZone: String?
    /// Seconds; nil when not given.
    var utcOffset: Int?
    var current: JSONValue = .null
    var minutes: [JSONValue] = []
    var hours: [JSONValue] = []
    var days: [JSONValue] = []
    /// nil when they are unknown.
    var alerts: ReadAlerts?

    init(zoneOf json: JSONValue) { takeZone(of: json) }

    mutating func takeZone(of json: JSONValue) {
        timeZone = json["timezone"].text
        utcOffset = json["timezone_offset"].integer
    }

    var hasZone: Bool { timeZone != nil || utcOffset != nil }

    /// An answer of version 3.0. It has no list of alerts when there are none.
    init(_ json: JSONValue) {
        self.init(zoneOf: json)
        current = json["current"]
        minutes = json["minutely"].elements
        hours = json["hourly"].elements
        days = json["daily"].elements
        alerts = ReadAlerts(json["alerts"].list.map { Alert(oneCall: $0) })
    }

    var calendar: PlaceCalendar { PlaceCalendar(zone: timeZone, utcOffset: utcOffset) }

    /// Unix time.
    func endOfTomorrow(at now: UnixTime) -> Int {
        let calendar = calendar
        let tomorrow = calendar.date(1, after: calendar.date(at: now)).flatMap(calendar.span)
        return tomorrow?.end.seconds ?? now.seconds + 48 * 3600
    }
}

extension JSONValue {
    /// The ids of alerts that version 4.0 includes with each time; nil for one that cannot be part of a URL.
    var alertIDs: [String?] {
        self["alerts"].elements.map { element in
            element.text.flatMap { id in
                id.count <= 100 && id.utf8.allSatisfy { Self.ofAnID.contains($0) } ? id : nil
            }
        }
    }

    private static let ofAnID = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
}

extension Alert {
    /// nil without content.
    ///
    /// - Parameter id: nil for version 3.0, which has no ids: one is made from sender, event and onset, so that it
    ///   stays the same when text or end are updated.
    init?(oneCall json: JSONValue, id: String? = nil) {
        let event = json["event"].text
        let text = json["description"].text
        guard event != nil || text != nil else { return nil }
        let start = json["start"].unixTime
        let sender = json["sender_name"].text
        let derivedID = [sender, event, start.map { "\($0.seconds)" }].compactMap(\.self).joined(separator: "/")
        self.init(
            id: id ?? derivedID, event: event ?? "Weather alert", text: text, sender: sender, onset: start,
            ends: json["end"].unixTime)
        let tags = json["tags"].elements.prefix(5).compactMap(\.text)
        kind = Kind(words: tags + [event])
        // The service's tag of a warning that ends others.
        if tags.contains(where: { $0.lowercased().hasPrefix("removal of") }) { urgency = .past }
    }
}

extension Report {
    /// nil without any usable value.
    init?(_ answer: OneCallAnswer, for coordinate: Coordinate, at now: UnixTime) {
        let calendar = answer.calendar
        let sun = Sun(coordinate: coordinate)
        self.init(
            coordinate: coordinate, timeZone: calendar.identifier, provider: ProviderFacts.openWeatherMap.identity,
            fetchedAt: now)
        if var conditions = Conditions(oneCall: answer.current) {
            observedAt = answer.current["dt"].unixTime
            conditions.isDay = sun.isUp(at: observedAt ?? now)
            // Documented as mm/h.
            if conditions.rain != nil || conditions.snowfall != nil { conditions.precipitationPeriod = 0 }
            current = conditions
            currentOrigin = .analysis
        }
        // The list starts with the current hour. Amounts are documented as mm/h at the time, so they apply to the hour that
        // starts then; its condition is consistent with them.
        hours = JSONValue.array(answer.hours).timed(near: now).compactMap { time, json in
            guard var conditions = Conditions(oneCall: json) else { return nil }
            conditions.isDay = sun.isUp(at: time)
            return Hour(time: time, conditions: conditions, precipitationProbability: json["pop"].percentage)
        }
        let today = calendar.date(at: now)
        for (time, json) in JSONValue.array(answer.days).timed(near: now) {
            guard let day = Day(oneCall: json, time: time, calendar: calendar, sun: sun) else { continue }
            if days.last.map({ $0.date < day.date }) ?? (today <= day.date) { days.append(day) }
        }
        // The first minute's time is the next full minute, so each minute ends at its time. Amounts are in mm/h.
        precipitation = PrecipitationSeries(
            JSONValue.array(answer.minutes).timed(near: now).map { time, json in
                let rate = QuantityKind.depth.believed(json["precipitation"].number)
                return PrecipitationStep(end: time, duration: 60, amount: rate.map { $0 / 60 })
            })
        if current == nil, hours.isEmpty, days.isEmpty { return nil }
        alerts = answer.alerts?.alerts
        omittedAlerts = answer.alerts?.omitted ?? OmittedAlerts()
        unknownCodes = ([answer.current] + answer.hours + answer.days).unknownOpenWeatherMapCodes
        guard unknownCodes != nil else { return }
        func unknown(_ elements: [JSONValue]) -> [(time: UnixTime, value: JSONValue)] {
            JSONValue.array(elements).timed(near: now).filter { [$0.value].unknownOpenWeatherMapCodes != nil }
        }
        deriveConditions(
            except: UnknownConditions(
                isPresent: [answer.current].unknownOpenWeatherMapCodes != nil,
                hours: Set(unknown(answer.hours).map(\.time)),
                days: Set(unknown(answer.days).map { calendar.date(at: $0.value.solarNoon ?? $0.time) })))
    }
}

extension Day {
    /// nil when nothing but the sun's course is known. Cloud cover (at noon) and apparent temperatures (at four times
    /// of the day) are not used, since they are not the day's mean and extremes.
    fileprivate init?(oneCall json: JSONValue, time: UnixTime, calendar: PlaceCalendar, sun: Sun) {
        let date = calendar.date(at: json.solarNoon ?? time)
        guard let span = calendar.span(of: date) else { return nil }
        let empty = Day(date: date, start: span.start, end: span.end)
        self = empty
        condition = json.openWeatherMapCondition
        temperatureMax = QuantityKind.temperature.believed(json["temp"]["max"].number)
        temperatureMin = QuantityKind.temperature.believed(json["temp"]["min"].number)
        precipitationProbability = json["pop"].percentage
        windSpeedMax = QuantityKind.speed.believed(json["wind_speed"].number)
        windGustMax = QuantityKind.speed.believed(json["wind_gust"].number)
        windDirection = QuantityKind.direction.believed(json["wind_deg"].number)
        uvIndexMax = QuantityKind.uvIndex.believed(json["uvi"].number)
        if self == empty { return nil }
        let amounts = PrecipitationAmounts(json)
        precipitation = amounts.water
        rain = amounts.rain
        snowfall = amounts.depth
        daylight = sun.daylight(from: span.start, to: span.end)
    }
}

extension JSONValue {
    /// The middle between sunrise and sunset, which is certainly on their day: version 4.0 has dated a day in Tokyo by
    /// Greenwich's midnight. nil without a sunrise or sunset.
    fileprivate var solarNoon: UnixTime? {
        guard let rise = self["sunrise"].unixTime, let set = self["sunset"].unixTime,
            let dated = self["dt"].unixTime, (0...86_400).contains(set.seconds(since: rise))
        else { return nil }
        let noon = rise.advanced(by: set.seconds(since: rise) / 2)
        return abs(noon.seconds(since: dated)) <= 86_400 ? noon : nil
    }
}
