import Foundation
import LoopbackHTTP
import SystemBus
import Testing

/// The real weatherd in an isolated network that the test breaks. Cached weather stays, nothing is lost, and fresh
/// weather arrives within seconds after the network.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes namespaces; run make integration"), .serialized,
    .timeLimit(.minutes(1)))
struct NetworkTests {
    private let laptop: Laptop

    init() throws {
        laptop = try Laptop()
    }

    @Test func startBeforeNetworkIsUp() async throws {
        try await laptop.prepare()
        var times: [Duration] = []
        for _ in 0..<5 {
            let before = (laptop.requests, laptop.files)
            #expect(try laptop.start() < .seconds(2))
            #expect(try laptop.weatherctl("short").contains("°"), "the last weather is served")
            let status = try laptop.watch("that there is no network") { !$0.network && $0.lastError != nil }
            #expect(status.offline)
            #expect(status.freshness == "stale")
            #expect(status.ageSeconds == 7200)
            #expect(status.lastError == "this machine has no network")
            #expect(status.nextRefresh == nil)
            #expect(throws: (any Error).self) { try laptop.weatherctl("search", "without any route") }
            #expect(laptop.requests == before.0)
            #expect(laptop.files == before.1)
            let begin = ContinuousClock.now
            try laptop.connect()
            times.append(try laptop.timeToWeather(since: begin))
            #expect(laptop.requests == before.0 + 1)
            #expect(laptop.files["state/weatherd/settings.json"] == before.1["state/weatherd/settings.json"])
            try laptop.stop()
            try laptop.disconnect()
            try laptop.setClock(laptop.clock + 7200)
            try await laptop.provide()
        }
        Laptop.printFigures("from the route to the weather, after a start without it", times)
        #expect(times.allSatisfy { $0 < .seconds(5) }, "\(times)")
    }

    /// A provider that refuses connections is not retried for minutes, which the network's return reduces to seconds.
    @Test func linkDownAndUp() async throws {
        try await laptop.prepare()
        var times: [Duration] = []
        for _ in 0..<3 {
            try laptop.connect()
            try await laptop.provide { _ in .answer(status: 403, body: []) }
            let before = (laptop.requests, laptop.files)
            try laptop.start()
            try laptop.watch("the refusal") { $0.lastError?.contains("403") == true }
            try laptop.disconnect()
            try laptop.watch("that there is no network") { !$0.network }
            #expect(try laptop.weatherctl("short").contains("°"))
            #expect(laptop.requests == before.0 + 1)
            #expect(laptop.files == before.1)
            try await laptop.provide()
            let begin = ContinuousClock.now
            try laptop.connect()
            times.append(try laptop.timeToWeather(since: begin))
            try laptop.stop()
            try laptop.setClock(laptop.clock + 7200)
        }
        Laptop.printFigures("from link up to the weather", times)
        #expect(times.allSatisfy { $0 < .seconds(5) }, "\(times)")
    }

    @Test func routeFlapsFiftyTimes() async throws {
        try await laptop.prepare()
        try laptop.connect()
        try laptop.start()
        try laptop.watch("the weather") { $0.freshness == "fresh" }
        let (requests, files) = (laptop.requests, laptop.files)
        let flaps = """
            for i in $(seq 50); do ip route del default; ip route add default via 10.231.0.2 dev lap0; done
            """
        try laptop.network.run(flaps)
        try laptop.watch("the network") { $0.network }
        #expect(laptop.requests == requests, "with fresh weather, no request is sent")
        #expect(laptop.files == files)
        try laptop.stop()

        try laptop.setClock(laptop.clock + 7200)
        try await laptop.provide { _ in .answer(status: 403, body: []) }
        try laptop.start()
        try laptop.watch("the refusal") { $0.lastError?.contains("403") == true }
        try laptop.network.run(flaps.replacing("; done", with: "; sleep 0.02; done"))
        #expect((1...3).contains(laptop.requests - requests), "\(laptop.requests - requests) requests")
        #expect(laptop.files == files)
        try laptop.stop()
    }

    /// The answer over the first route never arrives.
    @Test func vpnStartsWhileConnectionHangs() async throws {
        try await laptop.prepare()
        try laptop.lay(cable: 1)
        try laptop.connect()
        try laptop.world.run("nft add table b; nft add chain b i '{ type filter hook input priority 0; }'")
        try laptop.world.run("nft add rule b i iifname hub0 tcp dport 8080 drop")
        let files = laptop.files
        try laptop.start()
        #expect(try laptop.weatherctl("short").contains("°"))
        let begin = ContinuousClock.now
        try laptop.connect(cable: 1)
        let time = try laptop.timeToWeather(since: begin)
        Laptop.printFigures("from a VPN's route to the weather, past a connection that hung", [time])
        #expect(time < .seconds(5), "\(time)")
        #expect(laptop.files["state/weatherd/settings.json"] == files["state/weatherd/settings.json"])
        try laptop.stop()
    }

    @Test func sleepAndResume() async throws {
        try await laptop.prepare()
        let bus = try PrivateBus()
        try await bus.start(
            "/usr/bin/python3", ["-m", "dbusmock", "--template", PrivateBus.script("Network/logind.py")],
            owning: "org.freedesktop.login1")
        laptop.environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus.address
        try laptop.connect()
        try await laptop.provide { _ in .answer(status: 403, body: []) }
        let files = laptop.files
        try laptop.start()
        try laptop.watch("the refusal") { $0.lastError?.contains("403") == true }
        let requests = laptop.requests
        let connection = try await Bus.open(at: bus.address)
        try await Self.announceSleep(true, on: connection)
        #expect(try laptop.weatherctl("short").contains("°"))
        try await laptop.provide()
        #expect(laptop.requests == requests)
        #expect(laptop.files == files)
        // The link comes up a little later than the machine.
        try laptop.disconnect()
        try laptop.watch("that there is no network") { !$0.network }
        try await Self.announceSleep(false, on: connection)
        let begin = ContinuousClock.now
        try laptop.connect()
        let time = try laptop.timeToWeather(since: begin)
        Laptop.printFigures("from the route after a resume to the weather", [time])
        #expect(time < .seconds(5), "\(time)")
        try laptop.stop()

        try laptop.setClock(laptop.clock + 7200)
        try await laptop.provide { _ in .answer(status: 403, body: []) }
        try laptop.start()
        try laptop.watch("the refusal") { $0.lastError?.contains("403") == true }
        try await Self.announceSleep(true, on: connection)
        try await laptop.provide()
        let resume = ContinuousClock.now
        try await Self.announceSleep(false, on: connection)
        let wait = try laptop.timeToWeather(since: resume)
        Laptop.printFigures("from the resume to the weather", [wait])
        #expect(wait < .seconds(5), "\(wait)")
        try laptop.stop()
        await connection.close()
    }

    private static func announceSleep(_ isAsleep: Bool, on bus: Bus) async throws {
        _ = try await bus.call(
            BusCall(
                service: "org.freedesktop.login1", path: "/org/freedesktop/login1",
                interface: "org.freedesktop.DBus.Mock", method: "Sleep", arguments: [.bool(isAsleep)]))
    }
}
