import Keeping
import NIOCore
import Scratch
import Synchronization
import Testing
import Weather
import Wire

@testable import Serving

struct ResponderTests {
    @Test func answersFromWhatIsKept() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook()
        #expect(await kitchen.reply("short") == .ok(["⛅ 15°C"]))
        #expect(await kitchen.reply("short --units temperature=f") == .ok(["⛅ 59°F"]))
        #expect(await kitchen.reply(#"short --format "{place}: {humidity}""#) == .ok(["Montevideo: 60%"]))
        #expect(await kitchen.reply("version") == .ok(["weatherd \(Release.version)"]))
    }

    @Test func withoutALocationItSaysHowToSetOne() async throws {
        let kitchen = try Kitchen(location: nil)
        guard case .error(.noLocation, let message) = await kitchen.reply("current") else {
            Issue.record("no such error")
            return
        }
        #expect(message.contains("weatherctl set-location"))
        #expect(await kitchen.code("refresh") == .noLocation)
        guard case .ok(let status) = await kitchen.reply("status") else {
            Issue.record("status always replies")
            return
        }
        #expect(status.contains("freshness: none"))
    }

    @Test func withoutAReportThereIsNoData() async throws {
        let kitchen = try Kitchen()
        for line in ["short", "current", "hourly", "daily"] {
            #expect(await kitchen.code(line) == .noData)
        }
    }

    @Test func theSunNeedsNoWeather() async throws {
        let kitchen = try Kitchen()
        guard case .ok(let lines) = await kitchen.reply("sun") else {
            Issue.record("it is computed")
            return
        }
        #expect(lines.contains { $0.hasPrefix("Sunrise ") })
        guard case .ok(let oslo) = await kitchen.reply("sun --place oslo") else {
            Issue.record("it is computed")
            return
        }
        #expect(oslo.first?.hasPrefix("Oslo, Norway, ") == true)
        #expect(!oslo.contains { $0.contains("UTC") }, "the gazetteer knows the time zone")
        #expect(kitchen.asked.withLock { $0 } == [] && kitchen.waits.withLock { $0 } == 0)
        let nowhere = try Kitchen(location: nil)
        #expect(await nowhere.code("sun") == .noLocation)
    }

    @Test func noWordOnWarningsIsNotNoWarnings() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook()
        for line in ["alerts", "air", "alerts --output json", "air --output json"] {
            #expect(await kitchen.code(line) == .noData)
        }
        var report = Report.example(at: .montevideo, fetchedAt: kitchen.now)
        report.alerts = [Alert(id: "1", event: "Storm")]
        await kitchen.store.keep([report], as: \.forecast, at: kitchen.now)
        guard case .ok(let lines) = await kitchen.reply("alerts") else {
            Issue.record("they came with the forecast")
            return
        }
        #expect(lines.contains("⚠️  Storm (severity unknown), no end given"))
        #expect(await kitchen.reply("short") == .ok(["⛅ 15°C ⚠️"]))
    }

    @Test func whatIsNewCanBeWatched() async throws {
        let kitchen = try Kitchen()
        for line in ["watch alerts", "watch air", "watch sun"] {
            #expect(await kitchen.reply(line) == .ok(["watching"]))
        }
        let next = kitchen.responder.watchedReply(to: Reading(.sun)).next
        #expect(next.map { $0 <= Kitchen.start.advanced(by: 600) } == true)
    }

    @Test func oldWeatherIsLabelledAndExpiredWeatherIsNone() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook()
        kitchen.now = Kitchen.start.advanced(by: 3600)
        #expect(await kitchen.reply("short") == .ok(["☀️ 32°C (forecast)"]))
        kitchen.now = Kitchen.start.advanced(by: 3 * 86_400)
        #expect(await kitchen.code("short") == .noData)
        #expect(await kitchen.code("daily") == .noData)
    }

    @Test(arguments: [
        ("", Reply.Code.badRequest), ("\"short", .badRequest), ("sho\0rt", .badRequest), ("shrot", .unknownCommand),
        ("short now", .badArgument), ("short --units furlongs", .badArgument), ("short --format {temp}", .badArgument),
        ("short --output xmobar", .badArgument), ("set-units wind=furlongs", .badArgument),
        ("set-location 91 0", .badArgument), ("set-location nan 0", .badArgument), ("set-location 1.5", .badArgument),
        ("short --place 91,0", .badArgument), ("short --place Atlantis", .notFound), ("watch version", .badArgument),
        ("watch short --place Atlantis", .notFound),
    ])
    func aMistakeChangesNothing(line: String, expected: Reply.Code) async throws {
        let kitchen = try Kitchen()
        #expect(await kitchen.code(line) == expected)
        #expect(kitchen.store.snapshot.settings.units.wind == nil)
        #expect(kitchen.store.snapshot.settings.location == nil)
        #expect(try kitchen.directory.names() == [])
    }

    @Test func settingsAreAcknowledgedWhenTheyAreOnDisk() async throws {
        let kitchen = try Kitchen()
        #expect(await kitchen.code("set-location 59.91 10.75 Oslo") == nil)
        #expect(try kitchen.directory.names() == ["settings.copy.json", "settings.json"])
        #expect(kitchen.store.snapshot.place?.name == "Oslo" && kitchen.store.snapshot.place?.coordinate == .oslo)
        #expect(await kitchen.code("set-units imperial wind=kn") == nil)
        #expect(kitchen.store.snapshot.units.wind == .knots)
        #expect(kitchen.store.snapshot.units.temperature == .fahrenheit)
    }

    @Test func unitsThatWereChosenCanBeTakenBack() async throws {
        let kitchen = try Kitchen()
        let before = kitchen.store.snapshot.units
        _ = await kitchen.reply("set-units imperial")
        #expect(kitchen.store.snapshot.units != before)
        #expect(await kitchen.code("set-units auto") == nil)
        #expect(kitchen.store.snapshot.units == before)
        #expect(await kitchen.code("set-units auto wind=kn") == .badArgument)
    }

    @Test func anotherPlaceIsTakenInOnceASecond() async throws {
        let kitchen = try Kitchen()
        #expect(await kitchen.code("short --place 59.91,10.75") == .noData)
        #expect(await kitchen.code("short --place 59.91,10.75") == .noData)
        #expect(kitchen.asked.withLock { $0 } == [.oslo])
        await kitchen.cook(.oslo, temperature: -3)
        kitchen.now = Kitchen.start.advanced(by: 1)
        #expect(await kitchen.reply("short --place 59.91,10.75") == .ok(["⛅ −3°C"]))
        #expect(kitchen.asked.withLock { $0.count } == 2)
    }

    @Test func theCurrentPlaceGoesByItsNameToo() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook()
        #expect(await kitchen.reply("short --place MONTEVIDEO") == .ok(["⛅ 15°C"]))
    }

    @Test func askingForTooManyPlacesIsBusy() async throws {
        let kitchen = try Kitchen()
        var codes: [Reply.Code?] = []
        for longitude in 0..<40 { codes.append(await kitchen.code("short --place 0,\(longitude)")) }
        #expect(codes.prefix(32).allSatisfy { $0 == .noData })
        #expect(codes.suffix(8).allSatisfy { $0 == .busy })
    }

    /// Sun and moon are computed: no place's weather has to make room for them.
    @Test func sunIsNeverRefused() async throws {
        let kitchen = try Kitchen()
        for longitude in 0..<40 { _ = await kitchen.code("short --place 0,\(longitude)") }
        #expect(await kitchen.code("sun --place 69.65,18.96") == nil)
        #expect(await kitchen.code("sun --place 69.65,18.96 --output json") == nil)
    }

    @Test(arguments: ["Oslo", "59.91,10.75"])
    func sunHasItsPlacesNameAndTimeZoneAlsoWithoutRoomForThePlace(place: String) async throws {
        let kitchen = try Kitchen()
        for longitude in 0..<40 { _ = await kitchen.code("short --place 0,\(longitude)") }
        guard case .ok(let lines) = await kitchen.reply("sun --place \(place) --output json") else {
            Issue.record("sun is refused")
            return
        }
        #expect(lines[0].contains(#""name":"Oslo"#) && lines[0].contains(#""timezone":"Europe/Oslo""#), "\(lines)")
        #expect(kitchen.store.snapshot.weather[.oslo] == nil)
    }

    @Test func aPlaceWithoutRoomIsLookedUpOnce() async throws {
        let kitchen = try Kitchen()
        for longitude in 0..<40 { _ = await kitchen.code("short --place 0,\(longitude)") }
        for _ in 0..<3 { #expect(await kitchen.code("sun --place 59.91,10.75") == nil) }
        #expect(kitchen.landmarks.withLock { $0 } == 1)
    }

    @Test(arguments: [
        (RefreshAnswer.begun, nil), (.done, nil), (.tooSoon(Kitchen.start.advanced(by: 60)), .busy),
        (.failed(.hostNotFound(host: "example.org")), Reply.Code.noData), (.full, .busy), (.stopping, .busy),
    ])
    func aRefreshTellsHowItEnded(answer: RefreshAnswer, expected: Reply.Code?) async throws {
        let kitchen = try Kitchen()
        kitchen.refreshAnswer.withLock { $0 = answer }
        #expect(await kitchen.code("refresh --wait") == expected)
    }

    /// A provider may allow the next request only when its weather is older than that.
    @Test func aRefreshThatIsTooSoonIsRefusedToWhoWaitsUnlessTheWeatherIsFromTheLastTenMinutes() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook()
        kitchen.refreshAnswer.withLock { $0 = .tooSoon(Kitchen.start.advanced(by: 1200)) }
        kitchen.now = Kitchen.start.advanced(by: 599)
        #expect(await kitchen.code("refresh --wait") == nil)
        kitchen.now = Kitchen.start.advanced(by: 600)
        #expect(await kitchen.code("refresh --wait") == .busy)
        #expect(await kitchen.code("refresh") == nil)
    }

    @Test func aBarShowsTheLineOfShortWhateverTheView() async throws {
        let kitchen = try Kitchen()
        let views = ["short", "current", "show", "hourly", "daily", "sun", "places", "status"]
        for view in views { #expect(await kitchen.code("\(view) --output tmux") == .noData) }
        await kitchen.cook()
        for view in views + ["next", "toggle", "toggle"] {
            guard case .ok(let lines) = await kitchen.reply("\(view) --output tmux") else {
                Issue.record("\(view) has no line")
                continue
            }
            if view != "toggle" { #expect(lines.count == 1 && lines[0].contains("15°C"), "\(view)") }
        }
        // Where there is room for more, the view stands there.
        for (view, text) in [("status", "freshness: fresh"), ("places", "No favourites yet"), ("sun", "Sunrise")] {
            guard case .ok(let lines) = await kitchen.reply("\(view) --output waybar") else {
                Issue.record("\(view) has no line")
                continue
            }
            #expect(
                lines.count == 1 && lines[0].contains(text) && lines[0].contains(#""class":["partly-cloudy""#),
                "\(lines)")
        }
        #expect(await kitchen.code("air --output waybar") == .noData)
        #expect(await kitchen.code("air --output polybar") == nil, "its line is that of short")
        let nowhere = try Kitchen(location: nil)
        for view in views { #expect(await nowhere.code("\(view) --output waybar") == .noLocation) }
    }

    @Test func i3blocksIsSentUpdatesWhenItWatches() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook()
        let reading = Reading(.short(format: nil), output: .i3blocks)
        guard case .ok(let lines) = kitchen.responder.reply(to: reading),
            case .ok(let updates) = kitchen.responder.watchedReply(to: reading).reply
        else {
            Issue.record("no reply")
            return
        }
        #expect(lines.count == 3)
        #expect(updates.count == 1 && updates[0].hasPrefix(#"{"full_text":"#))
    }

    @Test func aWatchedReplySaysHowLongItLasts() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook()
        let atTheHour = kitchen.responder.watchedReply(to: Reading(.short(format: nil))).next
        #expect(atTheHour == Kitchen.start.advanced(by: 3600))
        let elsewhere = Reading(.short(format: nil), place: .coordinate(latitude: 59.91, longitude: 10.75))
        let next = kitchen.responder.watchedReply(to: elsewhere).next
        #expect(next == Kitchen.start.advanced(by: 600), "other places have to be asked for")
    }
}
