import ClientProtocol
import Logging
import Rendering
import Scratch
import Store
import Synchronization
import Weather

@testable import Server

/// A store with Montevideo's weather, and a responder on a manual clock.
final class ResponderFixture: Sendable {
    static let start = UnixTime(1_763_740_800)

    let directory: TemporaryDirectory
    let store: Store
    /// The places whose forecast was requested.
    let asked = Mutex<[Coordinate]>([])
    /// The requested kinds of reports, for any place.
    let requestedKinds = Mutex<[ReportKind]>([])
    /// The answer to a refresh request.
    let refreshAnswer = Mutex(RefreshAnswer.done)
    /// Whether the first request for a place gets its weather immediately.
    let settles = Mutex(false)
    /// The number of requests that waited for the weather.
    let waits = Mutex(0)
    /// The reports of the last wait.
    let awaited = Mutex<Set<ReportKind>>([])
    /// The configured style.
    let style = Mutex(Style())
    /// The number of views of the current weather.
    let looks = Mutex(0)
    /// The number of requests.
    let requests = Mutex(0)
    /// The numbers of watching connections so far.
    let watchers = Mutex<[Int]>([])
    /// The number of gazetteer lookups for places that are not stored.
    let landmarks = Mutex(0)
    /// The coastline; by default without any land.
    let coasts = Mutex<Result<Coastline, CoastlineError>>(Result { () throws(CoastlineError) in try .ocean })
    /// Called before the gazetteer names a position.
    let naming = Mutex<(@Sendable () async -> Void)?>(nil)
    /// The cities of the gazetteer.
    let cities = [
        City(
            coordinate: .oslo,
            locality: Locality(
                name: "Oslo", region: "Oslo County", country: "Norway", countryCode: "NO", timeZone: "Europe/Oslo"),
            population: 580_000),
        .munich,
        City(coordinate: .springfieldMissouri, locality: .springfield("Missouri"), population: 167_000),
        City(coordinate: .springfieldIllinois, locality: .springfield("Illinois"), population: 117_000),
    ]
    private let time = Mutex(start)

    init(location: Place? = Place(name: "Montevideo", coordinate: .montevideo)) throws {
        directory = try TemporaryDirectory()
        store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(location: location),
            now: Self.start, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    var now: UnixTime {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    /// Stores a report fetched now.
    func storeReport(_ coordinate: Coordinate = .montevideo, temperature: Double = 15) async {
        await store.keep([.example(at: coordinate, fetchedAt: now, temperature: temperature)], as: \.forecast, at: now)
    }

    /// The final reply to a line.
    func reply(_ line: String) async -> Reply {
        var answer: Responder.Answer
        switch RecentReplies().answer(to: Array(line.utf8)[...], by: responder) {
        case .made(let made, key: _): answer = made
        case .bytes(let bytes):
            var decoder = ReplyDecoder()
            decoder.append(bytes)
            return (try? decoder.next()) ?? .error(.internal, "no reply")
        }
        while true {
            switch answer {
            case .reply(let reply), .lastingReply(let reply, until: _): return reply
            case .later(let work): answer = await work()
            case .render(let render): answer = render()
            case .watch: return .ok(["watching"])
            }
        }
    }

    /// The error code of the reply to a line; nil for no error.
    func code(_ line: String) async -> Reply.Code? {
        guard case .error(let code, _) = await reply(line) else { return nil }
        return code
    }

    var responder: Responder {
        Responder(
            store: store, now: { self.now }, presentation: { .init(style: self.style.withLock { $0 }) }, effects: self)
    }
}

extension ResponderFixture: Effects {
    func asked(_ kind: ReportKind, of coordinate: Coordinate) {
        if kind == .forecast { asked.withLock { $0.append(coordinate) } }
        requestedKinds.withLock { $0.append(kind) }
    }

    func looked() { looks.withLock { $0 += 1 } }

    func requested() { requests.withLock { $0 += 1 } }

    func watching(_ count: Int) { watchers.withLock { $0.append(count) } }

    func settingsChanged(_: StoreChange) {}

    func refresh(_: Coordinate, wait _: Bool) async -> RefreshAnswer { refreshAnswer.withLock { $0 } }

    func settle(_ coordinate: Coordinate?, _ kinds: Set<ReportKind>) async {
        waits.withLock { $0 += 1 }
        awaited.withLock { $0 = kinds }
        if settles.withLock({ $0 }) { await storeReport(coordinate ?? .oslo) }
    }

    func cities(_ query: String, language: String?) async throws(SearchFailure) -> [City] {
        let found = cities.filter { $0.locality.name.lowercased().hasPrefix(query.lowercased()) }
        if found.isEmpty, query == City.misspelledOslo { return [.correctedOslo] }
        guard !found.isEmpty else { throw .notFound(query, online: nil) }
        return found.map { city in
            var city = city
            if let language { city.locality = city.locality.translated(to: language) }
            return city
        }
    }

    func city(_ query: String) async throws(SearchFailure) -> City {
        if query == City.misspelledOslo { return .correctedOslo }
        let found = cities.filter { $0.locality.name.lowercased() == query.lowercased() }
        guard let first = found.first else { throw .notFound(query, online: nil) }
        guard found.count == 1 else { throw .ambiguous(query, found) }
        return first
    }

    func locality(of coordinate: Coordinate) async -> Locality? {
        await naming.withLock { $0 }?()
        return cities.first { $0.coordinate == coordinate }?.locality
    }

    func landmark(of coordinate: Coordinate) async -> Locality? {
        landmarks.withLock { $0 += 1 }
        return cities.first { $0.coordinate == coordinate }?.locality
    }

    func coastline() throws(CoastlineError) -> Coastline { try coasts.withLock { $0 }.get() }

    func backingOff() -> [BackingOffProvider] { [] }

    func ranking(at _: Coordinate) -> ProviderRanking? { nil }

    func accuracy(at _: Coordinate) async -> AccuracySummary { AccuracySummary(nil) }

    func findings(_: DaemonStatus) async -> [Diagnostic] { [] }
}

extension Coordinate {
    static let springfieldMissouri = Coordinate(latitude: 37.2153, longitude: -93.2982) ?? .oslo
    static let springfieldIllinois = Coordinate(latitude: 39.8017, longitude: -89.6437) ?? .oslo
}

extension Coastline {
    /// One level of detail, without lines.
    static var ocean: Coastline {
        get throws(CoastlineError) {
            try Coastline(bytes: Array("coast".utf8) + [1, 144, 1, 1, 10, 0], path: "ocean")
        }
    }
}

extension Locality {
    static func springfield(_ region: String) -> Locality {
        Locality(
            name: "Springfield", region: region, country: "United States", countryCode: "US",
            timeZone: "America/Chicago")
    }
}

extension City {
    static let misspelledOslo = "Ossllo"

    static var correctedOslo: City {
        var city = City(
            coordinate: .oslo, locality: Locality(name: "Oslo", country: "Norway", countryCode: "NO"),
            population: 580_000)
        city.correction = "Oslo"
        return city
    }

    static let munich = City(
        coordinate: Coordinate(latitude: 48.137, longitude: 11.575) ?? .oslo,
        locality: {
            var locality = Locality(
                name: "Munich", region: "Bavaria", country: "Germany", countryCode: "DE", timeZone: "Europe/Berlin")
            locality.language = "en"
            locality.translations = Locality.Translations(
                names: ["en": "Munich", "de": "München", "ja": "ミュンヘン"], regions: ["en": "Bavaria", "de": "Bayern"],
                countries: ["en": "Germany", "de": "Deutschland", "ja": "ドイツ"])
            return locality
        }(), population: 1_260_000)
}
