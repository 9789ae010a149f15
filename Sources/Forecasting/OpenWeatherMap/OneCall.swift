public import Endpoints
public import HTTP
public import Providers
public import Weather

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

    /// - Parameter baseURL: `https://api.openweathermap.org`, or another host with the same API.
    public init(version: Version, baseURL: String, key: APIKey, exchange: @escaping HTTPExchange) {
        self.version = version
        service = OpenWeatherMapService(baseURL: baseURL, key: key, exchange: exchange)
    }

    /// - Parameter previous: contains alerts that need not be requested again.
    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        let answer =
            switch version {
            case .three: OneCallAnswer(try await service.content("/data/3.0/onecall", of: coordinate, at: now))
            case .four: try await timelines(of: coordinate, at: now, known: previous?.alerts ?? [])
            }
        guard let report = Report(answer, for: coordinate, at: now) else { throw service.nothing }
        return report
    }

    private static let four = "/data/4.0/onecall"
    /// Hours per page of the hourly timeline.
    private static let page = 20

    /// Each answer is a billed call: one for current weather, two or three for the hours to the end of tomorrow, one
    /// for ten days, one for an hour of minutes, and one per new alert. Quarter hours, 50 per page, are not worth
    /// theirs. URLs of further pages are not followed, since they may send the key over unencrypted HTTP.
    private func timelines(
        of coordinate: Coordinate, at now: UnixTime, known: [Alert]
    ) async throws(FetchFailure) -> OneCallAnswer {
        let present = try await service.content("\(Self.four)/current", of: coordinate, at: now)
        var answer = OneCallAnswer(zoneOf: present)
        answer.current = present["data"][0]

        let hour = now.seconds - now.seconds % 3600
        let calendar = answer.calendar
        let tomorrow = calendar.date(1, after: calendar.date(at: now)).flatMap(calendar.span)
        for start in stride(from: hour, to: tomorrow?.end.seconds ?? hour + 48 * 3600, by: Self.page * 3600) {
            let page = try await service.content(
                "\(Self.four)/timeline/1h", of: coordinate, [("start", "\(start)")], at: now)
            answer.hours += page["data"].elements
        }
        answer.days = try await service.content("\(Self.four)/timeline/1day", of: coordinate, at: now)["data"].elements
        answer.minutes = try await service.content(
            "\(Self.four)/timeline/1min", of: coordinate, at: now)["data"].elements
        let ids = ([answer.current] + answer.hours + answer.days).map(\.alertIDs)
        answer.alerts = await alerts(
            Set(ids.joined().compactMap(\.self)), unusable: ids.map { $0.count { $0 == nil } }.max() ?? 0,
            known: known, at: now)
        return answer
    }

    /// More than are in force anywhere at once; bounds the cost of a broken answer.
    private static let mostAlerts = 20

    /// The alerts with these ids; nil when none can be read, since "unknown" is safer than "none".
    ///
    /// - Parameter unusable: how many more have an unusable id.
    private func alerts(
        _ ids: Set<String>, unusable: Int, known: [Alert], at now: UnixTime
    ) async -> ReadAlerts? {
        let unread = unusable + max(0, ids.count - Self.mostAlerts)
        var messages = [AlertMessage?](repeating: nil, count: unread)
        for id in ids.sorted().prefix(Self.mostAlerts) {
            if let alert = known.first(where: { $0.id == id }) {
                messages.append(AlertMessage(alert))
                continue
            }
            do throws(FetchFailure) {
                let content = try await service.content("\(Self.four)/alert/\(id)", at: now)
                messages.append(Alert(oneCall: content, id: id).map { AlertMessage($0) })
            } catch .refused(_, 404, _) {
                // It was cancelled in the meantime.
                continue
            } catch {
                messages.append(nil)
            }
        }
        return ReadAlerts(messages)
    }
}
