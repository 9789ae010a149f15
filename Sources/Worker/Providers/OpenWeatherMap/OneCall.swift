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
