import Foundation
import Logging
import Rendering
import Scratch
import Store
import Testing
import Weather

@testable import Notifications

/// The log messages about warnings, with a real store.
@Suite(.timeLimit(.minutes(20)))
struct AnnouncerTests {
    private let directory: TemporaryDirectory
    private let now = ManualClock.start

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A place whose time zone is known without a forecast.
    private static func place(_ coordinate: Coordinate) -> Place {
        Place(coordinate: coordinate, locality: Locality(name: "X", timeZone: "UTC"))
    }

    private func store() -> Store {
        Store(
            stateDirectory: directory.path, cacheDirectory: directory.path,
            defaults: Defaults(location: Self.place(.oslo)), now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func report(_ coordinate: Coordinate, _ alerts: [Alert]) -> AlertReport {
        AlertReport(coordinate: coordinate, provider: Provider(id: "x", name: "X"), fetchedAt: now, alerts: alerts)
    }

    /// Runs an announcer during `body`, which receives the logged lines.
    private func listening(
        to store: Store, _ body: (inout AsyncStream<String>.Iterator) async throws -> Void
    ) async throws {
        let log = LogLines()
        let announcer = Announcer(
            store: store, settings: { NotificationSettings() }, clock: ManualClock(), now: { [now] in now },
            logger: log.logger, report: { Issue.record("\($0)") })
        try await withThrowingTaskGroup { group in
            group.addTask { await announcer.run() }
            var iterator = log.lines.makeAsyncIterator()
            try await body(&iterator)
            group.cancelAll()
        }
    }

    @Test func changedPlaceDoesNotEndEvents() async throws {
        let store = store()
        let gale = Alert(id: "1", event: "Gale")
        try await listening(to: store) { lines in
            await store.keep([report(.oslo, [gale])], as: \.alerts, at: now)
            #expect(await lines.next()?.hasPrefix("warning: Gale") == true)
            try await store.changeSettings(at: now) { $0.location = .place(Self.place(.montevideo)) }
            await store.keep([report(.montevideo, [Alert(id: "2", event: "Flood")])], as: \.alerts, at: now)
            #expect(await lines.next()?.hasPrefix("warning: Flood") == true)
            try await store.changeSettings(at: now) { $0.location = .place(Self.place(.oslo)) }
            await store.keep([report(.oslo, [])], as: \.alerts, at: now)
            #expect(await lines.next() == "no longer in force: Gale", "it is not reported again on return")
        }
    }

    /// The first forecast knows the time zone; its failure does not hold the warning back.
    @Test(arguments: [true, false]) func firstWarningWaitsForTheForecast(fails: Bool) async throws {
        let store = store()
        try await store.changeSettings(at: now) { $0.location = .place(Place(coordinate: .montevideo)) }
        try await listening(to: store) { lines in
            let gale = Alert(id: "1", event: "Gale", ends: now.advanced(by: 3600))
            await store.keep([report(.montevideo, [gale])], as: \.alerts, at: now)
            if fails {
                store.note([.montevideo: .noNetwork], of: \.forecast, at: now)
            } else {
                var forecast = Report.example(at: .montevideo, fetchedAt: now)
                forecast.timeZone = "America/Montevideo"
                await store.keep([forecast], as: \.forecast, at: now)
            }
            #expect(await lines.next()?.hasSuffix(" UTC") == fails)
        }
    }

    @Test func notificationsOfLastRunAreNotRepeated() async throws {
        let gale = Alert(id: "1", event: "Gale")
        let first = store()
        try await listening(to: first) { lines in
            await first.keep([report(.oslo, [gale])], as: \.alerts, at: now)
            #expect(await lines.next()?.hasPrefix("warning: Gale") == true)
        }
        let second = store()
        try await listening(to: second) { lines in
            await second.keep([report(.oslo, [gale, Alert(id: "2", event: "Flood")])], as: \.alerts, at: now)
            #expect(await lines.next()?.hasPrefix("warning: Flood") == true)
        }
    }

    /// When the disk has space again, the history is stored without another event.
    @Test func failedHistoryWriteIsRetried() async throws {
        let obstacle = directory.file("told.json.new")
        try FileManager.default.createDirectory(atPath: obstacle + "/full", withIntermediateDirectories: true)
        let gale = Alert(id: "1", event: "Gale")
        let first = store()
        try await listening(to: first) { lines in
            await first.keep([report(.oslo, [gale])], as: \.alerts, at: now)
            #expect(await lines.next()?.hasPrefix("warning: Gale") == true)
            #expect(access(directory.file("told.json"), F_OK) != 0)
            try FileManager.default.removeItem(atPath: obstacle)
            await first.keep([report(.oslo, [gale, Alert(id: "2", event: "Flood")])], as: \.alerts, at: now)
            #expect(await lines.next()?.hasPrefix("warning: Flood") == true)
        }
        let second = store()
        try await listening(to: second) { lines in
            await second.keep([report(.oslo, [gale, Alert(id: "3", event: "Snow")])], as: \.alerts, at: now)
            #expect(await lines.next()?.hasPrefix("warning: Snow") == true)
        }
    }

    // MARK: - Reactions to events

    /// An announcer on a manual clock, with the weather of Oslo.
    private struct Watch {
        let store: Store
        let clock = ManualClock()
        var settings = NotificationSettings()
        let notifications: AsyncStream<Rendering.Notification>
        private let continuation: AsyncStream<Rendering.Notification>.Continuation

        init(_ store: Store, _ kinds: Set<WeatherEvent.Kind>) {
            self.store = store
            for kind in kinds { settings.reactions[kind] = .notification }
            (notifications, continuation) = AsyncStream.makeStream()
        }

        func running(_ body: (inout AsyncStream<Rendering.Notification>.Iterator) async throws -> Void) async throws {
            let announcer = Announcer(
                store: store, settings: { [settings] in settings }, clock: clock,
                now: { [clock] in clock.time }, logger: LogLines().logger,
                report: { [continuation] in continuation.yield($0) })
            try await withThrowingTaskGroup { group in
                group.addTask { await announcer.run() }
                var iterator = notifications.makeAsyncIterator()
                try await body(&iterator)
                group.cancelAll()
            }
        }
    }

    /// Fetched at the start, with half an hour of rain that begins this many minutes later.
    private func report(rainIn minutes: Int) -> Report {
        var report = Report.example(at: .oslo, fetchedAt: now)
        report.precipitation = PrecipitationSeries(
            (0..<24).map { index in
                let begin = index * 15
                return PrecipitationStep(
                    end: now.advanced(by: (begin + 15) * 60), duration: 900,
                    amount: (minutes..<minutes + 30).contains(begin) ? 1 : 0)
            })
        return report
    }

    @Test func timerFiresWhenRainIsNear() async throws {
        let watch = Watch(store(), [.rain])
        try await watch.running { notifications in
            await watch.store.keep([report(rainIn: 45)], as: \.forecast, at: now)
            var sleeps = watch.clock.sleeps.makeAsyncIterator()
            #expect(await sleeps.next()?.offset == .seconds(15 * 60), "one deadline, and no wake-up before it")
            watch.clock.advance(by: .seconds(15 * 60))
            let notification = await notifications.next()
            #expect(notification?.kind == .rain)
            #expect(notification?.title == "Rain expected in 30 min")
            #expect(watch.clock.sleepers == 0)
        }
    }

    @Test func withoutReactionsNoTimerIsArmed() async throws {
        let watch = Watch(store(), [.lost, .back, .alert])
        try await watch.running { notifications in
            await watch.store.keep([report(rainIn: 45)], as: \.forecast, at: now)
            await watch.store.keep([report(.oslo, [Alert(id: "1", event: "Gale")])], as: \.alerts, at: now)
            #expect(await notifications.next()?.title == "Gale")
            #expect(watch.clock.sleepers == 0)
        }
    }

    @Test func restartRepeatsNoNotification() async throws {
        for round in 0..<2 {
            let watch = Watch(store(), [.rain, .alert])
            try await watch.running { notifications in
                await watch.store.keep([report(rainIn: 15)], as: \.forecast, at: now)
                if round == 0 { #expect(await notifications.next()?.kind == .rain) }
                let last = Alert(id: "\(round)", event: "Gale \(round)")
                await watch.store.keep([report(.oslo, [last])], as: \.alerts, at: now)
                #expect(await notifications.next()?.title == "Gale \(round)")
            }
        }
    }

    // MARK: - Sun and favourites

    @Test func timerFiresAtSunset() async throws {
        // At 16:01 in Oslo, about half an hour after sunset.
        let watch = Watch(store(), [.sunset, .sunrise])
        try await watch.running { told in
            var sleeps = watch.clock.sleeps.makeAsyncIterator()
            let first = try #require(await sleeps.next())
            watch.clock.advance(by: first.offset)
            let rise = await told.next()
            #expect(rise?.kind == .sunrise, "the last sunset is not reported")
            #expect((15...17).contains(Int(first.offset.components.seconds) / 3600))
            let second = try #require(await sleeps.next())
            watch.clock.advance(by: second.offset - first.offset)
            #expect(await told.next()?.kind == .sunset)
        }
    }

    @Test func warningOfFavouriteIsNotifiedOnceIfWanted() async throws {
        let store = store()
        try await store.changeSettings(at: now) { settings throws(FavouritesError) in
            try settings.addFavourite(Place(name: "Sea", coordinate: .montevideo))
        }
        var watch = Watch(store, [.alert])
        watch.settings.reactions.alerts.includesFavourites = true
        watch.settings.reactions.alerts.leastSeverity = .severe
        func alert(_ id: String, _ severity: Alert.Severity) -> Alert { Alert(id: id, event: id, severity: severity) }
        try await watch.running { told in
            await store.keep(
                [report(.montevideo, [alert("Fog", .minor), alert("Gale", .severe)])], as: \.alerts, at: now)
            let gale = await told.next()
            #expect(gale?.title == "Gale" && gale?.values["WEATHER_PLACE"] == "Sea")
            // Both places have the flood, which is that of the current place.
            await store.keep(
                [
                    report(.oslo, [alert("Flood", .severe)]),
                    report(.montevideo, [alert("Gale", .severe), alert("Flood", .severe)]),
                ], as: \.alerts, at: now)
            let flood = await told.next()
            #expect(flood?.title == "Flood" && flood?.values["WEATHER_PLACE"] != "Sea")
            await store.keep([report(.montevideo, [alert("Storm", .extreme)])], as: \.alerts, at: now)
            #expect(await told.next()?.title == "Storm")
        }
    }

    @Test func warningOfFavouriteIsIgnoredOtherwise() async throws {
        let store = store()
        try await store.changeSettings(at: now) { settings throws(FavouritesError) in
            try settings.addFavourite(Place(name: "Sea", coordinate: .montevideo))
        }
        let watch = Watch(store, [.alert])
        try await watch.running { told in
            await store.keep([report(.montevideo, [Alert(id: "1", event: "Gale")])], as: \.alerts, at: now)
            await store.keep([report(.oslo, [Alert(id: "2", event: "Flood")])], as: \.alerts, at: now)
            #expect(await told.next()?.title == "Flood")
        }
    }

    @Test func briefIsReportedAtItsTime() async throws {
        // The start is 15:01:40 in Oslo's report, whose zone is UTC.
        var watch = Watch(store(), [.brief])
        watch.settings.reactions.briefTime = try #require(TimeOfDay(written: "15:30"))
        try await watch.running { told in
            await watch.store.keep([Report.example(at: .oslo, fetchedAt: now)], as: \.forecast, at: now)
            var sleeps = watch.clock.sleeps.makeAsyncIterator()
            #expect(await sleeps.next()?.offset == .seconds(1700))
            watch.clock.advance(by: .seconds(1700))
            let brief = await told.next()
            #expect(brief?.kind == .brief && brief?.values["WEATHER_DATE"] == "2026-11-21")
        }
    }
}
