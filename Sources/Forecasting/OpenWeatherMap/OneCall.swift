public import Endpoints
public import HTTP
public import Providers
public import Weather

/// OpenWeatherMap's [One Call](https://openweathermap.org/api/one-call-4), for a key with that subscription: rain by the
/// minute, 48 hours, eight days or more, and the authorities' alerts.
public struct OneCall: ReportProvider {
    public enum Version: Sendable, Hashable {
        /// All in one answer. New subscribers do not get it any more.
        case three
        /// An answer for each kind of forecast.
        case four
    }

    public var identity: Provider { OpenWeatherMap.identity }

    public var limits: ProviderLimits {
        switch version {
        case .three: ProviderFacts.oneCall3.limits
        case .four: ProviderFacts.oneCall4.limits
        }
    }

    private let version: Version
    private let service: OpenWeatherMapService

    /// - Parameter baseURL: `https://api.openweathermap.org`, or where else the same interface is served.
    public init(version: Version, baseURL: String, key: APIKey, exchange: @escaping HTTPExchange) {
        self.version = version
        service = OpenWeatherMapService(baseURL: baseURL, key: key, exchange: exchange)
    }

    /// - Parameter previous: has the alerts that need not be asked for again.
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
    /// Hours on a page of the hourly timeline.
    private static let page = 20

    /// Each answer is a billed call: one for the present, two for the hours, or three where two pages of 20 do not reach to
    /// the end of tomorrow, one for ten days and one for the minutes of an hour. An alert costs one more, once. The quarters
    /// of an hour, of which a page has 50, are not worth theirs. The addresses of further pages in the answers are not used:
    /// they may lead through unencrypted HTTP, with the key in them.
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
        let ids = Set(([answer.current] + answer.hours + answer.days).flatMap(\.alertIDs))
        answer.alerts = await alerts(ids, known: known, at: now)
        return answer
    }

    /// More than are in force anywhere at once; an answer gone mad must not cost a fortune.
    private static let mostAlerts = 20

    /// The alerts of these ids; nil when one of them cannot be had, since to say that there is none would be worse than to say
    /// nothing.
    private func alerts(_ ids: Set<String>, known: [Alert], at now: UnixTime) async -> [Alert]? {
        var alerts: [Alert] = []
        for id in ids.sorted().prefix(Self.mostAlerts) {
            if let alert = known.first(where: { $0.id == id }) {
                alerts.append(alert)
                continue
            }
            do throws(FetchFailure) {
                let content = try await service.content("\(Self.four)/alert/\(id)", at: now)
                guard let alert = Alert(oneCall: content, id: id) else { return nil }
                alerts.append(alert)
            } catch .refused(_, 404, _) {
                // It was taken back in the meantime.
                continue
            } catch {
                return nil
            }
        }
        return alerts.bounded
    }
}
