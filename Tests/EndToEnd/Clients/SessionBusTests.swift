import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import SystemBus
import Testing

/// The weather on the session bus, with busctl and gdbus as its clients.
@Suite(
    .ownThread, .timeLimit(.minutes(2)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"),
    .enabled(if: MessageBus.isAvailable, "\(MessageBus.absence)"))
struct SessionBusTests {
    private static let weather = MessageBus.weather

    private func withDaemon(
        _ setting: [String: String] = [:],
        _ body: (Home, MessageBus, RunningDaemon, _ provider: LoopbackServer) throws -> Void
    ) async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let bus = try MessageBus(for: home)
            let daemon = try home.start(setting: setting)
            try home.awaitRefresh()
            try body(home, bus, daemon, provider)
            #expect(try daemon.stop() == 0)
        }
    }

    // MARK: - Methods

    /// JSON without unknown values, with sorted keys.
    private func text(_ value: Any) throws -> String {
        func known(_ value: Any) -> Any {
            if let list = value as? [Any] { return list.map(known) }
            // busctl prints more digits than a number has.
            if let number = value as? NSNumber { return (number.doubleValue * 1e6).rounded() }
            guard let object = value as? [String: Any] else { return value }
            return object.filter { !($0.value is NSNull) }.mapValues(known)
        }
        let data = try JSONSerialization.data(withJSONObject: known(value), options: [.sortedKeys])
        return String(decoding: data, as: UTF8.self)
    }

    @Test func viewsAreThoseOfTheSocket() async throws {
        try await withDaemon { home, bus, _, _ in
            for (method, view) in [("GetCurrent", "current"), ("GetHourly", "hourly"), ("GetDaily", "daily")] {
                #expect(try text(try bus.call(method, "a{sv}", "0")) == text(try home.json(view)), "\(method)")
            }
            let hours = try bus.call("GetHourly", "a{sv}", "2", "hours", "u", "3", "language", "s", "de")
            let list = try #require((hours as? [String: Any])?["hours"] as? [[String: Any]])
            #expect(list.count == 3)
            for view in ["current", "show", "hourly", "daily", "places", "sun", "status"] {
                let text = try #require(try bus.call("GetJson", "sa{sv}", view, "0") as? String)
                #expect(try [text] == home.ask("\(view) --output json").lines, "\(view)")
            }
            // No service has data for these here.
            for method in ["GetAir"] {
                #expect(try bus.error("\(Self.weather).\(method)", "{}").contains("org.weatherd.Error.NoData"))
            }
            for view in ["alerts", "air", "marine"] {
                #expect(
                    try bus.error("\(Self.weather).GetJson", view, "{}").contains("org.weatherd.Error."), "\(view)")
            }
        }
    }

    @Test func changesAreThoseOfTheSocket() async throws {
        try await withDaemon { home, bus, _, _ in
            let units = try bus.call("SetUnits", "sa{sv}", "wind=kn", "0") as? String
            #expect(units == UnitsLine.knots)
            #expect(try home.ask("set-units pressure=hpa") == .ok([UnitsLine.knots]))
            let cities = try #require(try bus.call("Search", "sa{sv}", "Oslo", "0") as? [[String: Any]])
            #expect(cities.first?["countryCode"] as? String == "NO")
            _ = try bus.call("AddPlace", "ssa{sv}", "59.91,10.75", "Home", "0")
            _ = try bus.call("AddPlace", "ssa{sv}", "Bergen", "", "0")
            _ = try bus.call("MovePlace", "su", "Bergen", "1")
            _ = try bus.call("RenamePlace", "ss", "Home", "Flat")
            let names = try home.ask("places --output json").lines.joined()
            let bergen = try #require(names.range(of: "\"Bergen\""))
            let flat = try #require(names.range(of: "\"Flat\""))
            #expect(bergen.lowerBound < flat.lowerBound)
            #expect((try bus.call("Next", "a{sv}", "0") as? String)?.hasPrefix("Bergen") == true)
            #expect(try bus.properties()["Place"] as? String == "Bergen")
            #expect((try bus.call("Previous", "a{sv}", "0") as? String)?.contains("°C") == true)
            #expect((try bus.call("Select", "ua{sv}", "1", "0") as? String)?.hasPrefix("Bergen") == true)
            #expect(try bus.properties()["Place"] as? String == "Bergen")
            #expect((try bus.call("Select", "ua{sv}", "0", "0") as? String)?.hasPrefix("Bergen") == false)
            let outside = try bus.error("\(Self.weather).Select", "3", "{}")
            #expect(outside.contains("org.weatherd.Error.NotFound") && outside.contains("between 0 and 2"))
            #expect(try bus.error("\(Self.weather).Select", "one", "{}").contains("rror"))
            _ = try bus.call("RemovePlace", "s", "Flat")
            #expect(try bus.error("\(Self.weather).RemovePlace", "Flat").contains("org.weatherd.Error.NotFound"))
            #expect((try bus.call("SetLocation", "sa{sv}", "Bergen", "0") as? String)?.contains("Bergen") == true)
            #expect(try home.json("status")["locationSource"] as? String == "set by weatherctl")
            _ = try bus.call("Refresh", "a{sv}", "0")
        }
    }

    // MARK: - Properties

    @Test func propertiesAreThoseOfTheViews() async throws {
        try await withDaemon { home, bus, _, _ in
            let all = try bus.properties()
            let current = try home.json("current")
            let condition = try #require(current["condition"] as? [String: Any])
            #expect(all["Place"] as? String == "Montevideo")
            #expect(all["TemperatureC"] as? Double == current["temperatureC"] as? Double)
            #expect(all["Temperature"] as? String == "22°C")
            #expect(all["ConditionCode"] as? String == condition["code"] as? String)
            #expect(all["ConditionText"] as? String == condition["text"] as? String)
            #expect((all["IconName"] as? String)?.hasPrefix("weather-") == true)
            #expect(all["Summary"] as? String == current["summary"] as? String)
            #expect(all["ShortText"] as? String == (try home.ask("short").lines).first)
            #expect(all["Freshness"] as? String == "fresh" && all["Version"] as? String == Release.version)
            #expect((all["FetchedAt"] as? Int).map { abs($0 - Forecast.now) < 60 } == true, "\(all)")
            #expect(all["AgeSeconds"] as? Int == 0 && all["Offline"] as? Bool == false)
            #expect((all["Places"] as? [[String: Any]])?.count == 1)
            #expect(all["Error"] == nil && all["ErrorCode"] == nil)
            // Each alone.
            let properties = "org.freedesktop.DBus.Properties"
            for name in all.keys {
                let finished = try bus.busctl("get-property", Self.weather, MessageBus.object, Self.weather, name)
                #expect(finished.status == 0, "\(name): \(finished.errors)")
            }
            #expect(
                try bus.error("\(properties).Get", Self.weather, "Error").contains("org.weatherd.Error.NoData"))
            #expect(
                try bus.error("\(properties).Set", Self.weather, "Place", "<'Oslo'>").contains("PropertyReadOnly"))
        }
    }

    @Test func eachChangeIsAnnouncedOnce() async throws {
        try await withDaemon { home, bus, _, provider in
            _ = try bus.properties()
            let monitor = try bus.monitor(Self.weather)
            let bell = try bus.monitor(Self.weather + ".Changed")
            func ring() throws -> Bool { try bell.lines(upTo: "The name ").last?.contains("is owned") == true }

            #expect(try home.ask("set-units temperature=f").code == nil)
            let signals = try monitor.lines(upTo: "PropertiesChanged")
            #expect(signals.count == 1)
            let changed = try #require(signals.last)
            for name in ["Temperature", "ShortText", "Units"] {
                #expect(changed.contains("'\(name)': <"), "\(changed)")
            }
            for name in ["TemperatureC", "Place", "FetchedAt", "AgeSeconds", "Version"] {
                #expect(!changed.contains("'\(name)'"), "\(changed)")
            }
            let first = try ring()

            // The list of places, and nothing else.
            #expect(try home.ask("places add Home 59.91 10.75").code == nil)
            let places = try #require(try monitor.lines(upTo: "Places").last)
            #expect(places.contains("@a{sv} {}, ['Places']"), "\(places)")
            #expect(try ring() != first)

            // A fetch for another place.
            provider.respond { .json(Forecast(warmer: 3).json(for: $0)) }
            #expect(try home.ask("set-location -35.1 -57.2 Elsewhere").code == nil)
            let moved = try monitor.lines(upTo: "'TemperatureC': <25.1")
            #expect(moved.contains { $0.contains("'Place': <'Elsewhere'>") }, "\(moved)")

            // The next signal with units is that of the next change.
            #expect(try home.ask("set-units wind=kn").code == nil)
            let last = try monitor.lines(upTo: "wind in kn")
            #expect(last.filter { $0.contains("'Units'") }.count == 1)
        }
    }

    // MARK: - Introspection

    @Test func introspectionIsTheInstalledFile() async throws {
        try await withDaemon { _, bus, _, _ in
            let xml = try bus.busctl("introspect", "--xml-interface", Self.weather, MessageBus.object).output
            let project = URL(filePath: #filePath).appending(path: "../../../..").standardized
            let file = try String(
                contentsOf: project.appending(path: "systemd/org.weatherd.Weather1.xml"), encoding: .utf8)
            let interface = try #require(file.range(of: "  <interface")).lowerBound
            let end = try #require(file.range(of: "  </interface>\n")).upperBound
            #expect(xml.contains(file[interface..<end]))
            #expect(try bus.busctl("tree", "--list", Self.weather).lines.contains(MessageBus.object))
            #expect(try bus.gdbus("org.freedesktop.DBus.Peer.Ping").status == 0)
        }
    }

    // MARK: - Hostile callers

    @Test func wrongCallsGetErrors() async throws {
        try await withClient { _, bus, _, client in
            func name(_ call: BusCall) async -> String? {
                do throws(BusError) {
                    _ = try await client.call(call)
                    return nil
                } catch {
                    return error.name
                }
            }
            let standard = "org.freedesktop.DBus.Error."
            #expect(await name(Self.call("GetCurrent", [.string("text")])) == standard + "InvalidArgs")
            #expect(await name(Self.call("GetCurrent", [])) == standard + "InvalidArgs")
            #expect(await name(Self.call("GetCurrent", [.options(["hours": .uint32(1)])])) == standard + "InvalidArgs")
            #expect(await name(Self.call("GetTomorrow", [.options([:])])) == standard + "UnknownMethod")
            var call = Self.call("GetCurrent", [.options([:])])
            call.interface = "org.weatherd.Weather2"
            #expect(await name(call) == standard + "UnknownInterface")
            call = Self.call("GetCurrent", [.options([:])])
            call.path = "/org/weatherd/Other"
            #expect(await name(call) == standard + "UnknownObject")
            call = Self.call("Get", [.string(Self.weather), .string("Colour")])
            call.interface = "org.freedesktop.DBus.Properties"
            #expect(await name(call) == standard + "UnknownProperty")
            call = Self.call("Set", [.string(Self.weather), .string("Place"), .variant(.string("Oslo"))])
            call.interface = "org.freedesktop.DBus.Properties"
            #expect(await name(call) == standard + "PropertyReadOnly")
            #expect(
                await name(Self.call("Search", [.string("a\nb"), .options([:])])) == "org.weatherd.Error.BadRequest")
            // Valid calls are still answered.
            #expect(await name(Self.call("GetCurrent", [.options([:])])) == nil)
            let wrong = try bus.busctl("call", Self.weather, MessageBus.object, Self.weather, "GetCurrent", "u", "7")
            #expect(wrong.errors.contains("requires arguments of the types \"a{sv}\""), "\(wrong)")
        }
    }

    /// With a client that sends any values, without waiting for replies.
    private func withClient(
        _ body: (Home, MessageBus, RunningDaemon, Bus) async throws -> Void
    ) async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let bus = try MessageBus(for: home)
            let daemon = try home.start()
            try home.awaitRefresh()
            let client = try await Bus.open(at: bus.address)
            try await body(home, bus, daemon, client)
            await client.close()
            #expect(try daemon.stop() == 0)
        }
    }

    private static func call(_ method: String, _ arguments: [BusValue]) -> BusCall {
        BusCall(
            service: weather, path: MessageBus.object, interface: weather, method: method, arguments: arguments)
    }

    @Test(.unsanitized("the memory is the sanitizer's")) func largeArgumentsAreRejected() async throws {
        try await withClient { _, _, daemon, client in
            let large = BusValue.string(String(repeating: "x", count: 1 << 20))
            let many = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ("\($0)", BusValue.uint32(1)) })
            let calls = [
                Self.call("Search", [large, .options([:])]), Self.call("GetCurrent", [.options(["place": large])]),
                Self.call("GetCurrent", [.options(many)]), Self.call("RenamePlace", [large, large]),
            ]
            let before = try daemon.memory
            for call in calls + calls {
                await #expect { try await client.call(call) } throws: {
                    ($0 as? BusError)?.name == "org.freedesktop.DBus.Error.InvalidArgs"
                }
            }
            let growth = try daemon.memory - before
            print("memory after large arguments: \(growth >> 10) KiB")
            #expect(growth < 8 << 20)
            // Longer than a line of the protocol, but not too long to read.
            await #expect {
                try await client.call(
                    Self.call("Search", [.string(String(repeating: "x", count: 2000)), .options([:])]))
            } throws: {
                ($0 as? BusError)?.name == "org.weatherd.Error.TooLong"
            }
        }
    }

    /// Each call gets its reply or an error, and the socket answers meanwhile.
    @Test(.unsanitized("the memory is the sanitizer's")) func tenThousandCallsDoNotBlockOthers() async throws {
        try await withClient { home, bus, daemon, client in
            let prober = Prober()
            prober.run(home.socketPath, connects: true)
            while prober.findings.answers == 0 {}
            let before = (memory: try daemon.memory, answers: prober.findings.answers)
            let errors = await withTaskGroup(of: String?.self) { group in
                for number in 0..<10_000 {
                    group.addTask {
                        let method = number.isMultiple(of: 2) ? "GetHourly" : "GetDaily"
                        do throws(BusError) {
                            _ = try await client.call(Self.call(method, [.options([:])]))
                            return nil
                        } catch {
                            return error.name ?? error.message
                        }
                    }
                }
                return await group.reduce(into: [String: Int]()) { $0[$1 ?? "", default: 0] += 1 }
            }
            let findings = prober.stop()
            let growth = try daemon.memory - before.memory
            print("10,000 calls: \(errors); \(findings.answers) answers from the socket; \(growth >> 10) KiB")
            #expect(errors.values.reduce(0, +) == 10_000)
            #expect(Set(errors.keys).isSubset(of: ["", "org.weatherd.Error.Busy"]), "\(errors)")
            #expect(errors["", default: 0] > 0)
            #expect(findings.failures.isEmpty, "\(findings.failures.prefix(3))")
            #expect(findings.answers > before.answers)
            #expect(growth < 16 << 20)
            // The bus is served afterwards.
            #expect(try bus.properties()["Place"] as? String == "Montevideo")
        }
    }

    @Test func signalsOfStrangersAreIgnored() async throws {
        try await withDaemon { home, bus, _, _ in
            _ = try bus.properties()
            let driver = "/org/freedesktop/DBus"
            try bus.send("org.freedesktop.DBus.NameLost", of: driver, ["'\(Self.weather)'"])
            try bus.send("org.freedesktop.DBus.NameOwnerChanged", of: driver, ["'\(Self.weather)'", "':1.0'", "''"])
            try bus.send(
                "org.freedesktop.DBus.Properties.PropertiesChanged", of: MessageBus.object,
                ["'\(Self.weather)'", "@a{sv} {}", "@as []"])
            // Changes are still announced.
            let monitor = try bus.monitor(Self.weather)
            #expect(try home.ask("set-units temperature=f").code == nil)
            #expect(try monitor.lines(upTo: "PropertiesChanged").count == 1)
            #expect(try busDiagnostics(home).isEmpty)
        }
    }

    // MARK: - The bus and its name

    /// What `doctor` says about the session bus.
    private func busDiagnostics(_ home: Home) throws -> [String] {
        try home.ask("doctor").lines.compactMap(Diagnostic.init(line:)).filter { $0.subject == "session bus" }.map(
            \.found)
    }

    @Test func withoutBusEverythingElseWorks() async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("short").code == nil)
            #expect(try busDiagnostics(home).map { $0.prefix(9) } == ["not found"])
            // A bus that appears later is used when the daemon is awake anyway.
            let bus = try MessageBus(for: home)
            #expect(try home.ask("set-units wind=kn").code == nil)
            try bus.awaitName()
            #expect(try bus.properties()["Place"] as? String == "Montevideo")
            #expect(try busDiagnostics(home).isEmpty)
            #expect(!daemon.log.contains("bus"), "\(daemon.log)")
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func busThatRestartsIsUsedAgain() async throws {
        try await withDaemon { home, bus, _, _ in
            _ = try bus.properties()
            try bus.end()
            #expect(try home.ask("short").code == nil)
            try bus.restart()
            try bus.awaitName()
            let monitor = try bus.monitor(Self.weather)
            #expect(try home.ask("set-units temperature=f").code == nil)
            #expect(try monitor.lines(upTo: "PropertiesChanged").last?.contains("°F") == true)
            #expect(try busDiagnostics(home).isEmpty)
        }
    }

    @Test func secondDaemonServesAfterTheFirst() async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let (one, other) = (
                try Home(provider: provider, now: Forecast.now),
                try Home(provider: provider, now: Forecast.now, place: "-34.8 -56.1 Elsewhere")
            )
            let bus = try MessageBus(for: one)
            let first = try one.start()
            other.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
            let second = try other.start()
            try other.awaitRefresh()
            #expect(try other.ask("short").code == nil)
            #expect(try busDiagnostics(other).map { $0.prefix(15) } == ["another program"])
            #expect(second.log.contains("another program owns org.weatherd.Weather1 on the session bus"))
            #expect(try bus.properties()["Place"] as? String == "Montevideo")
            #expect(try first.stop() == 0)
            #expect(try bus.properties()["Place"] as? String == "Elsewhere")
            #expect(try busDiagnostics(other).isEmpty)
            #expect(try second.stop() == 0)
        }
    }
}
