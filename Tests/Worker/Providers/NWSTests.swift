import Dialects
import HTTP
import Refreshing
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Providers

private let now = Contract.now
private let expired = #"""
    {"title":"Forecast Grid Expired","type":"https://api.weather.gov/problems/ForecastGridExpired","status":503,
     "detail":"The requested forecast grid was issued 2020-02-11 and has expired."}
    """#

/// The service in its dialect, except for the paths with other answers.
private func service(_ others: @escaping @Sendable (String) -> HTTPAnswer? = { _ in nil }) throws -> ScriptedService {
    let weather = try #require(Contract.nws).weather()
    let dialect = NWSDialect()
    return ScriptedService { query in
        others(query.url.replacing("http://service.test", with: "")) ?? dialect.answer(to: query, about: weather)
    }
}

private func provider(
    _ service: ScriptedService, _ points: NWSGridPoints = NWSGridPoints(), notices: Notices = Notices()
) -> NWS {
    NWS(baseURL: "http://service.test", gridPoints: points, exchange: service.exchange, notice: notices.take)
}

private let daily = [
    "/gridpoints/OKX/33,35/forecast/hourly", "/gridpoints/OKX/33,35", "/gridpoints/OKX/33,35/forecast",
    "/stations/KNYC/observations/latest",
]

struct NWSQueryTests {
    /// The grid point of a place is requested once a day, and all requests go to the configured host, whatever the
    /// answers name.
    @Test func gridPointIsCached() async throws {
        let place = try #require(Contract.newYork)
        let service = try service()
        let points = NWSGridPoints()
        _ = try await provider(service, points).report(for: place, at: now)
        let first =
            ["/points/40.7143,-74.006"] + daily.dropLast() + ["/gridpoints/OKX/33,35/stations"] + daily.suffix(1)
        #expect(service.paths == first)
        #expect(service.queries.allSatisfy { $0.url.hasPrefix("http://service.test/") })

        _ = try await provider(service, points).report(for: place, at: now.advanced(by: 3600))
        #expect(Array(service.paths.dropFirst(first.count)) == daily)

        _ = try? await provider(service, points).report(for: place, at: now.advanced(by: 86_400))
        #expect(service.paths.filter { $0.hasPrefix("/points") }.count == 2)
    }

    @Test(arguments: [503, 404])
    func expiredGridPointIsFetchedAgain(status: Int) async throws {
        let place = try #require(Contract.newYork)
        let isOld = Mutex(false)
        let service = try service { path in
            guard path.hasSuffix("/hourly"),
                isOld.withLock({ old in
                    defer { old = false }
                    return old
                })
            else {
                return nil
            }
            return HTTPAnswer(expired, status: status)
        }
        let points = NWSGridPoints()
        _ = try await provider(service, points).report(for: place, at: now)
        isOld.withLock { $0 = true }
        let report = try await provider(service, points).report(for: place, at: now.advanced(by: 600))
        #expect(report.current != nil)
        #expect(service.paths.filter { $0.hasPrefix("/points") }.count == 2)
    }

    /// It is fetched again once, not repeatedly.
    @Test func persistentlyExpiredGridIsServiceFailure() async throws {
        let place = try #require(Contract.newYork)
        let service = try service { $0.hasSuffix("/hourly") ? HTTPAnswer(expired, status: 503) : nil }
        let points = NWSGridPoints()
        for count in 1...2 {
            await #expect(
                throws: FetchFailure.serviceFailed(
                    host: "service.test", status: 503,
                    reason: "Forecast Grid Expired: The requested forecast grid was issued 2020-02-11 and has expired.",
                    retryAfter: nil)
            ) {
                _ = try await provider(service, points).report(for: place, at: now)
            }
            #expect(service.paths.filter { $0.hasPrefix("/points") }.count == count)
        }
    }

    @Test func uncoveredPlaceIsNotRequestedAgain() async throws {
        let place = try #require(Coordinate(latitude: 45.5, longitude: -73.57))
        let problem = #"{"title":"Data Unavailable For Requested Point","detail":"Unable to provide data for it"}"#
        let service = ScriptedService { _ in HTTPAnswer(problem, status: 404) }
        let points = NWSGridPoints()
        let failure = FetchFailure.notCovered(
            host: "service.test", reason: "Data Unavailable For Requested Point: Unable to provide data for it")
        for _ in 1...2 {
            await #expect(throws: failure) {
                _ = try await provider(service, points).report(for: place, at: now)
            }
        }
        #expect(service.paths == ["/points/45.5,-73.57"])
    }

    @Test func placeAtSeaIsNotCovered() async throws {
        let place = try #require(Contract.newYork)
        let service = ScriptedService { _ in HTTPAnswer(#"{"properties":{"gridId":"OKX","forecastHourly":null}}"#) }
        let failure = FetchFailure.notCovered(
            host: "service.test", reason: "there is no hourly forecast, as at sea")
        await #expect(throws: failure) { _ = try await provider(service).report(for: place, at: now) }
    }

    @Test func gridPointWithoutForecastIsNotCovered() async throws {
        let place = try #require(Contract.newYork)
        let problem = #"{"title":"Marine Forecast Not Supported"}"#
        let service = try service { $0.hasSuffix("/hourly") ? HTTPAnswer(problem, status: 404) : nil }
        let failure = FetchFailure.notCovered(host: "service.test", reason: "Marine Forecast Not Supported")
        await #expect(throws: failure) { _ = try await provider(service).report(for: place, at: now) }
    }

    @Test(arguments: ["12", "ftp:/x", "https://evil.test", "https://evil.test/a b", "http://x/\\u0000"])
    func invalidLinkIsNotRequested(address: String) async throws {
        let place = try #require(Contract.newYork)
        let service = ScriptedService { _ in HTTPAnswer(#"{"properties":{"forecastHourly":"\#(address)"}}"#) }
        await #expect(throws: FetchFailure.self) { _ = try await provider(service).report(for: place, at: now) }
        #expect(service.paths.count == 1)
    }

    @Test(
        arguments: [
            (40.71, -74.0, true), (61.22, -149.9, true), (52.9, 172.9, true), (21.3, -157.86, true),
            (18.47, -66.1, true), (13.44, 144.79, true), (-14.28, -170.7, true), (25.76, -80.19, true),
            (59.91, 10.75, false), (51.5, -0.13, false), (-33.87, 151.2, false), (64.13, -21.9, false),
        ])
    func coverageIsTheUnitedStates(latitude: Double, longitude: Double, isCovered: Bool) throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(provider(ScriptedService { _ in HTTPAnswer("") }).covers(place) == isCovered)
    }
}

struct NWSReportTests {
    private func report(
        _ others: @escaping @Sendable (String) -> HTTPAnswer?, notices: Notices = Notices()
    ) async throws -> Report {
        let place = try #require(Contract.newYork)
        return try await provider(try service(others), notices: notices).report(for: place, at: now)
    }

    /// The report needs the hourly forecast; other requests may fail, which is reported.
    @Test func optionalRequestsNeverFailTheReport() async throws {
        let notices = Notices()
        let report = try await report(
            { path in
                path.hasPrefix("/points") || path.hasSuffix("/hourly") ? nil : HTTPAnswer("oh no", status: 500)
            }, notices: notices)
        let current = try #require(report.current)
        #expect(abs((current.temperature ?? 0) - 14.5) < 0.3)
        #expect(current.precipitation == nil)
        #expect(report.observedAt == now)
        #expect(report.currentOrigin == .forecast)
        #expect(report.station == nil)
        #expect(report.days.count >= 5)
        let failure = FetchFailure.serviceFailed(host: "service.test", status: 500, reason: nil, retryAfter: nil)
        let parts = ["rain and snow", "the last days", "the observation"]
        #expect(notices.all == parts.map { .incomplete(part: $0, failure) })
        #expect(report.missing == parts.map { .failed(part: $0, failure) })
    }

    @Test func rateLimitEndsFurtherRequests() async throws {
        let place = try #require(Contract.newYork)
        let service = try service { $0 == "/gridpoints/OKX/33,35" ? HTTPAnswer("", status: 429) : nil }
        #expect(try await provider(service).report(for: place, at: now).current != nil)
        #expect(service.paths.last == "/gridpoints/OKX/33,35")
    }

    @Test func unknownStationIsLookedUpAgain() async throws {
        let place = try #require(Contract.newYork)
        let service = try service { $0.hasSuffix("/stations") ? HTTPAnswer("", status: 500) : nil }
        let points = NWSGridPoints()
        for _ in 1...2 { _ = try await provider(service, points).report(for: place, at: now) }
        #expect(service.paths.filter { $0.hasSuffix("/stations") }.count == 2)
        #expect(service.paths.filter { $0.hasPrefix("/points") }.count == 1)
    }

    @Test func pastPeriodsAreSkipped() async throws {
        let report = try await report { _ in nil }
        #expect(report.hours.first?.time == now)
    }

    /// By evening the service no longer reports the afternoon.
    @Test func pastHoursOfTodayCount() async throws {
        let place = try #require(Contract.newYork)
        let provider = provider(try service())
        let first = try await provider.report(for: place, at: now)
        let evening = now.advanced(by: 10 * 3600)
        let second = try await provider.report(for: place, at: evening, renewing: first)
        let (today, known) = (try #require(second.days.first), try #require(first.days.first))
        #expect(today.date == known.date)
        #expect(today.temperatureMax == known.temperatureMax)
        let alone = try await provider.report(for: place, at: evening)
        // The day's extremes cannot be computed from the evening.
        #expect(alone.days.first?.date == known.date && alone.days.first?.temperatureMax == nil)
        #expect(second.hours.map(\.time) == first.hours.map(\.time))
        #expect(second.current == alone.current)
    }

    /// After the last hour, days consist of halves.
    @Test func lastDaysComeFromHalfDays() async throws {
        let report = try await report { _ in nil }
        let weather = try #require(Contract.nws).weather()
        let reach = try #require(report.hours.last).time
        let beyond = report.days.filter { $0.end > reach.advanced(by: 7 * 3600) }
        #expect(beyond.count == 2)
        for day in beyond {
            let truth = try #require(weather.days.first { $0.date == day.date })
            #expect(abs((day.temperatureMax ?? 0) - (truth.temperatureMax ?? 0)) < 0.3)
            #expect(day.precipitation == nil)
            #expect(day.daylight != nil)
            // The upper end of 5 to 15 mph.
            #expect(day.windSpeedMax == 6.706)
            #expect(day.windDirection == 225)
        }
    }
}
