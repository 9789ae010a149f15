import Foundation
import Logging
import Scratch
import Testing
import Weather

@testable import Store

/// The content of reports.json.
struct CacheTests {
    private let directory: TemporaryDirectory
    private let now = UnixTime(1_763_740_000)

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func store(favourites: [Place] = []) -> Store {
        if !favourites.isEmpty {
            let settings = Document<Settings>(
                file: AtomicFile(directory: directory.path, name: "settings.json"), versions: 1...1)
            #expect(throws: Never.self) { try settings.write(Settings(favourites: favourites)) }
        }
        return Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Place(coordinate: .montevideo)), now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func favourites(_ count: Int) -> [Place] {
        (0..<count).compactMap { number in
            Coordinate(latitude: Double(number) / 10, longitude: 0).map { Place(name: "\(number)", coordinate: $0) }
        }
    }

    private func full(at coordinate: Coordinate = .montevideo, seed: Int = 1) -> Report {
        .full(at: coordinate, seed: seed, fetchedAt: now)
    }

    @Test func everyValueRoundTrips() async throws {
        let report = full()
        await store().keep([report], as: \.forecast, at: now)
        let read = try #require(store().snapshot.weather[.montevideo]?.report)
        #expect(read == report)
        #expect(read.hours.map(\.conditions.pressure) == report.hours.map(\.conditions.pressure))
        #expect(try directory.read("reports.json").count < 28_000)
        _ = try JSONSerialization.jsonObject(with: directory.read("reports.json"))
    }

    @Test func emptyReportRoundTrips() async throws {
        let report = Report(
            coordinate: .montevideo, timeZone: "UTC", provider: Provider(id: "x", name: "X"), fetchedAt: now)
        await store().keep([report], as: \.forecast, at: now)
        #expect(store().snapshot.weather[.montevideo]?.report == report)
    }

    /// A probability keeps its period, and the present its sources.
    @Test func meaningOfTheValuesRoundTrips() async throws {
        var report = full()
        (report.hasHourlyProbability, report.modelled) = (true, .condition)
        await store().keep([report], as: \.forecast, at: now)
        #expect(store().snapshot.weather[.montevideo]?.report == report)
    }

    /// In the format of the first release.
    @Test func firstVersionIsReadAndReplaced() async throws {
        let report = full()
        let encoder = JSONEncoder()
        let json = String(decoding: try encoder.encode([report]), as: UTF8.self)
        let day = now.seconds / 86_400
        try directory.write(
            #"{"content":{"reports":\#(json),"requests":{"day":\#(day),"number":7}},"version":1}"#, to: "reports.json")
        let store = store()
        #expect(store.snapshot.weather[.montevideo]?.report == report)
        await store.save()
        #expect(try directory.names() == ["reports.json"])
        #expect(try String(decoding: directory.read("reports.json"), as: UTF8.self).hasPrefix(#"{"version":3,"#))
        #expect(self.store().snapshot.weather[.montevideo]?.report == report)
    }

    @Test func twoHundredReportsAreOneDocument() async throws {
        let favourites = favourites(200)
        let reports = favourites.enumerated().map { full(at: $1.coordinate, seed: $0) } + [full()]
        let first = store(favourites: favourites)
        await first.keep(reports, as: \.forecast, at: now)
        let second = store()
        #expect(second.snapshot.weather.count == 201)
        for report in reports { #expect(second.snapshot.weather[report.coordinate]?.report == report) }
        let whole = try directory.read("reports.json")
        #expect(whole.count < 6_000_000)
        await second.save()
        #expect(try directory.read("reports.json") == whole)
    }

    @Test func damagedFileIsSetAside() async throws {
        await store().keep([full()], as: \.forecast, at: now)
        let whole = try directory.read("reports.json")
        var damaged = stride(from: 0, to: whole.count - 1, by: 997).map { whole.prefix($0) }
        let text = String(decoding: whole, as: UTF8.self)
        for (part, other) in [
            ("\"time\":\"3600", "\"time\":\"3600 1"), ("\"time\":\"3600", "\"time\":\"0"),
            ("\"temperature\":\"100", "\"temperature\":\"100 5"), ("\"conditions\":[", "\"conditions\":[\"frogs\","),
            ("\"date\":\"1 ", "\"date\":\"1 9"), ("\"duration\":\"900 1\"", "\"duration\":\"900 .\""),
            ("\"fetchedAt\":\(now.seconds)", "\"fetchedAt\":99999999999"),
        ] {
            #expect(text.contains(part), "\(part)")
            damaged.append(Data(text.replacingOccurrences(of: part, with: other).utf8))
        }
        for bytes in damaged {
            try bytes.write(to: URL(fileURLWithPath: directory.file("reports.json")))
            #expect(store().snapshot.weather[.montevideo]?.report == nil)
            #expect(try directory.names() == ["reports.json.damaged-\(now.seconds)"])
            try FileManager.default.removeItem(atPath: directory.file("reports.json.damaged-\(now.seconds)"))
        }
    }

    @Test func detectedLocationSurvivesRestart() async {
        let fix = LocationFix(coordinate: .oslo, accuracy: 25_000, time: now, source: .geoClue)
        let zone = LocationFix(coordinate: .montevideo, time: now, source: .timeZone)
        let located = Located(
            place: Place(coordinate: .oslo, locality: Locality(name: "Oslo", countryCode: "NO")), fix: fix)
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(), now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        await store.keep(located, [.geoClue: fix, .timeZone: zone], at: now)
        for snapshot in [store.snapshot, self.store().snapshot] {
            #expect(snapshot.located == located)
            #expect(snapshot.fixes == [.geoClue: fix, .timeZone: zone])
        }
        #expect(store.snapshot.place == located.place)
        #expect(store.snapshot.weather[.oslo] != nil, "its weather is refreshed")
    }

    @Test func plannedRefreshesAreSetAndCleared() async {
        let store = store()
        store.plan([.montevideo: now.advanced(by: 900)], of: \.forecast)
        #expect(store.snapshot.weather[.montevideo]?.forecast.nextRefresh == now.advanced(by: 900))
        store.plan([:], of: \.forecast)
        #expect(store.snapshot.weather[.montevideo]?.forecast.nextRefresh == nil)
    }
}
