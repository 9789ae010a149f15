import Foundation
import Logging
import Scratch
import Testing
import Weather

@testable import Store

/// Files written by weatherd 0.2.0 with Foundation's JSON encoder: they are read, and written with the same bytes.
struct RecordedDocumentsTests {
    private static let now = UnixTime(1_763_740_000)
    private static let recorded = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded")
    private static let names = ["settings.json", "settings.copy.json", "requests.json", "told.json", "reports.json"]

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private static func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: recorded.appending(path: name))
    }

    private func store() -> Store {
        Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .montevideo)), now: Self.now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    // MARK: - Content

    private var settings: Settings {
        var named = Locality(
            name: "Zürich", region: "Zürich", country: "Schweiz/Suisse", countryCode: "CH", timeZone: "Europe/Zurich",
            offset: Locality.Offset(distance: 1234.5678901234567, bearing: 0.1), language: "de_CH.UTF-8")
        named.translations = Locality.Translations(
            names: ["ja": "チューリッヒ", "en": "Zurich", "ar": "زيورخ"], regions: [:], countries: ["en": "Switzerland"])
        let names = ["", "\"\\/\u{8}\u{C}\t\u{1}\u{1F}\u{7F}", "🏔️ e\u{301}", "\u{2028}", nil]
        let coordinates: [(Double, Double)] = [
            (0.1 + 0.2, -180.0), (-90, 1e-7), (46.94809, 7.44744), (.leastNonzeroMagnitude, 123.45678901234567), (1, 0),
        ]
        let favourites = zip(names, coordinates).compactMap { name, coordinate in
            Coordinate(latitude: coordinate.0, longitude: coordinate.1).map {
                Place(name: name, coordinate: $0, locality: name == nil ? named : nil)
            }
        }
        return Settings(
            units: UnitsChoice(.imperial), location: .place(Place(name: "Oslo", coordinate: .oslo)),
            favourites: favourites)
    }

    private var history: NotificationHistory {
        var history = NotificationHistory()
        let alerts = [
            Alert(id: "1", replaces: ["0", "00"], event: "Gale", severity: .severe), Alert(id: "2", event: "Snow"),
        ]
        var report = Report.full(fetchedAt: Self.now)
        for place in [Coordinate.oslo, .montevideo] {
            report.coordinate = place
            let context = EventContext(
                report: report, alerts: alerts, failedAt: Self.now, now: Self.now.advanced(by: 4000), staleAfter: 3600)
            _ = history.take(context, at: place, Set(WeatherEvent.Kind.allCases))
        }
        return history
    }

    private var reports: [Report] {
        let empty = Report(
            coordinate: .oslo, timeZone: "UTC", provider: Provider(id: "x", name: "X"), fetchedAt: Self.now)
        return [.full(fetchedAt: Self.now), empty]
    }

    private var alerts: AlertReport {
        AlertReport(
            coordinate: .montevideo, provider: Provider(id: "x", name: "X"), fetchedAt: Self.now,
            httpFreshness: HTTPFreshness(expires: Self.now), alerts: reports[0].alerts ?? [])
    }

    private var air: AirReport {
        var hour = AirQuality(time: Self.now)
        hour.europeanIndex = 21
        hour.birchPollen = 3.125
        hour.ozone = 0.001
        return AirReport(
            coordinate: .montevideo, timeZone: "America/Montevideo", provider: Provider(id: "x", name: "X"),
            fetchedAt: Self.now, hours: [hour, AirQuality(time: Self.now.advanced(by: 3600))])
    }

    private var fix: LocationFix {
        LocationFix(coordinate: .oslo, accuracy: 25_000.5, altitude: -12, time: Self.now, source: .geoClue)
    }

    private var located: Located {
        Located(place: Place(coordinate: .oslo, locality: Locality(name: "Oslo", countryCode: "NO")), fix: fix)
    }

    private func write() async throws {
        let store = store()
        let settings = settings
        try await store.changeSettings(at: Self.now) { $0 = settings }
        _ = await store.countRequests(to: "open-meteo", upTo: 7, at: Self.now)
        await store.endRequests()
        _ = await store.countRequests(to: "met-norway", at: Self.now)
        #expect(await store.notificationHistory.save(history))
        await store.keep(located, [.geoClue: fix, .timeZone: fix], at: Self.now)
        await store.keep([alerts], as: \.alerts, at: Self.now)
        await store.keep([air], as: \.air, at: Self.now)
        await store.keep(reports, as: \.forecast, at: Self.now)
    }

    // MARK: - Tests

    @Test func writtenDocumentsMatchRecordings() async throws {
        try await write()
        for name in Self.names {
            #expect(try directory.read(name) == Self.bytes(name), "\(name)")
        }
    }

    @Test func recordedDocumentsAreRead() async throws {
        for name in Self.names { try Self.bytes(name).write(to: URL(filePath: directory.file(name))) }
        let store = store()
        let snapshot = store.snapshot
        // Control characters of names are removed.
        var settings = settings
        settings.boundNames()
        #expect(snapshot.settings == settings)
        #expect(snapshot.requests.counts(at: Self.now) == ["open-meteo": 7, "met-norway": 1])
        #expect(snapshot.requests.pending.backsOffUntil("met-norway", at: Self.now) != nil)
        #expect(await store.notificationHistory.load(at: Self.now) == history)
        #expect(snapshot.located == located)
        #expect(snapshot.fixes == [.geoClue: fix])
        #expect(snapshot.weather[.montevideo]?.report == reports[0])
        #expect(snapshot.weather[.oslo]?.report == reports[1])
        #expect(snapshot.weather[.montevideo]?.alerts.content == alerts)
        #expect(snapshot.weather[.montevideo]?.air.content == air)
        #expect(try directory.names().allSatisfy { !$0.contains("damaged") })
    }

    /// Version 0.1.0 wrote reports value by value.
    @Test func reportsOfTheFirstReleaseAreRead() throws {
        try Self.bytes("reports-1.json").write(to: URL(filePath: directory.file("reports.json")))
        var report = Report.full(fetchedAt: Self.now)
        report.hours.removeSubrange(12...)
        report.precipitation = PrecipitationSeries(Array(report.precipitation.prefix(8)))
        #expect(store().snapshot.weather[.montevideo]?.report == report)
    }
}
