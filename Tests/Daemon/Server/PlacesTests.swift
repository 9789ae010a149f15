import ClientProtocol
import Platform
import Rendering
import Scratch
import Store
import Synchronization
import Testing
import Weather

@testable import Server

struct PlacesTests {
    private func lines(_ line: String, _ fixture: ResponderFixture) async -> [String] {
        switch await fixture.reply(line) {
        case .ok(let lines): lines
        case .error(let code, let message): ["ERR \(code.rawValue) \(message)"]
        }
    }

    @Test func favouritesAreAddedByPositionAndByCity() async throws {
        let fixture = try ResponderFixture()
        #expect(
            await lines("places add Home 37.2153 -93.2982", fixture) == [
                "Home (Springfield, Missouri, United States, 37.22°N 93.3°W) is now a favourite"
            ])
        #expect(
            await lines("places add oslo", fixture) == [
                "Oslo, Norway (59.91°N 10.75°E) is now a favourite"
            ])
        let favourites = fixture.store.snapshot.settings.favourites
        #expect(favourites.map(\.calledName) == ["Home", "Oslo"])
        #expect(favourites.first?.locality == .springfield("Missouri"), "a named place is looked up too")
        #expect(try fixture.directory.names() == ["settings.copy.json", "settings.json"])
    }

    @Test func favouriteIsReadByName() async throws {
        let fixture = try ResponderFixture()
        _ = await fixture.reply("places add Cabin 59.91 10.75")
        await fixture.storeReport(.oslo, temperature: -3)
        #expect(await lines("short --place CABIN", fixture) == ["⛅ −3°C"])
        #expect(await lines("short --place Cabin --format {place}", fixture) == ["Cabin"])
    }

    @Test(arguments: [
        ("places add home 1 1", Reply.Code.badArgument), ("places rename Oslo HOME", .badArgument),
        ("places remove Montevideo", .badArgument), ("places rename Montevideo Here", .badArgument),
        ("places move Montevideo 1", .badArgument), ("places add Far 91 0", .badArgument),
        ("places add \(String(repeating: "n", count: 300)) 1 1", .badArgument),
        ("places add \"bell\u{7}\" 1 1", .badRequest), ("places add \"two\u{2028}lines\" 1 1", .badArgument),
        ("places remove Atlantis", .notFound), ("places move Home 9", .badArgument), ("places add Atlantis", .notFound),
        ("places add Springfield", .notFound), ("places remove 91,0", .badArgument),
        ("set-location Atlantis", .notFound), ("set-location Springfield", .notFound),
        ("short --place Springfield", .notFound), ("next --units furlongs", .badArgument),
        ("search Atlantis", .notFound),
    ])
    func invalidRequestGetsOneErrorAndChangesNothing(line: String, code: Reply.Code) async throws {
        let fixture = try ResponderFixture()
        _ = await fixture.reply("places add Home 37.2153 -93.2982")
        _ = await fixture.reply("places add Oslo")
        let before = fixture.store.snapshot
        #expect(await fixture.code(line) == code)
        let after = fixture.store.snapshot
        #expect(after.settings == before.settings)
        #expect(after.shown == before.shown)
        #expect(Set(after.weather.keys) == Set(before.weather.keys))
    }

    @Test func ambiguousCityErrorListsCandidates() async throws {
        let fixture = try ResponderFixture()
        #expect(
            await lines("set-location springfield", fixture) == [
                "ERR not-found several places match \"springfield\": Springfield, Missouri, United States; Springfield, Illinois, "
                    + "United States; specify one, such as \"Springfield, Missouri\""
            ])
    }

    @Test func locationCanBeFavouriteOrCity() async throws {
        let fixture = try ResponderFixture()
        _ = await fixture.reply("places add Home 37.2153 -93.2982")
        #expect(
            await lines("set-location home", fixture) == [
                "location set to Home (Springfield, Missouri, United States, 37.22°N 93.3°W)"
            ])
        #expect(fixture.store.snapshot.places.count == 1, "both are the same place")
        #expect(
            await lines("set-location Oslo", fixture) == ["location set to Oslo, Norway (59.91°N 10.75°E)"]
        )
        #expect(fixture.store.snapshot.places.map(\.calledName) == ["Oslo", "Home"])
        _ = await fixture.reply("set-location auto")
        #expect(fixture.store.snapshot.isAutomatic)
        #expect(await fixture.code("current") == .noLocation)
    }

    /// The location was detected this many degrees of latitude from the favourite of that name.
    @Test(arguments: [(0.05, true), (1.0, false)])
    func nearbyDetectedLocationResolvesToFavourite(north: Double, isMeant: Bool) async throws {
        let fixture = try ResponderFixture(location: nil)
        let near = try #require(Coordinate(latitude: Coordinate.oslo.latitude + north, longitude: 10.75))
        let oslo = Locality(
            name: "Oslo", region: nil, country: "Norway", countryCode: "NO", timeZone: "Europe/Oslo")
        await fixture.store.keep(
            Located(
                place: Place(coordinate: near, locality: oslo),
                fix: LocationFix(coordinate: near, time: fixture.now, source: .timeZone)), [:], at: fixture.now)
        _ = await fixture.reply("places add Oslo")
        await fixture.storeReport(.oslo, temperature: -3)
        #expect(await fixture.code("short --place Oslo") == (isMeant ? nil : .notFound))
    }

    @Test func namedCurrentPlaceIsResolved() async throws {
        let fixture = try ResponderFixture()
        _ = await fixture.reply("set-location 59.90 10.70 Oslo")
        _ = await fixture.reply("places add 59.91 10.75")
        let chosen = try #require(Coordinate(latitude: 59.90, longitude: 10.70))
        await fixture.storeReport(chosen, temperature: 7)
        #expect(await lines("short --place Oslo", fixture) == ["⛅ 7°C"])
    }

    @Test func removingFavouriteKeepsCurrentPlace() async throws {
        let fixture = try ResponderFixture()
        _ = await fixture.reply("places add Home 37.2153 -93.2982")
        _ = await fixture.reply("set-location Home")
        #expect(
            await lines("places remove Home", fixture) == [
                "Home is no longer a favourite; it remains the current place; to detect the location, run 'weatherctl set-location auto'"
            ])
        #expect(await fixture.code("places remove Home") == .badArgument)
        #expect(fixture.store.snapshot.place?.name == "Home")
    }

    @Test func toggleChangesTemplateForAllClients() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        #expect(await lines("short", fixture) == ["⛅ 15°C"])
        let toggled = await lines("toggle", fixture)
        #expect(toggled == ["Montevideo 38°C/15°C partly cloudy"])
        #expect(await lines("short", fixture) == toggled)
        #expect(await lines("short --format \"{temperature}\"", fixture) == ["15°C"])
        #expect(await fixture.code("toggle --units furlongs") == .badArgument)
        #expect(await lines("toggle", fixture) == ["⛅ 15°C"])
    }

    @Test func requestCanSetLanguage() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        #expect(await lines("short --format \"{condition}\" --language en_US", fixture) == ["partly cloudy"])
        #expect(await lines("short --format \"{condition}\" --language de_AT.UTF-8", fixture) != ["partly cloudy"])
        #expect(await fixture.code("short --language tlh") == .badArgument)
    }

    /// A request's template has its own placeholder for warnings.
    @Test func warningMarkIsNotAddedToRequestTemplate() async throws {
        let fixture = try ResponderFixture()
        var report = Report.example(at: .montevideo, fetchedAt: fixture.now)
        report.alerts = [Alert(id: "1", event: "Storm", severity: .severe)]
        await fixture.store.keep([report], as: \.forecast, at: fixture.now)
        #expect(await lines("short", fixture) == ["⛅ 15°C ⚠️"])
        #expect(await lines("short --format \"{temperature}\"", fixture) == ["15°C"])
        #expect(await lines("short --format \"{temperature} {alert}\"", fixture) == ["15°C Storm"])
    }

    @Test func cityIsFetchedOnDemandAndNotSaved() async throws {
        let fixture = try ResponderFixture()
        fixture.settles.withLock { $0 = true }
        #expect(await lines("short --place oslo --format \"{place} {temperature}\"", fixture) == ["Oslo 15°C"])
        #expect(fixture.asked.withLock { $0 } == [.oslo])
        // The second time no search is necessary.
        let again = fixture.responder.answer(try Request(words: ["short", "--place", "Oslo"]))
        guard case .lastingReply(.ok(["⛅ 15°C"]), until: _) = again else {
            Issue.record("it was searched again")
            return
        }
        #expect(fixture.store.snapshot.settings.favourites.isEmpty)
        #expect(try fixture.directory.names() == ["reports.json"])
    }

    @Test func favouriteNameTakesPrecedenceOverCurrentPlace() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport(temperature: 20)
        _ = await fixture.reply("places add Home -34.9 -56.2")
        #expect(await lines("short --place Home", fixture) == ["⛅ 20°C"])
        _ = await fixture.reply("set-location -34.9 -56.2")
        #expect(await lines("short --place home --format {place}", fixture) == ["Home"])
    }

    @Test func onlyFirstRequestForPlaceWaits() async throws {
        let fixture = try ResponderFixture()
        #expect(await fixture.code("short --place 1,1") == .noData)
        #expect(fixture.waits.withLock { $0 } == 1)
        #expect(await fixture.code("short --place 1,1") == .noData)
        #expect(await fixture.code("short") == .noData)
        _ = await fixture.reply("refresh --place 2,2")
        #expect(fixture.waits.withLock { $0 } == 1)
    }

    @Test(
        arguments: [("air", [.air]), ("marine", [.marine]), ("alerts", [.alerts, .forecast])]
            as [(String, Set<ReportKind>)])
    func requestForSeveralReportsWaitsOnce(view: String, kinds: Set<ReportKind>) async throws {
        let fixture = try ResponderFixture()
        #expect(await fixture.code("\(view) --place 1,1") == .noData)
        #expect(fixture.waits.withLock { $0 } == 1)
        #expect(fixture.awaited.withLock { $0 } == kinds)
        let requestedKinds = fixture.requestedKinds.withLock { $0 }
        #expect(
            Set(requestedKinds) == kinds && requestedKinds.count == kinds.count, "each is requested once per second")
        _ = await fixture.reply("\(view) --place 1,1")
        #expect(fixture.requestedKinds.withLock { $0 } == requestedKinds)
    }

    @Test func sunRequestDoesNotDelayForecastFetch() async throws {
        let fixture = try ResponderFixture()
        #expect(await fixture.code("sun --place 1,1") == nil)
        #expect(await fixture.code("short --place 1,1") == .noData)
        #expect(fixture.requestedKinds.withLock { $0 }.contains(.forecast))
    }

    @Test func requestWaitsForLocation() async throws {
        let fixture = try ResponderFixture(location: nil)
        #expect(await fixture.code("current") == .noLocation)
        #expect(fixture.waits.withLock { $0 } == 1)
        fixture.store.note([.geoClue: .notInstalled, .timeZone: .noPlace(timeZone: nil)])
        #expect(await fixture.code("current") == .noLocation)
        #expect(fixture.waits.withLock { $0 } == 1, "no source is left")
    }

    @Test func secondCityOfSameNameHasRegion() async throws {
        let fixture = try ResponderFixture()
        _ = await fixture.reply("places add Oslo 1 1")
        #expect(await lines("places add oslo", fixture).first?.hasPrefix("Oslo, Oslo County (") == true)
        #expect(fixture.store.snapshot.settings.favourites.map(\.name) == ["Oslo", "Oslo, Oslo County"])
        #expect(await fixture.code("places add oslo") == .badArgument)
    }

    @Test func positionIsNamedByGazetteer() async throws {
        let fixture = try ResponderFixture()
        fixture.settles.withLock { $0 = true }
        #expect(await lines("short --place 59.91,10.75 --format {place}", fixture) == ["Oslo"])
        #expect(
            await lines("current --place 59.91,10.75", fixture).first?.hasPrefix("Oslo, Norway, ") == true)
    }

    @Test func currentViewTriggersLocating() async throws {
        let fixture = try ResponderFixture()
        for line in ["short", "daily", "current --place Montevideo", "watch current"] { _ = await fixture.reply(line) }
        #expect(fixture.looks.withLock { $0 } == 0)
        _ = await fixture.reply("current")
        #expect(fixture.looks.withLock { $0 } == 1)
    }

    @Test func missingLocationListsEveryReason() async throws {
        let fixture = try ResponderFixture(location: nil)
        fixture.store.note([.geoClue: .notInstalled, .timeZone: .noPlace(timeZone: "UTC")])
        guard case .error(.noLocation, let message) = await fixture.reply("current") else {
            Issue.record("no such error")
            return
        }
        #expect(
            message.contains("GeoClue is not installed") && message.contains("UTC") && message.contains("set-location"))
        #expect(await lines("places", fixture).contains { $0.contains("places add") })
    }
}
