import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import SystemBus
import Testing

/// The tray item on the session bus, with a program that collects items and a panel as its hosts.
@Suite(
    .ownThread, .timeLimit(.minutes(2)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"),
    .enabled(if: TrayHost.isAvailable, "\(TrayHost.absence)"))
struct TrayItemTests {
    private static let enabled = ["WEATHERD_TRAY_ENABLED": "true"]

    private func withDaemon(
        _ setting: [String: String] = enabled, place: String = "-34.9 -56.2 Montevideo",
        _ body: (Home, MessageBus, RunningDaemon, _ provider: LoopbackServer) throws -> Void
    ) async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now, place: place)
            let bus = try MessageBus(for: home)
            let daemon = try home.start(setting: setting)
            try home.awaitRefresh()
            try body(home, bus, daemon, provider)
            #expect(try daemon.stop() == 0)
        }
    }

    /// What `doctor` says about the tray.
    private func diagnostics(_ home: Home) throws -> [String] {
        try home.ask("doctor").lines.compactMap(Diagnostic.init(line:)).filter { $0.subject == "tray" }.map(\.found)
    }

    /// Returns when `doctor` says so.
    private func awaitDiagnostic(_ home: Home, _ beginning: String) throws {
        let end = Moment.now + Descriptor.patience
        while true {
            let found = try diagnostics(home)
            if beginning.isEmpty ? found.isEmpty : found.first?.hasPrefix(beginning) == true { return }
            guard Moment.now < end else { throw Failure("doctor still says \(found)") }
        }
    }

    @Test func hostSeesTheWeather() async throws {
        try await withDaemon { home, bus, _, _ in
            let host = try TrayHost(on: bus)
            try host.awaitItem()
            #expect(try host.text("Title") == "Montevideo: 22°C, partly cloudy")
            #expect(try host.text("Status") == "Active" && host.text("IconName") == "")
            let tooltip = try host.tooltip()
            #expect(tooltip.title == "Montevideo: 22°C, partly cloudy")
            #expect(
                tooltip.details.contains("Feels like") && tooltip.details.contains("Humidity"), "\(tooltip.details)")
            let pictures = try #require(try host.ask("property IconPixmap") as? [[Any]])
            #expect(pictures.map { $0[0] as? Int } == [16, 22, 24, 32, 48, 64])
            for picture in pictures {
                let size = try #require(picture[0] as? Int)
                #expect((picture[2] as? [String: Int])?["bytes"] == 4 * size * size)
            }
            #expect(try diagnostics(home) == ["a panel on the session bus shows the item"])
            let labels = try host.labels()
            for label in ["Montevideo: 22°C, partly cloudy", "Next hours", "Units", "°C, km/h, mm", "Refresh"] {
                #expect(labels.contains(label), "\(label): \(labels)")
            }
            #expect(labels.contains { $0.hasPrefix("Now\u{2003}") })
        }
    }

    @Test func changesAreAnnounced() async throws {
        try await withDaemon { home, bus, _, provider in
            let host = try TrayHost(on: bus)
            try host.awaitItem()
            _ = try host.signals()
            #expect(try home.ask("set-units temperature=f").code == nil)
            try host.wait(for: "Title") { $0.contains("°F") }
            let signals = try host.signals()
            for name in ["NewTitle", "NewIcon", "NewToolTip", "ItemsPropertiesUpdated"] {
                #expect(signals.filter { $0 == name }.count == 1, "\(name): \(signals)")
            }
            #expect(try home.ask("places add Home 59.91 10.75").code == nil)
            try host.wait(forLabel: "Places")
            #expect(try host.signals().contains("LayoutUpdated"))
        }
    }

    @Test func clicksAndTheWheelAreRequests() async throws {
        try await withDaemon { home, bus, _, _ in
            for place in ["59.91 10.75 Home", "60.39 5.32 Bergen"] {
                let words = place.split(separator: " ")
                #expect(try home.ask("places add \(words[2]) \(words[0]) \(words[1])").code == nil)
            }
            let host = try TrayHost(on: bus)
            try host.awaitItem()
            // The wheel of Qt, and that of GTK.
            try host.ask("scroll -120 Vertical")
            try host.wait(for: "Title") { $0.hasPrefix("Home: ") }
            try host.ask("scroll 1 vertical")
            try host.wait(for: "Title") { $0.hasPrefix("Bergen: ") }
            try host.ask("scroll 120 Vertical")
            try host.wait(for: "Title") { $0.hasPrefix("Home: ") }
            // The menu.
            try host.ask("click Bergen")
            try host.wait(for: "Title") { $0.hasPrefix("Bergen: ") }
            try host.ask("click Montevideo\u{2003}")
            try host.wait(for: "Title") { $0.hasPrefix("Montevideo: ") }
            try host.ask("click °F, mph, in")
            try host.wait(for: "Title") { $0.contains("°F") }
            #expect(try home.ask("short").lines.first?.contains("°F") == true)
            // The themed icon instead of the temperature, and back, as bars switch between two formats.
            try host.ask("activate")
            try host.wait(for: "IconName") { $0 == "weather-few-clouds" }
            #expect(try home.json("status")["freshness"] as? String == "fresh")
            try host.ask("activate")
            try host.wait(for: "IconName") { $0.isEmpty }
            #expect((try host.ask("secondary") as? [Any])?.isEmpty == true)
            #expect((try host.ask("click Refresh") as? [String: Any])?["label"] as? String == "Refresh")
        }
    }

    @Test func oldWeatherIsNotShownAsPresent() async throws {
        try await withDaemon { home, bus, _, provider in
            let host = try TrayHost(on: bus)
            try host.awaitItem()
            let fresh = try host.ask("property IconPixmap") as? NSArray
            provider.respond { _ in .answer(status: 503, body: []) }
            home.clock?.now += 2 * 3600
            // The daemon's timers use the real clock.
            #expect(try home.ask("set-units wind=kn").code == nil)
            try host.wait(for: "Title") { $0.hasSuffix("(stale)") }
            #expect(try host.ask("property IconPixmap") as? NSArray != fresh)
            #expect(try host.tooltip().details.contains("updated at"))
            home.clock?.now += 30 * 86_400
            #expect(try home.ask("set-units wind=ms").code == nil)
            try host.wait(for: "Title") { !$0.contains("°") }
            #expect(!(try host.labels()).contains("Next hours"))
        }
    }

    @Test func warningNeedsAttention() async throws {
        let warning = IssuedWarning(id: "snow", onset: Forecast.now - 3600, ends: Forecast.now + 30 * 3600).nws
        try await LoopbackServer.running { request in
            request.path == "/alerts/active"
                ? .json(#"{"features":[\#(warning)]}"#) : .json(Forecast().json(for: request))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now, place: "40.71 -74.01 Manhattan")
            home.environment["WEATHERD_NWS_URL"] = provider.url
            let bus = try MessageBus(for: home)
            let daemon = try home.start(setting: Self.enabled)
            try home.awaitRefresh()
            try home.watch("alerts") { $0.count > 3 }
            let host = try TrayHost(on: bus)
            try host.awaitItem()
            try host.wait(for: "Status") { $0 == "NeedsAttention" }
            let label = try #require(try host.labels().first)
            #expect(label.hasPrefix("Winter Storm Warning, until"), "\(label)")
            #expect((try host.ask("property AttentionIconPixmap") as? [Any])?.count == 6)
            #expect(try daemon.stop() == 0)
        }
    }

    // MARK: - Names

    @Test func hostileNamesAndTwoHundredFavourites() async throws {
        try await withDaemon(place: "-34.9 -56.2 <b>R&D_x</b>") { home, bus, _, _ in
            for number in 1...200 {
                #expect(try home.ask("places add P\(number) \(Double(number) / 10) 10").code == nil)
            }
            let host = try TrayHost(on: bus)
            try host.awaitItem()
            let tooltip = try host.tooltip()
            #expect(tooltip.title.hasPrefix("‹b›R+D_x‹/b›: "), "\(tooltip.title)")
            for text in [tooltip.title, tooltip.details] { #expect(!text.contains { "<>&".contains($0) }) }
            let labels = try host.labels()
            #expect(labels.contains { $0.hasPrefix("<b>R&D__x</b>: ") }, "\(labels.prefix(4))")
            #expect(labels.contains("P20 – P39") && labels.filter { $0.hasPrefix("P20") }.count > 1)
            try host.ask("click P150")
            try host.wait(for: "Title") { $0.hasPrefix("P150: ") }
        }
    }

    // MARK: - The watcher

    @Test func itemIsOffByDefault() async throws {
        try await withDaemon([:]) { home, bus, _, _ in
            let host = try TrayHost(on: bus)
            let introspection = try bus.busctl("tree", "--list", MessageBus.weather)
            #expect(
                introspection.lines.contains(MessageBus.object) && !introspection.lines.contains("/org/weatherd/Tray"))
            #expect(try diagnostics(home).isEmpty)
            let call = try bus.busctl(
                "call", MessageBus.weather, "/org/weatherd/Tray", "org.kde.StatusNotifierItem", "Activate", "ii", "0",
                "0")
            #expect(call.errors.contains("unknown object"), "\(call)")
            try host.end()
        }
    }

    @Test func watchersComeAndGo() async throws {
        try await withDaemon { home, bus, daemon, _ in
            try awaitDiagnostic(home, "not shown: no panel on the session bus has a tray")
            let first = try TrayHost(on: bus)
            try first.awaitItem()
            #expect(try first.text("Title").hasPrefix("Montevideo: "))
            try first.end()
            try awaitDiagnostic(home, "not shown")
            // One that only collects items, without a panel.
            let second = try TrayHost(on: bus, isPanel: false)
            try second.awaitItem()
            try awaitDiagnostic(home, "registered, but no panel has read the item")
            try second.end()
            let third = try TrayHost(on: bus)
            try third.awaitItem()
            #expect(try third.text("Title").hasPrefix("Montevideo: "))
            #expect(!daemon.log.contains("tray"), "\(daemon.log)")
        }
    }

    @Test func rejectionIsReported() async throws {
        try await withDaemon { home, bus, daemon, _ in
            let host = try TrayHost(on: bus, rejects: true)
            try awaitDiagnostic(home, "the tray has rejected the item: there are too many items")
            #expect(daemon.log.contains("the tray has rejected the item: there are too many items"))
            try host.end()
            try awaitDiagnostic(home, "not shown")
            let other = try TrayHost(on: bus)
            try other.awaitItem()
        }
    }

    @Test func busThatRestartsIsUsedAgain() async throws {
        try await withDaemon { home, bus, _, _ in
            let first = try TrayHost(on: bus)
            try first.awaitItem()
            try bus.end()
            #expect(try home.ask("short").code == nil)
            try bus.restart()
            try bus.awaitName()
            let second = try TrayHost(on: bus)
            try second.awaitItem()
            #expect(try second.text("Title").hasPrefix("Montevideo: "))
        }
    }

    @Test func reloadSwitchesItOnAndOff() async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let bus = try MessageBus(for: home)
            let place = "[location]\nlatitude = -34.9\nlongitude = -56.2\nname = \"Montevideo\"\n"
            try home.configure(place)
            let daemon = try home.start()
            try home.awaitRefresh()
            let host = try TrayHost(on: bus)
            try home.configure("[tray]\nenabled = true\nicon = \"weather\"\n" + place)
            daemon.process.signal(SIGHUP)
            try host.awaitItem()
            #expect(try host.text("IconName") == "weather-few-clouds")
            try home.configure(place)
            daemon.process.signal(SIGHUP)
            try awaitDiagnostic(home, "")
            // Panels forget an item with its connection.
            #expect((try host.ask("get") as? [String: Any])?["error"] != nil)
            try bus.awaitName()
            #expect(try bus.properties()["Place"] as? String == "Montevideo")
            let tree = try bus.busctl("tree", "--list", MessageBus.weather)
            #expect(!tree.lines.contains("/org/weatherd/Tray"))
            #expect(try daemon.stop() == 0)
        }
    }

    // MARK: - Hostile callers

    /// With a client that sends any values, without waiting for replies.
    private func withClient(
        _ body: (Home, MessageBus, RunningDaemon, Bus) async throws -> Void
    ) async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let bus = try MessageBus(for: home)
            let daemon = try home.start(setting: Self.enabled)
            try home.awaitRefresh()
            let client = try await Bus.open(at: bus.address)
            try await body(home, bus, daemon, client)
            await client.close()
            #expect(try daemon.stop() == 0)
        }
    }

    private static func call(
        _ method: String, _ arguments: [BusValue], path: String = "/org/weatherd/Tray",
        interface: String = "org.kde.StatusNotifierItem"
    ) -> BusCall {
        BusCall(
            service: MessageBus.weather, path: path, interface: interface, method: method, arguments: arguments)
    }

    private static func menu(_ method: String, _ arguments: [BusValue]) -> BusCall {
        call(method, arguments, path: "/org/weatherd/Tray/Menu", interface: "com.canonical.dbusmenu")
    }

    @Test func wrongCallsGetErrors() async throws {
        try await withClient { _, _, _, client in
            func name(_ call: BusCall) async -> String? {
                do throws(BusError) {
                    _ = try await client.call(call)
                    return nil
                } catch {
                    return error.name?.split(separator: ".").last.map(String.init)
                }
            }
            let large = BusValue.string(String(repeating: "x", count: 1 << 20))
            #expect(await name(Self.call("Scroll", [.int32(1), large])) == "InvalidArgs")
            #expect(await name(Self.call("Activate", [large])) == "InvalidArgs")
            #expect(await name(Self.call("Activate", [])) == "InvalidArgs")
            #expect(await name(Self.call("Explode", [])) == "UnknownMethod")
            #expect(await name(Self.menu("GetLayout", [.int32(77_777), .int32(-1), .strings([])])) == "InvalidArgs")
            #expect(await name(Self.menu("GetProperty", [.int32(0), large])) == "InvalidArgs")
            #expect(await name(Self.menu("AboutToShow", [.int32(-5)])) == "InvalidArgs")
            let event: [BusValue] = [.int32(9999), .string("clicked"), .variant(.string("")), .uint32(0)]
            #expect(await name(Self.menu("Event", event)) == "InvalidArgs")
            #expect(await name(Self.menu("EventGroup", [.list(of: "(isvu)", [.structure(event)])])) == "InvalidArgs")
            let strings = BusValue.strings((0..<100_000).map(String.init))
            #expect(await name(Self.menu("GetLayout", [.int32(0), .int32(-1), strings])) == "InvalidArgs")
            // Valid calls are still answered.
            #expect(await name(Self.menu("GetLayout", [.int32(0), .int32(.max), .strings([])])) == nil)
            #expect(await name(Self.menu("GetLayout", [.int32(0), .int32(.min), .strings([])])) == nil)
        }
    }

    /// Each call gets its reply or an error, and the socket answers meanwhile.
    @Test(.unsanitized("the memory is the sanitizer's")) func floodsDoNotBlockOthers() async throws {
        try await withClient { home, bus, daemon, client in
            let prober = Prober()
            prober.run(home.socketPath, connects: true)
            while prober.findings.answers == 0 {}
            let before = try daemon.memory
            let errors = await withTaskGroup(of: String?.self) { group in
                for number in 0..<10_000 {
                    group.addTask {
                        let call =
                            switch number % 4 {
                            case 0: Self.menu("GetLayout", [.int32(0), .int32(-1), .strings([])])
                            case 1: Self.call("Activate", [.int32(0), .int32(0)])
                            case 2:
                                Self.menu("Event", [.int32(5), .string("clicked"), .variant(.string("")), .uint32(0)])
                            default: Self.call("Scroll", [.int32(-120), .string("Vertical")])
                            }
                        do throws(BusError) {
                            _ = try await client.call(call)
                            return nil
                        } catch {
                            return error.name ?? error.message
                        }
                    }
                }
                return await group.reduce(into: [String: Int]()) { $0[$1 ?? "", default: 0] += 1 }
            }
            let findings = prober.stop()
            let growth = try daemon.memory - before
            print(
                "10,000 calls of the tray: \(errors); \(findings.answers) answers from the socket; \(growth >> 10) KiB")
            #expect(errors.values.reduce(0, +) == 10_000)
            #expect(Set(errors.keys).isSubset(of: ["", "org.weatherd.Error.Busy"]), "\(errors)")
            #expect(findings.failures.isEmpty, "\(findings.failures.prefix(3))")
            #expect(growth < 16 << 20)
            let host = try TrayHost(on: bus)
            try host.awaitItem()
            #expect(try host.text("Title").hasPrefix("Montevideo: "))
        }
    }

    /// Strangers cannot make the daemon register elsewhere, or forget its watcher.
    @Test func signalsOfStrangersAreIgnored() async throws {
        try await withDaemon { home, bus, _, _ in
            let host = try TrayHost(on: bus)
            try host.awaitItem()
            _ = try host.text("Title")
            try bus.send(
                "org.freedesktop.DBus.NameOwnerChanged", of: "/org/freedesktop/DBus",
                ["'org.kde.StatusNotifierWatcher'", "':1.0'", "''"])
            #expect(try host.text("Title").hasPrefix("Montevideo: "))
            #expect(try diagnostics(home) == ["a panel on the session bus shows the item"])
        }
    }
}
