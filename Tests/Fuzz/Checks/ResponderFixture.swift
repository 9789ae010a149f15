import ClientProtocol
import Foundation
import Logging
import Rendering
import Store
import Synchronization
import Weather

@testable import Server

/// A responder with a place, two favourites and a forecast.
struct ResponderFixture {
    private let store: Store

    /// The reply of a responder that no request has changed.
    ///
    /// - Parameter isRead: whether the request only reads.
    static func reply(to line: [UInt8], isRead: Bool) throws -> Reply {
        let fixture = current.withLock { fixture in
            defer { if !isRead { fixture = nil } }
            let found = fixture ?? ResponderFixture()
            fixture = found
            return found
        }
        let reply = settled { await fixture.reply(to: line) }
        guard let reply else { throw Violation("no reply") }
        return reply
    }

    private static let current = Mutex<ResponderFixture?>(nil)

    private init() {
        let directory = ScratchFiles.directory
        for name in ["settings.json", "reports.json"] { unlink("\(directory)/\(name)") }
        store = Store(
            stateDirectory: directory, cacheDirectory: directory,
            defaults: Defaults(location: Place(name: "Home", coordinate: .oslo)), now: fuzzNow,
            logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() })
        let store = store
        _ = settled {
            _ = try? await store.changeSettings(at: fuzzNow) { (settings) throws(FavouritesError) in
                try settings.addFavourite(Place(name: "Santa Cruz", coordinate: .newYork))
                try settings.addFavourite(Place(coordinate: Self.spring.coordinate, locality: Self.spring.locality))
            }
            await store.keep([Self.forecast(.oslo), Self.forecast(.newYork)], as: \.forecast, at: fuzzNow)
        }
    }

    private func reply(to line: [UInt8]) async -> Reply {
        let responder = responder
        var answer: Responder.Answer
        switch RecentReplies().answer(to: line[...], by: responder) {
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
            case .render(let work): answer = work()
            case .watch(let reading): answer = responder.answer(.read(reading))
            }
        }
    }

    private var responder: Responder {
        Responder(store: store, now: { fuzzNow }, presentation: { .init() }, effects: self)
    }

    fileprivate static let spring = City(
        coordinate: Coordinate(latitude: 37.2153, longitude: -93.2982) ?? .oslo,
        locality: Locality(name: "Springfield", region: "Missouri", country: "United States", countryCode: "US"),
        population: 167_000)

    private static func forecast(_ coordinate: Coordinate) -> Report {
        var conditions = Conditions(condition: .rainLight)
        conditions.temperature = -3.5
        conditions.windSpeed = 7
        conditions.windDirection = 225
        conditions.precipitation = 0.4
        let midnight = fuzzNow.advanced(by: -15 * 3600)
        var day = Day(
            date: CalendarDate(year: 2026, month: 11, day: 21), start: midnight, end: midnight.advanced(by: 86_400))
        day.temperatureMax = 4
        return Report(
            coordinate: coordinate, timeZone: "UTC", provider: Provider(id: "example", name: "Example"),
            fetchedAt: fuzzNow, observedAt: fuzzNow, current: conditions,
            hours: (0..<24).map { Hour(time: midnight.advanced(by: $0 * 3600), conditions: conditions) }, days: [day])
    }
}

extension ResponderFixture: Effects {
    func asked(_: ReportKind, of _: Coordinate) {}
    func looked() {}
    func requested() {}
    func watching(_: Int) {}
    func settingsChanged(_: StoreChange) {}
    func refresh(_: Coordinate, wait _: Bool) async -> RefreshAnswer { .done }
    func settle(_: Coordinate?, _: Set<ReportKind>) async {}

    func cities(_ query: String, language _: String?) async throws(SearchFailure) -> [City] {
        guard query.count.isMultiple(of: 2) else { throw .notFound(query, online: nil) }
        return [Self.spring]
    }

    func city(_ query: String) async throws(SearchFailure) -> City { try await cities(query, language: nil)[0] }
    func locality(of _: Coordinate) async -> Locality? { Self.spring.locality }
    func landmark(of _: Coordinate) async -> Locality? { nil }

    func coastline() throws(CoastlineError) -> Coastline {
        // No land.
        try Coastline(bytes: Array("coast".utf8) + [1, 144, 1, 1, 10, 0], path: "ocean")
    }

    func backingOff() -> [BackingOffProvider] { [] }
    func ranking(at _: Coordinate) -> ProviderRanking? { nil }
    func accuracy(at _: Coordinate) async -> AccuracySummary { AccuracySummary(nil) }
    func findings(_: DaemonStatus) async -> [Diagnostic] { [] }
}
