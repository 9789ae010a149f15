import Foundation
import Logging
import Scratch
import Testing
import Weather

@testable import Store

/// Warnings and air quality, which are stored with the forecast, and the request counts.
struct ReportKindTests {
    private let directory: TemporaryDirectory
    private let now = UnixTime(1_763_740_000)
    private let provider = Provider(id: "x", name: "X")

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func store(at time: UnixTime? = nil) -> Store {
        Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .montevideo)), now: time ?? now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test func allKindsSurviveRestart() async throws {
        let store = store()
        var air = AirQuality(time: now)
        air.europeanIndex = 21
        air.birchPollen = 3.5
        var gale = Alert(id: "1", event: "Gale", severity: .moderate, urgency: .future, certainty: .likely, kind: .wind)
        gale.areas = [
            .polygon([[.montevideo, .oslo, .montevideo], [.oslo]]), .circle(centre: .montevideo, radius: 5000),
        ]
        gale.web = "https://x.test/gale"
        gale.attribution = "via X"
        var alerts = AlertReport(
            coordinate: .montevideo, provider: provider, fetchedAt: now, httpFreshness: HTTPFreshness(expires: now),
            alerts: [gale])
        alerts.omitted = OmittedAlerts(unlocated: 3, unreadable: 4, unlocatedSeverity: .extreme)
        let quality = AirReport(
            coordinate: .montevideo, timeZone: "America/Montevideo", provider: provider, fetchedAt: now, hours: [air])
        await store.keep([Report.example(at: .montevideo, fetchedAt: now)], as: \.forecast, at: now)
        await store.keep([alerts], as: \.alerts, at: now)
        await store.keep([quality], as: \.air, at: now)
        var observation = Observation(station: Station(id: "SUMU", distance: 9000, elevation: 32), time: now)
        observation.take(21.5, as: .temperature)
        let observations = ObservationReport(
            coordinate: .montevideo, provider: provider, fetchedAt: now, observation: observation,
            rejected: [
                RejectedStation(Station(id: "SUAA"), .impossible(ImpossibleValue(key: "temperatureC", value: -99)))
            ])
        await store.keep([observations], as: \.observations, at: now)
        let stored = try #require(self.store().snapshot.weather[.montevideo])
        #expect(stored.observations.content == observations)
        #expect(stored.alerts.content == alerts)
        #expect(stored.air.content == quality)
        #expect(stored.report != nil)
    }

    @Test func comparisonsSurviveRestart() async throws {
        let store = store()
        var highs: [Double?] = (0..<Normals.dates).map { Double($0) / 8 - 5.125 }
        highs[59] = nil
        let normals = NormalsReport(
            coordinate: .montevideo, provider: provider, fetchedAt: now,
            normals: try #require(Normals(highs: highs, lows: Array(repeating: nil, count: Normals.dates))))
        let ensemble = EnsembleReport(
            coordinate: .montevideo, provider: provider, fetchedAt: now,
            days: [
                EnsembleDay(
                    date: CalendarDate(year: 2025, month: 11, day: 21), members: 51, high: Spread(from: 17.5, to: 21),
                    precipitation: Spread(from: 0, to: 3.25))
            ])
        await store.keep([normals], as: \.normals, at: now)
        await store.keep([ensemble], as: \.ensemble, at: now)
        var sea = MarineHour(time: now)
        (sea.waveHeight, sea.seaLevel) = (1.25, -0.5)
        let marine = MarineReport(
            coordinate: .montevideo, timeZone: "UTC", provider: provider, fetchedAt: now, hours: [sea])
        await store.keep([marine], as: \.marine, at: now)
        await store.keep([Report.example(at: .montevideo, fetchedAt: now)], as: \.forecast, at: now)
        let kept = try #require(store.snapshot.weather[.montevideo])
        let stored = try #require(self.store().snapshot.weather[.montevideo])
        #expect(stored.normals.content == normals)
        #expect(stored.ensemble.content == ensemble)
        #expect(stored.marine.content == marine)
        #expect(stored.past == kept.past)
        store.forget(\.normals, unlessFrom: [provider.id])
        #expect(store.snapshot.weather[.montevideo]?.normals.content == normals)
        store.forget(\.normals, unlessFrom: ["other"])
        #expect(store.snapshot.weather[.montevideo]?.normals.content == nil)
        #expect(store.snapshot.weather[.montevideo]?.ensemble.content == ensemble)
    }

    @Test func passedHoursOfBothReportsAreKept() async throws {
        let store = store()
        func report(fetchedAt time: UnixTime, from first: UnixTime, _ temperatures: [Double]) -> Report {
            var report = Report.example(at: .montevideo, fetchedAt: time)
            report.hours = temperatures.enumerated().map { index, temperature in
                var conditions = Conditions(condition: .clear)
                conditions.temperature = temperature
                return Hour(time: first.advanced(by: index * 3600), conditions: conditions)
            }
            report.past = [PastTemperatures.Point(time: first.advanced(by: -3600), temperature: 1)]
            return report
        }
        await store.keep([report(fetchedAt: now, from: now, [2, 3, 4])], as: \.forecast, at: now)
        let later = now.advanced(by: 7200)
        await store.keep([report(fetchedAt: later, from: later, [5, 6, 7])], as: \.forecast, at: later)
        let weather = try #require(store.snapshot.weather[.montevideo])
        #expect(weather.past.points.map(\.temperature) == [1, 2, 1, 5])
        #expect(weather.report?.past == [])
    }

    @Test func warningsAndAirSurviveRestartWithoutForecast() async throws {
        let store = store()
        let alerts = AlertReport(coordinate: .montevideo, provider: provider, fetchedAt: now)
        let air = AirReport(coordinate: .montevideo, provider: provider, fetchedAt: now)
        await store.keep([alerts], as: \.alerts, at: now)
        await store.keep([air], as: \.air, at: now)
        let stored = try #require(self.store().snapshot.weather[.montevideo])
        #expect(stored.alerts.content == alerts && stored.air.content == air)
        #expect(stored.report == nil)
    }

    @Test func kindsFailIndependently() async throws {
        let store = store()
        await store.keep([Report.example(at: .montevideo, fetchedAt: now)], as: \.forecast, at: now)
        store.note([.montevideo: .notCovered(host: "X", reason: nil)], of: \.alerts, at: now)
        let weather = try #require(store.snapshot.weather[.montevideo])
        #expect(weather.failure == nil)
        #expect(weather.alerts.failure == .notCovered(host: "X", reason: nil))
        #expect(weather[.forecast].hasOutcome && weather[.alerts].hasOutcome && !weather[.air].hasOutcome)
    }

    @Test func authorityWarningsArePreferredToForecastWarnings() async throws {
        let store = store()
        var report = Report.example(at: .montevideo, fetchedAt: now)
        report.alerts = [Alert(id: "f", event: "Of the forecast")]
        await store.keep([report], as: \.forecast, at: now)
        #expect(store.snapshot.weather[.montevideo]?.standingAlerts(at: now)?.map(\.id) == ["f"])
        let none = AlertReport(coordinate: .montevideo, provider: provider, fetchedAt: now)
        await store.keep([none], as: \.alerts, at: now)
        #expect(store.snapshot.weather[.montevideo]?.standingAlerts(at: now) == [])
    }

    @Test func planShiftedByOneSecondIsIgnored() {
        let store = store()
        func planned() -> UnixTime? { store.snapshot.weather[.montevideo]?.forecast.nextRefresh }
        let due = now.advanced(by: 900)
        store.plan([.montevideo: due], of: \.forecast)
        store.plan([.montevideo: due.advanced(by: 1)], of: \.forecast)
        store.plan([.montevideo: due.advanced(by: -1)], of: \.forecast)
        #expect(planned() == due)
        store.plan([.montevideo: due.advanced(by: 2)], of: \.forecast)
        #expect(planned() == due.advanced(by: 2))
        store.plan([:], of: \.forecast)
        #expect(planned() == nil)
    }

    // MARK: - Requests

    @Test func requestIsCountedBeforeItIsSent() async throws {
        let store = store()
        for provider in ["a", "b", "a"] { #expect(await store.countRequests(to: provider, at: now) == .granted(1)) }
        #expect(self.store().snapshot.requests.counts(at: now) == ["a": 2, "b": 1])
        let mode = try FileManager.default.attributesOfItem(atPath: directory.file("requests.json"))[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func restartDoesNotResetBudget() async {
        for _ in 0..<3 {
            let store = store()
            #expect(await store.countRequests(to: "a", within: 3, at: now) == .granted(1))
            await store.endRequests()
        }
        #expect(await store().countRequests(to: "a", within: 3, at: now) == .budgetSpent)
        #expect(await store().countRequests(to: "b", within: 3, at: now) == .granted(1), "each kind has its own count")
        #expect(store().snapshot.requests.counts(at: now)["a"] == 3, "unsent requests are not counted")
        let tomorrow = now.advanced(by: 86_400)
        #expect(await store(at: tomorrow).countRequests(to: "a", within: 3, at: tomorrow) == .granted(1))
    }

    /// The answer may have crashed the last run.
    @Test func providerOfCrashedRunBacksOff() async {
        var time = now
        for rest in [600, 1200, 2400, 3600, 3600] {
            let run = store(at: time)
            #expect(await run.countRequests(to: "a", at: time) == .granted(1))
            let end = time.advanced(by: rest)
            for moment in [time, end.advanced(by: -1)] {
                // Regardless of restarts and other requests in the meantime.
                let next = store(at: moment)
                #expect(await next.countRequests(to: "a", at: moment) == .backingOff(until: end))
                #expect(await next.countRequests(to: "b", at: moment) == .granted(1))
                await next.endRequests()
            }
            time = end
        }
        // One successful request resets the backoff.
        let run = store(at: time)
        await run.fetching {
            #expect(await run.countRequests(to: "a", at: time) == .granted(1))
            #expect(await run.countRequests(to: "a", at: time) == .granted(1), "within one run it continues")
        }
        #expect(await store(at: time).countRequests(to: "a", at: time) == .granted(1))
    }

    @Test func lastFetchClearsInFlightRequests() async {
        let run = store()
        await run.fetching {
            await run.fetching { _ = await run.countRequests(to: "a", at: now) }
            #expect(await store().countRequests(to: "a", at: now) == .backingOff(until: now.advanced(by: 600)))
        }
        #expect(await store().countRequests(to: "a", isTallied: false, at: now) == .granted(1))
        #expect(store().snapshot.requests.counts(at: now)["a"] == 1, "uncounted providers are not listed")
    }

    @Test func clockSetBackDoesNotLengthenBackoff() async {
        _ = await store().countRequests(to: "a", at: now)
        let earlier = now.advanced(by: -86_400)
        #expect(
            await store(at: earlier).countRequests(to: "a", at: earlier)
                == .backingOff(until: earlier.advanced(by: 600)))
    }

    @Test func damagedCountIsSetAside() async throws {
        try directory.write("{", to: "requests.json")
        let store = store()
        #expect(store.snapshot.requests.count(at: now) == 0)
        #expect(try directory.names().contains("requests.json.damaged-\(now.seconds)"))
        #expect(await store.countRequests(to: "a", at: now) == .granted(1))
    }
}
