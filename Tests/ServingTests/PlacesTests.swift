import Keeping
import NIOCore
import Rendering
import Scratch
import Synchronization
import Testing
import Weather
import Wire

@testable import Serving

struct PlacesTests {
    private func lines(_ line: String, _ kitchen: Kitchen) async -> [String] {
        switch await kitchen.reply(line) {
        case .ok(let lines): lines
        case .error(let code, let message): ["ERR \(code.rawValue) \(message)"]
        }
    }

    @Test func favouritesAreAddedByPositionAndByCity() async throws {
        let kitchen = try Kitchen()
        #expect(
            await lines("places add Home 37.2153 -93.2982", kitchen) == [
                "Home (Springfield, Missouri, United States, 37.22°N 93.3°W) is now a favourite"
            ])
        #expect(
            await lines("places add oslo", kitchen) == [
                "Oslo, Norway (59.91°N 10.75°E) is now a favourite"
            ])
        let favourites = kitchen.store.snapshot.settings.favourites
        #expect(favourites.map(\.calledName) == ["Home", "Oslo"])
        #expect(favourites.first?.locality == .springfield("Missouri"), "a named place is looked up too")
        #expect(try kitchen.directory.names() == ["settings.copy.json", "settings.json"])
    }

    @Test func aFavouriteIsReadByItsName() async throws {
        let kitchen = try Kitchen()
        _ = await kitchen.reply("places add Cabin 59.91 10.75")
        await kitchen.cook(.oslo, temperature: -3)
        #expect(await lines("short --place CABIN", kitchen) == ["⛅ −3°C"])
        #expect(await lines("short --place Cabin --format {place}", kitchen) == ["Cabin"])
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
    func aMistakeGetsOneErrorAndChangesNothing(line: String, code: Reply.Code) async throws {
        let kitchen = try Kitchen()
        _ = await kitchen.reply("places add Home 37.2153 -93.2982")
        _ = await kitchen.reply("places add Oslo")
        let before = kitchen.store.snapshot
        #expect(await kitchen.code(line) == code)
        let after = kitchen.store.snapshot
        #expect(after.settings == before.settings)
        #expect(after.shown == before.shown)
        #expect(Set(after.weather.keys) == Set(before.weather.keys))
    }

    @Test func severalCitiesOfANameAreNamed() async throws {
        let kitchen = try Kitchen()
        #expect(
            await lines("set-location springfield", kitchen) == [
                "ERR not-found \"springfield\" fits several: Springfield, Missouri, United States; Springfield, Illinois, "
                    + "United States; say which, such as \"Springfield, Missouri\""
            ])
    }

    @Test func theLocationCanBeAFavouriteOrACity() async throws {
        let kitchen = try Kitchen()
        _ = await kitchen.reply("places add Home 37.2153 -93.2982")
        #expect(
            await lines("set-location home", kitchen) == [
                "location set to Home (Springfield, Missouri, United States, 37.22°N 93.3°W)"
            ])
        #expect(kitchen.store.snapshot.places.count == 1, "it is one and the same place")
        #expect(
            await lines("set-location Oslo", kitchen) == ["location set to Oslo, Norway (59.91°N 10.75°E)"]
        )
        #expect(kitchen.store.snapshot.places.map(\.calledName) == ["Oslo", "Home"])
        _ = await kitchen.reply("set-location auto")
        #expect(kitchen.store.snapshot.isAutomatic)
        #expect(await kitchen.code("current") == .noLocation)
    }

    /// Where the machine was found, so far from the favourite of that name, by a degree of latitude.
    @Test(arguments: [(0.05, true), (1.0, false)])
    func theFavouriteIsMeantWhereTheMachineWasFoundNearIt(north: Double, isMeant: Bool) async throws {
        let kitchen = try Kitchen(location: nil)
        let near = try #require(Coordinate(latitude: Coordinate.oslo.latitude + north, longitude: 10.75))
        let oslo = Locality(
            name: "Oslo", region: nil, country: "Norway", countryCode: "NO", timeZone: "Europe/Oslo")
        await kitchen.store.keep(
            Located(
                place: Place(coordinate: near, locality: oslo),
                fix: Fix(coordinate: near, time: kitchen.now, source: .timeZone)), [:], at: kitchen.now)
        _ = await kitchen.reply("places add Oslo")
        await kitchen.cook(.oslo, temperature: -3)
        #expect(await kitchen.code("short --place Oslo") == (isMeant ? nil : .notFound))
    }

    @Test func theCurrentPlaceThatTheUserNamedIsMeant() async throws {
        let kitchen = try Kitchen()
        _ = await kitchen.reply("set-location 59.90 10.70 Oslo")
        _ = await kitchen.reply("places add 59.91 10.75")
        let chosen = try #require(Coordinate(latitude: 59.90, longitude: 10.70))
        await kitchen.cook(chosen, temperature: 7)
        #expect(await lines("short --place Oslo", kitchen) == ["⛅ 7°C"])
    }

    @Test func removingAFavouriteThatIsTheCurrentPlaceLeavesItThePlace() async throws {
        let kitchen = try Kitchen()
        _ = await kitchen.reply("places add Home 37.2153 -93.2982")
        _ = await kitchen.reply("set-location Home")
        #expect(
            await lines("places remove Home", kitchen) == [
                "Home is no longer a favourite; it stays the current place until you set another: weatherctl set-location auto"
            ])
        #expect(await kitchen.code("places remove Home") == .badArgument)
        #expect(kitchen.store.snapshot.place?.name == "Home")
    }

    @Test func toggleChangesTheTemplateForAll() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook()
        #expect(await lines("short", kitchen) == ["⛅ 15°C"])
        #expect(await lines("toggle", kitchen) == ["Montevideo –/– partly cloudy"])
        #expect(await lines("short", kitchen) == ["Montevideo –/– partly cloudy"])
        #expect(await lines("short --format \"{temperature}\"", kitchen) == ["15°C"])
        #expect(await kitchen.code("toggle --units furlongs") == .badArgument)
        #expect(await lines("toggle", kitchen) == ["⛅ 15°C"])
    }

    @Test func aRequestMayBeInAnotherLanguage() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook()
        #expect(await lines("short --format \"{condition}\" --language en_US", kitchen) == ["partly cloudy"])
        #expect(await lines("short --format \"{condition}\" --language de_AT.UTF-8", kitchen) != ["partly cloudy"])
        #expect(await kitchen.code("short --language tlh") == .badArgument)
    }

    /// Only the rendering of the reply is cancelled.
    @Test func aClientThatDisconnectsAtOnceKeepsItsChange() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook()
        _ = await kitchen.reply("places add Oslo")
        for request in ["next", "toggle"] {
            let line = try await SessionLine(kitchen)
            try await line.send("\(request) --format {temperature}\n")
            #expect(try await line.received() == "", "the reply has not been rendered")
            try await line.channel.close()
        }
        #expect(kitchen.store.snapshot.isElsewhere)
        #expect(kitchen.store.snapshot.isAlternate)
    }

    @Test func nextAndPreviousLeadRoundAndReplyLikeShort() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook(temperature: 20)
        _ = await kitchen.reply("places add Oslo")
        await kitchen.cook(.oslo, temperature: -3)
        #expect(await lines("next", kitchen) == ["Oslo ⛅ −3°C"])
        #expect(await lines("short", kitchen) == ["Oslo ⛅ −3°C"])
        #expect(await lines("short --format \"{icon} {temperature}\"", kitchen) == ["⛅ −3°C"])
        #expect(await lines("short --place Oslo", kitchen) == ["⛅ −3°C"])
        #expect(await lines("short --place Montevideo", kitchen) == ["⛅ 20°C"])
        #expect(await lines("next --format \"{place} {temperature}\"", kitchen) == ["Montevideo 20°C"])
        #expect(await lines("short", kitchen) == ["⛅ 20°C"])
        #expect(await lines("previous", kitchen) == ["Oslo ⛅ −3°C"])
        _ = await kitchen.reply("places remove Oslo")
        #expect(await lines("short", kitchen) == ["⛅ 20°C"])
    }

    @Test(arguments: ["set-location Munich", "set-location 48.137 11.575", "set-location auto"])
    func choosingThePlaceThatIsAlreadyCurrentShowsItAgain(line: String) async throws {
        let kitchen = try Kitchen(location: nil)
        _ = await kitchen.reply(line)
        _ = await kitchen.reply("places add Oslo")
        _ = await kitchen.reply("next")
        #expect(kitchen.store.snapshot.shownPlace?.calledName == "Oslo")
        let settings = kitchen.store.snapshot.settings
        _ = await kitchen.reply(line)
        #expect(kitchen.store.snapshot.shown == nil && kitchen.store.snapshot.settings == settings)
    }

    /// The step is seen at once, and its weather follows.
    @Test func nextToAPlaceWithoutWeatherShowsThePlace() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook(temperature: 20)
        _ = await kitchen.reply("places add Oslo")
        #expect(await lines("next", kitchen) == ["Oslo: loading the weather"])
        #expect(await lines("short", kitchen) == ["Oslo: loading the weather"])
        #expect(await lines("short --output tmux", kitchen) == ["Oslo: loading the weather"])
        for output in Reading.Output.allCases where output.isBar {
            let shown = await lines("current --output \(output.rawValue)", kitchen).joined(separator: "\n")
            #expect(shown.replacing("&#58;", with: ":").contains("Oslo: loading the weather"), "\(output)")
        }
        #expect(await kitchen.code("current") == .noData, "only the line of short is for this")
        #expect(await kitchen.code("short --place Oslo") == .noData)
        await kitchen.cook(.oslo, temperature: -3)
        #expect(await lines("short", kitchen) == ["Oslo ⛅ −3°C"])
    }

    /// A template of the request says itself where a warning goes.
    @Test func theMarkOfAWarningIsNotAddedToATemplateOfTheRequest() async throws {
        let kitchen = try Kitchen()
        var report = Report.example(at: .montevideo, fetchedAt: kitchen.now)
        report.alerts = [Alert(id: "1", event: "Storm", severity: .severe)]
        await kitchen.store.keep([report], as: \.forecast, at: kitchen.now)
        #expect(await lines("short", kitchen) == ["⛅ 15°C ⚠️"])
        #expect(await lines("short --format \"{temperature}\"", kitchen) == ["15°C"])
        #expect(await lines("short --format \"{temperature} {alert}\"", kitchen) == ["15°C Storm"])
    }

    @Test func nothingIsPutBeforeATemplateThatWasConfiguredThoughItIsTheStandard() async throws {
        let kitchen = try Kitchen()
        kitchen.style.withLock { $0.keepsShortTemplate = true }
        _ = await kitchen.reply("places add Oslo")
        await kitchen.cook(.oslo, temperature: -3)
        #expect(await lines("next", kitchen) == ["⛅ −3°C"])
    }

    @Test func aCityIsFetchedOnDemandAndNeverKeptAsAFavourite() async throws {
        let kitchen = try Kitchen()
        kitchen.settles.withLock { $0 = true }
        #expect(await lines("short --place oslo --format \"{place} {temperature}\"", kitchen) == ["Oslo 15°C"])
        #expect(kitchen.asked.withLock { $0 } == [.oslo])
        // The second time nothing has to be searched.
        guard case .reply(.ok(["⛅ 15°C"])) = kitchen.responder.answer(try Request(words: ["short", "--place", "Oslo"]))
        else {
            Issue.record("it was searched again")
            return
        }
        #expect(kitchen.store.snapshot.settings.favourites.isEmpty)
        #expect(try kitchen.directory.names() == ["reports.json"])
    }

    @Test func aFavouriteIsReadByItsNameWhatEverTheCurrentPlaceIsCalled() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook(temperature: 20)
        _ = await kitchen.reply("places add Home -34.9 -56.2")
        #expect(await lines("short --place Home", kitchen) == ["⛅ 20°C"])
        _ = await kitchen.reply("set-location -34.9 -56.2")
        #expect(await lines("short --place home --format {place}", kitchen) == ["Home"])
    }

    @Test func onlyTheFirstWhoAsksForAPlaceWaits() async throws {
        let kitchen = try Kitchen()
        #expect(await kitchen.code("short --place 1,1") == .noData)
        #expect(kitchen.waits.withLock { $0 } == 1)
        #expect(await kitchen.code("short --place 1,1") == .noData)
        #expect(await kitchen.code("short") == .noData)
        _ = await kitchen.reply("refresh --place 2,2")
        #expect(kitchen.waits.withLock { $0 } == 1)
    }

    @Test(arguments: [("air", [.air]), ("alerts", [.alerts, .forecast])] as [(String, Set<ReportKind>)])
    func whoAsksForMoreThanTheForecastWaitsOnceForAllOfIt(view: String, kinds: Set<ReportKind>) async throws {
        let kitchen = try Kitchen()
        #expect(await kitchen.code("\(view) --place 1,1") == .noData)
        #expect(kitchen.waits.withLock { $0 } == 1)
        #expect(kitchen.awaited.withLock { $0 } == kinds)
        let wanted = kitchen.wanted.withLock { $0 }
        #expect(Set(wanted) == kinds && wanted.count == kinds.count, "each is asked for once a second")
        _ = await kitchen.reply("\(view) --place 1,1")
        #expect(kitchen.wanted.withLock { $0 } == wanted)
    }

    @Test func whoseSunWasAskedForHasItsForecastFetchedInTheSameSecond() async throws {
        let kitchen = try Kitchen()
        #expect(await kitchen.code("sun --place 1,1") == nil)
        #expect(await kitchen.code("short --place 1,1") == .noData)
        #expect(kitchen.wanted.withLock { $0 }.contains(.forecast))
    }

    @Test func whoAsksBeforeTheMachineIsFoundWaitsForIt() async throws {
        let kitchen = try Kitchen(location: nil)
        #expect(await kitchen.code("current") == .noLocation)
        #expect(kitchen.waits.withLock { $0 } == 1)
        kitchen.store.note([.geoClue: .notInstalled, .timeZone: .noPlace(timeZone: nil)])
        #expect(await kitchen.code("current") == .noLocation)
        #expect(kitchen.waits.withLock { $0 } == 1, "nobody is left who could find it")
    }

    @Test func aSecondCityOfANameIsCalledByItsRegion() async throws {
        let kitchen = try Kitchen()
        _ = await kitchen.reply("places add Oslo 1 1")
        #expect(await lines("places add oslo", kitchen).first?.hasPrefix("Oslo, Oslo County (") == true)
        #expect(kitchen.store.snapshot.settings.favourites.map(\.name) == ["Oslo", "Oslo, Oslo County"])
        #expect(await kitchen.code("places add oslo") == .badArgument)
    }

    @Test func aPositionIsNamedByTheGazetteer() async throws {
        let kitchen = try Kitchen()
        kitchen.settles.withLock { $0 = true }
        #expect(await lines("short --place 59.91,10.75 --format {place}", kitchen) == ["Oslo"])
        #expect(
            await lines("current --place 59.91,10.75", kitchen).first?.hasPrefix("Oslo, Norway, ") == true)
    }

    @Test func whoLooksAtTheWeatherOfNowHasTheMachineLookedFor() async throws {
        let kitchen = try Kitchen()
        for line in ["short", "daily", "current --place Montevideo", "watch current"] { _ = await kitchen.reply(line) }
        #expect(kitchen.looks.withLock { $0 } == 0)
        _ = await kitchen.reply("current")
        #expect(kitchen.looks.withLock { $0 } == 1)
    }

    @Test func withoutAPlaceEveryReasonIsTold() async throws {
        let kitchen = try Kitchen(location: nil)
        kitchen.store.note([.geoClue: .notInstalled, .timeZone: .noPlace(timeZone: "UTC")])
        guard case .error(.noLocation, let message) = await kitchen.reply("current") else {
            Issue.record("no such error")
            return
        }
        #expect(
            message.contains("GeoClue is not installed") && message.contains("UTC") && message.contains("set-location"))
        #expect(await lines("places", kitchen).contains { $0.contains("places add") })
    }
}
