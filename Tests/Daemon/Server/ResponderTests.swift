import ClientProtocol
import Scratch
import Store
import Synchronization
import Testing
import Weather

@testable import Server

struct ResponderTests {
    @Test func repliesComeFromStore() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        #expect(await fixture.reply("short") == .ok(["⛅ 15°C"]))
        #expect(await fixture.reply("short --units temperature=f") == .ok(["⛅ 59°F"]))
        #expect(await fixture.reply(#"short --format "{place}: {humidity}""#) == .ok(["Montevideo: 60%"]))
        #expect(await fixture.reply("version") == .ok(["weatherd \(Release.version)"]))
    }

    @Test func missingLocationExplainsHowToSetIt() async throws {
        let fixture = try ResponderFixture(location: nil)
        guard case .error(.noLocation, let message) = await fixture.reply("current") else {
            Issue.record("no such error")
            return
        }
        #expect(message.contains("weatherctl set-location"))
        #expect(await fixture.code("refresh") == .noLocation)
        guard case .ok(let status) = await fixture.reply("status") else {
            Issue.record("status always replies")
            return
        }
        #expect(status.contains("freshness: none"))
    }

    @Test func missingReportIsNoData() async throws {
        let fixture = try ResponderFixture()
        for line in ["short", "current", "hourly", "daily"] {
            #expect(await fixture.code(line) == .noData)
        }
    }

    @Test func sunNeedsNoWeather() async throws {
        let fixture = try ResponderFixture()
        guard case .ok(let lines) = await fixture.reply("sun") else {
            Issue.record("it is computed")
            return
        }
        #expect(lines.contains { $0.hasPrefix("Sunrise ") })
        guard case .ok(let oslo) = await fixture.reply("sun --place oslo") else {
            Issue.record("it is computed")
            return
        }
        #expect(oslo.first?.hasPrefix("Oslo, Norway, ") == true)
        #expect(!oslo.contains { $0.contains("UTC") }, "the gazetteer knows the time zone")
        #expect(fixture.asked.withLock { $0 } == [] && fixture.waits.withLock { $0 } == 0)
        let nowhere = try ResponderFixture(location: nil)
        #expect(await nowhere.code("sun") == .noLocation)
    }

    @Test func unknownWarningsAreNoData() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        for line in ["alerts", "air", "alerts --output json", "air --output json"] {
            #expect(await fixture.code(line) == .noData)
        }
        var report = Report.example(at: .montevideo, fetchedAt: fixture.now)
        report.alerts = [Alert(id: "1", event: "Storm")]
        await fixture.store.keep([report], as: \.forecast, at: fixture.now)
        guard case .ok(let lines) = await fixture.reply("alerts") else {
            Issue.record("they came with the forecast")
            return
        }
        #expect(lines.contains("⚠️  Storm (severity unknown), no end given"))
        #expect(await fixture.reply("short") == .ok(["⛅ 15°C ⚠️"]))
    }

    @Test func newCommandsCanBeWatched() async throws {
        let fixture = try ResponderFixture()
        for line in ["watch alerts", "watch air", "watch sun"] {
            #expect(await fixture.reply(line) == .ok(["watching"]))
        }
        let next = fixture.responder.views.watchedReply(to: ViewRequest(.sun)).next
        #expect(next.map { $0 <= ResponderFixture.start.advanced(by: 600) } == true)
    }

    @Test func oldWeatherIsLabelledAndExpiredIsNoData() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        fixture.now = ResponderFixture.start.advanced(by: 3600)
        #expect(await fixture.reply("short") == .ok(["☀️ 32°C (forecast)"]))
        fixture.now = ResponderFixture.start.advanced(by: 3 * 86_400)
        #expect(await fixture.code("short") == .noData)
        #expect(await fixture.code("daily") == .noData)
    }

    @Test(arguments: [
        ("", Reply.Code.badRequest), ("\"short", .badRequest), ("sho\0rt", .badRequest), ("shrot", .unknownCommand),
        ("short now", .badArgument), ("short --units furlongs", .badArgument), ("short --format {temp}", .badArgument),
        ("short --output xmobar", .badArgument), ("set-units wind=furlongs", .badArgument),
        ("set-location 91 0", .badArgument), ("set-location nan 0", .badArgument), ("set-location 1.5", .badArgument),
        ("short --place 91,0", .badArgument), ("short --place Atlantis", .notFound), ("watch version", .badArgument),
        ("watch short --place Atlantis", .notFound),
    ])
    func invalidRequestChangesNothing(line: String, expected: Reply.Code) async throws {
        let fixture = try ResponderFixture()
        #expect(await fixture.code(line) == expected)
        #expect(fixture.store.snapshot.settings.units.wind == nil)
        #expect(fixture.store.snapshot.settings.location == nil)
        #expect(try fixture.directory.names() == [])
    }

    @Test func settingsAreAcknowledgedAfterWrite() async throws {
        let fixture = try ResponderFixture()
        #expect(await fixture.code("set-location 59.91 10.75 Oslo") == nil)
        #expect(try fixture.directory.names() == ["settings.copy.json", "settings.json"])
        #expect(fixture.store.snapshot.place?.name == "Oslo" && fixture.store.snapshot.place?.coordinate == .oslo)
        #expect(await fixture.code("set-units imperial wind=kn") == nil)
        #expect(fixture.store.snapshot.units.wind == .knots)
        #expect(fixture.store.snapshot.units.temperature == .fahrenheit)
    }

    @Test func unitsCanBeReset() async throws {
        let fixture = try ResponderFixture()
        let before = fixture.store.snapshot.units
        _ = await fixture.reply("set-units imperial")
        #expect(fixture.store.snapshot.units != before)
        #expect(await fixture.code("set-units auto") == nil)
        #expect(fixture.store.snapshot.units == before)
        #expect(await fixture.code("set-units auto wind=kn") == .badArgument)
    }

    /// A service that names places stalls until the client's wait for the weather has ended.
    @Test(.timeLimit(.minutes(20))) func weatherDoesNotWaitForTheName() async throws {
        let fixture = try ResponderFixture()
        let (changes, store) = (fixture.store.changes(), fixture.store)
        fixture.naming.withLock { naming in
            naming = {
                for await _ in changes where store.snapshot.weather[.oslo]?.report != nil { return }
            }
        }
        fixture.settles.withLock { $0 = true }
        let responder = fixture.responder
        guard case .later(let work) = responder.answer(try Request(words: ["short", "--place", "59.91,10.75"])) else {
            Issue.record("it is not awaited")
            return
        }
        guard case .lastingReply(.ok(["⛅ 15°C"]), _) = await work() else {
            Issue.record("no weather")
            return
        }
    }

    @Test func otherPlaceIsRequestedOncePerSecond() async throws {
        let fixture = try ResponderFixture()
        #expect(await fixture.code("short --place 59.91,10.75") == .noData)
        #expect(await fixture.code("short --place 59.91,10.75") == .noData)
        #expect(fixture.asked.withLock { $0 } == [.oslo])
        await fixture.storeReport(.oslo, temperature: -3)
        fixture.now = ResponderFixture.start.advanced(by: 1)
        #expect(await fixture.reply("short --place 59.91,10.75") == .ok(["⛅ −3°C"]))
        #expect(fixture.asked.withLock { $0.count } == 2)
    }

    @Test func currentPlaceIsFoundByName() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        #expect(await fixture.reply("short --place MONTEVIDEO") == .ok(["⛅ 15°C"]))
    }

    @Test func tooManyPlacesIsBusy() async throws {
        let fixture = try ResponderFixture()
        var codes: [Reply.Code?] = []
        for longitude in 0..<40 { codes.append(await fixture.code("short --place 0,\(longitude)")) }
        #expect(codes.prefix(32).allSatisfy { $0 == .noData })
        #expect(codes.suffix(8).allSatisfy { $0 == .busy })
    }

    /// Sun and moon are computed: no place's weather is evicted for them.
    @Test func sunIsNeverRejected() async throws {
        let fixture = try ResponderFixture()
        for longitude in 0..<40 { _ = await fixture.code("short --place 0,\(longitude)") }
        #expect(await fixture.code("sun --place 69.65,18.96") == nil)
        #expect(await fixture.code("sun --place 69.65,18.96 --output json") == nil)
    }

    @Test(arguments: ["Oslo", "59.91,10.75"])
    func sunOfUnadmittedPlaceHasNameAndTimeZone(place: String) async throws {
        let fixture = try ResponderFixture()
        for longitude in 0..<40 { _ = await fixture.code("short --place 0,\(longitude)") }
        guard case .ok(let lines) = await fixture.reply("sun --place \(place) --output json") else {
            Issue.record("sun is rejected")
            return
        }
        #expect(lines[0].contains(#""name":"Oslo"#) && lines[0].contains(#""timezone":"Europe/Oslo""#), "\(lines)")
        #expect(fixture.store.snapshot.weather[.oslo] == nil)
    }

    @Test func unadmittedPlaceIsLookedUpOnce() async throws {
        let fixture = try ResponderFixture()
        for longitude in 0..<40 { _ = await fixture.code("short --place 0,\(longitude)") }
        for _ in 0..<3 { #expect(await fixture.code("sun --place 59.91,10.75") == nil) }
        #expect(fixture.landmarks.withLock { $0 } == 1)
    }

    @Test(arguments: [
        (RefreshAnswer.begun, nil), (.done, nil), (.tooSoon(ResponderFixture.start.advanced(by: 60)), .busy),
        (.failed(.hostNotFound(host: "example.org")), Reply.Code.noData), (.full, .busy), (.stopping, .busy),
    ])
    func refreshReportsOutcome(answer: RefreshAnswer, expected: Reply.Code?) async throws {
        let fixture = try ResponderFixture()
        fixture.refreshAnswer.withLock { $0 = answer }
        #expect(await fixture.code("refresh --wait") == expected)
    }

    /// A provider may allow the next request only when the weather is older than that.
    @Test func earlyWaitingRefreshIsBusyUnlessWeatherIsRecent() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        fixture.refreshAnswer.withLock { $0 = .tooSoon(ResponderFixture.start.advanced(by: 1200)) }
        fixture.now = ResponderFixture.start.advanced(by: 599)
        #expect(await fixture.code("refresh --wait") == nil)
        fixture.now = ResponderFixture.start.advanced(by: 600)
        #expect(await fixture.code("refresh --wait") == .busy)
        #expect(await fixture.code("refresh") == nil)
    }

    @Test func barOutputIsShortForEveryView() async throws {
        let fixture = try ResponderFixture()
        let views = ["short", "current", "show", "hourly", "daily", "sun", "places", "status"]
        for view in views { #expect(await fixture.code("\(view) --output tmux") == .noData) }
        await fixture.storeReport()
        for view in views + ["next", "toggle", "toggle"] {
            guard case .ok(let lines) = await fixture.reply("\(view) --output tmux") else {
                Issue.record("\(view) has no line")
                continue
            }
            if view != "toggle" { #expect(lines.count == 1 && lines[0].contains("15°C"), "\(view)") }
        }
        // Outputs with room for more contain the view.
        for (view, text) in [("status", "freshness: fresh"), ("places", "No favourites yet"), ("sun", "Sunrise")] {
            guard case .ok(let lines) = await fixture.reply("\(view) --output waybar") else {
                Issue.record("\(view) has no line")
                continue
            }
            #expect(
                lines.count == 1 && lines[0].contains(text) && lines[0].contains(#""class":["partly-cloudy""#),
                "\(lines)")
        }
        #expect(await fixture.code("air --output waybar") == .noData)
        #expect(await fixture.code("air --output polybar") == nil, "its line equals that of short")
        let nowhere = try ResponderFixture(location: nil)
        for view in views { #expect(await nowhere.code("\(view) --output waybar") == .noLocation) }
    }

    @Test func i3blocksIsSentUpdatesWhenItWatches() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        let reading = ViewRequest(.short(format: nil), output: .i3blocks)
        guard case .lastingReply(.ok(let lines), until: _) = fixture.responder.views.lastingReply(to: reading),
            case .ok(let updates) = fixture.responder.views.watchedReply(to: reading).reply
        else {
            Issue.record("no reply")
            return
        }
        #expect(lines.count == 3)
        #expect(updates.count == 1 && updates[0].hasPrefix(#"{"full_text":"#))
    }

    @Test func watchedReplyStatesNextChange() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        let atTheHour = fixture.responder.views.watchedReply(to: ViewRequest(.short(format: nil))).next
        #expect(atTheHour == ResponderFixture.start.advanced(by: 3600))
        let elsewhere = ViewRequest(.short(format: nil), place: .coordinate(latitude: 59.91, longitude: 10.75))
        let next = fixture.responder.views.watchedReply(to: elsewhere).next
        #expect(next == ResponderFixture.start.advanced(by: 600), "other places must be requested")
    }

    /// It would wake the daemon up each second.
    @Test func watchedStatusDoesNotChangeEachSecond() async throws {
        let fixture = try ResponderFixture()
        #expect(fixture.responder.views.watchedReply(to: ViewRequest(.status)).next == nil)
        await fixture.storeReport()
        let next = fixture.responder.views.watchedReply(to: ViewRequest(.status)).next
        #expect(next == ResponderFixture.start.advanced(by: 60), "the age of the report")
    }
}
