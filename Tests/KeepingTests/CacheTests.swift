import Foundation
import Logging
import Scratch
import Testing
import Weather

@testable import Keeping

/// What reports.json holds.
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

    /// A report of eight days with a value, or none, in every place where there can be one.
    private func full(at coordinate: Coordinate = .montevideo, seed: Int = 1) -> Report {
        var state = UInt64(seed)
        func value(_ least: Double, _ most: Double, decimals: Double = 10) -> Double? {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let share = Double(state >> 33) / Double(1 << 31)
            return share > 0.95 ? nil : ((least + share * (most - least)) * decimals).rounded() / decimals
        }
        func conditions(_ index: Int) -> Conditions {
            var conditions = Conditions(condition: Condition.allCases[index % Condition.allCases.count])
            conditions.isDay = [true, false, nil][index % 3]
            conditions.likelihood = [.possible, .likely, nil][index % 3]
            conditions.precipitationPeriod = [nil, 3600, 0, 21_600][index % 4]
            conditions.temperature = value(-90, 60)
            conditions.feelsLike = value(-90, 60, decimals: 1000)
            conditions.dewPoint = value(-90, 60)
            conditions.humidity = value(0, 100)
            conditions.cloudCover = value(0, 100)
            conditions.pressure = value(870, 1084, decimals: 100)
            conditions.windSpeed = value(0, 100, decimals: 1000)
            conditions.windDirection = value(0, 360)
            conditions.windGust = value(0, 100, decimals: 100)
            conditions.precipitation = value(0, 400, decimals: 100)
            conditions.rain = value(0, 400, decimals: 1000)
            conditions.snowfall = value(0, 2000, decimals: 10)
            conditions.visibility = value(0, 100_000, decimals: 1)
            conditions.uvIndex = value(0, 20, decimals: 100)
            return conditions
        }
        var report = Report(
            coordinate: coordinate.rounded, timeZone: "America/Montevideo",
            provider: Provider(id: "x", name: "X \"Ü\" /", attribution: "Weather data by X"), fetchedAt: now,
            observedAt: now.advanced(by: -300), current: conditions(2))
        report.currentOrigin = .station
        report.station = Station(id: "SUMU", name: "Carrasco", distance: 12_345.5)
        report.issuedAt = now.advanced(by: -1800)
        report.hasClearSkyUV = true
        let midnight = UnixTime(1_763_694_000)
        report.hours = (0..<192).map { index in
            Hour(
                time: midnight.advanced(by: index * 3600), conditions: conditions(index),
                precipitationProbability: value(0, 100))
        }
        report.days = (0..<8).map { index in
            let start = midnight.advanced(by: index * 86_400)
            var day = Day(
                date: CalendarDate(year: 2025, month: 11, day: 21 + index), start: start,
                end: start.advanced(by: 86_400), condition: .sleet)
            day.likelihood = [.possible, .likely, nil][index % 3]
            day.temperatureMax = value(-90, 60)
            day.temperatureMin = value(-90, 60)
            day.feelsLikeMax = value(-90, 60)
            day.feelsLikeMin = value(-90, 60)
            day.cloudCover = value(0, 100)
            day.precipitation = value(0, 1000, decimals: 100)
            day.rain = value(0, 1000, decimals: 100)
            day.snowfall = value(0, 1000, decimals: 100)
            day.precipitationProbability = value(0, 100)
            day.precipitationHours = value(0, 24)
            day.windSpeedMax = value(0, 100)
            day.windGustMax = value(0, 100)
            day.windDirection = value(0, 360)
            day.uvIndexMax = value(0, 20)
            day.daylight =
                [
                    .sun(rise: start.advanced(by: 20_000), set: start.advanced(by: 70_001)), .polarDay, .polarNight,
                    nil,
                ][index % 4]
            return day
        }
        report.precipitation = PrecipitationSeries(
            (0..<768).map { index in
                PrecipitationStep(
                    end: midnight.advanced(by: index * 900), duration: 900, amount: value(0, 50, decimals: 100))
            })
        report.alerts = [
            Alert(
                id: "urn:1", replaces: ["urn:0"], event: "Gale Warning", headline: "Gale", text: "Wind\nand waves",
                instruction: "Stay", area: "Coast", sender: "Authority", severity: .severe, issuedAt: now,
                onset: now.advanced(by: 60), ends: now.advanced(by: 3600))
        ]
        report.promise = Promise(
            expires: now.advanced(by: 1800), lastModified: "Fri, 21 Nov 2025 15:00:00 GMT")
        return report
    }

    @Test func everyNumberComesBack() async throws {
        let report = full()
        await store().keep([report], as: \.forecast, at: now)
        let read = try #require(store().snapshot.weather[.montevideo]?.report)
        #expect(read == report)
        #expect(read.hours.map(\.conditions.pressure) == report.hours.map(\.conditions.pressure))
        #expect(try directory.read("reports.json").count < 28_000)
        _ = try JSONSerialization.jsonObject(with: directory.read("reports.json"))
    }

    @Test func anEmptyReportComesBack() async throws {
        let report = Report(
            coordinate: .montevideo, timeZone: "UTC", provider: Provider(id: "x", name: "X"), fetchedAt: now)
        await store().keep([report], as: \.forecast, at: now)
        #expect(store().snapshot.weather[.montevideo]?.report == report)
    }

    /// As the first release wrote it.
    @Test func theFirstVersionIsReadAndReplaced() async throws {
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

    @Test func aFileThatWasCutOrChangedIsSetAside() async throws {
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

    @Test func whereTheMachineWasFoundOutlivesTheDaemon() async {
        let fix = Fix(coordinate: .oslo, accuracy: 25_000, time: now, source: .geoClue)
        let zone = Fix(coordinate: .montevideo, time: now, source: .timeZone)
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
        #expect(store.snapshot.weather[.oslo] != nil, "its weather is looked after")
    }

    @Test func plansAreTakenOverAndEnded() async {
        let store = store()
        store.plan([.montevideo: now.advanced(by: 900)], of: \.forecast)
        #expect(store.snapshot.weather[.montevideo]?.forecast.nextRefresh == now.advanced(by: 900))
        store.plan([:], of: \.forecast)
        #expect(store.snapshot.weather[.montevideo]?.forecast.nextRefresh == nil)
    }
}
