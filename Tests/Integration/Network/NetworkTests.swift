import Bus
import Foundation
import LoopbackHTTP
import Testing

/// The real weatherd in a network of its own that the test breaks. What was served stays, nothing is lost, and the weather
/// is there within seconds of the network.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes namespaces; run make integration"), .serialized,
    .timeLimit(.minutes(1)))
struct NetworkTests {
    private let laptop: Laptop

    init() throws {
        laptop = try Laptop()
    }

    /// Has weather, a setting and a favourite on disk that are two hours old, with the cable pulled and weatherd ended.
    private func prepare() async throws {
        try laptop.connect()
        try await laptop.provide()
        try laptop.start()
        _ = try laptop.weatherctl("refresh", "--wait")
        _ = try laptop.weatherctl("set-units", "wind=kn")
        try laptop.await("the weather") { $0.freshness == "fresh" }
        try laptop.stop()
        try laptop.disconnect()
        try laptop.setClock(laptop.clock + 7200)
        try await laptop.provide()
    }

    /// Returns how long it takes until fresh weather is served.
    private func timeToWeather(since begin: ContinuousClock.Instant) throws -> Duration {
        try laptop.await("fresh weather") { $0.freshness == "fresh" && $0.lastError == nil && $0.network }
        return ContinuousClock.now - begin
    }

    private func tell(_ what: String, _ times: [Duration]) {
        let sorted = times.sorted()
        print("\(what): median \(sorted[sorted.count / 2]), longest \(sorted[sorted.count - 1]) of \(sorted.count)")
    }

    // MARK: - Network and sleep

    @Test func aStartBeforeTheNetworkIsUp() async throws {
        try await prepare()
        var times: [Duration] = []
        for _ in 0..<5 {
            let before = (laptop.requests, laptop.files)
            #expect(try laptop.start() < .seconds(2))
            #expect(try laptop.weatherctl("short").contains("°"), "the last weather is served")
            let status = try laptop.await("that there is no network") { !$0.network && $0.lastError != nil }
            #expect(status.offline)
            #expect(status.freshness == "stale")
            #expect(status.ageSeconds == 7200)
            #expect(status.lastError == "this machine has no network")
            #expect(status.nextRefresh == nil)
            #expect(throws: (any Error).self) { try laptop.weatherctl("search", "nowhere at all") }
            #expect(laptop.requests == before.0)
            #expect(laptop.files == before.1)
            let begin = ContinuousClock.now
            try laptop.connect()
            times.append(try timeToWeather(since: begin))
            #expect(laptop.requests == before.0 + 1)
            #expect(laptop.files["state/weatherd/settings.json"] == before.1["state/weatherd/settings.json"])
            try laptop.stop()
            try laptop.disconnect()
            try laptop.setClock(laptop.clock + 7200)
            try await laptop.provide()
        }
        tell("from the route to the weather, after a start without it", times)
        #expect(times.allSatisfy { $0 < .seconds(5) }, "\(times)")
    }

    /// A provider that refuses is not asked again for minutes, which the network's return makes seconds.
    @Test func linkDownAndUp() async throws {
        try await prepare()
        var times: [Duration] = []
        for _ in 0..<3 {
            try laptop.connect()
            try await laptop.provide { _ in .answer(status: 403, body: []) }
            let before = (laptop.requests, laptop.files)
            try laptop.start()
            try laptop.await("the refusal") { $0.lastError?.contains("403") == true }
            try laptop.disconnect()
            try laptop.await("that there is no network") { !$0.network }
            #expect(try laptop.weatherctl("short").contains("°"))
            #expect(laptop.requests == before.0 + 1)
            #expect(laptop.files == before.1)
            try await laptop.provide()
            let begin = ContinuousClock.now
            try laptop.connect()
            times.append(try timeToWeather(since: begin))
            try laptop.stop()
            try laptop.setClock(laptop.clock + 7200)
        }
        tell("from link up to the weather", times)
        #expect(times.allSatisfy { $0 < .seconds(5) }, "\(times)")
    }

    @Test func aRouteThatFlapsFiftyTimes() async throws {
        try await prepare()
        try laptop.connect()
        try laptop.start()
        try laptop.await("the weather") { $0.freshness == "fresh" }
        let (requests, files) = (laptop.requests, laptop.files)
        let flaps = """
            for i in $(seq 50); do ip route del default; ip route add default via 10.231.0.2 dev lap0; done
            """
        try laptop.network.run(flaps)
        try laptop.await("the network") { $0.network }
        #expect(laptop.requests == requests, "with fresh weather, nothing is asked")
        #expect(laptop.files == files)
        try laptop.stop()

        try laptop.setClock(laptop.clock + 7200)
        try await laptop.provide { _ in .answer(status: 403, body: []) }
        try laptop.start()
        try laptop.await("the refusal") { $0.lastError?.contains("403") == true }
        try laptop.network.run(flaps.replacing("; done", with: "; sleep 0.02; done"))
        #expect((1...3).contains(laptop.requests - requests), "\(laptop.requests - requests) requests")
        #expect(laptop.files == files)
        try laptop.stop()
    }

    /// The answer to what was asked by the first way never comes.
    @Test func aVPNComesUpWhileAConnectionHangs() async throws {
        try await prepare()
        try laptop.lay(cable: 1)
        try laptop.connect()
        try laptop.world.run("nft add table b; nft add chain b i '{ type filter hook input priority 0; }'")
        try laptop.world.run("nft add rule b i iifname hub0 tcp dport 8080 drop")
        let files = laptop.files
        try laptop.start()
        #expect(try laptop.weatherctl("short").contains("°"))
        let begin = ContinuousClock.now
        try laptop.connect(cable: 1)
        let time = try timeToWeather(since: begin)
        tell("from a VPN's route to the weather, past a connection that hung", [time])
        #expect(time < .seconds(5), "\(time)")
        #expect(laptop.files["state/weatherd/settings.json"] == files["state/weatherd/settings.json"])
        try laptop.stop()
    }

    @Test func sleepAndResume() async throws {
        try await prepare()
        let bus = try PrivateBus()
        try await bus.start(
            "/usr/bin/python3", ["-m", "dbusmock", "--template", PrivateBus.script("Network/logind.py")],
            owning: "org.freedesktop.login1")
        laptop.environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus.address
        try laptop.connect()
        try await laptop.provide { _ in .answer(status: 403, body: []) }
        let files = laptop.files
        try laptop.start()
        try laptop.await("the refusal") { $0.lastError?.contains("403") == true }
        let requests = laptop.requests
        let connection = try await Bus.open(at: bus.address)
        try await Self.announceSleep(true, on: connection)
        #expect(try laptop.weatherctl("short").contains("°"))
        try await laptop.provide()
        #expect(laptop.requests == requests)
        #expect(laptop.files == files)
        // The link comes up a little later than the machine.
        try laptop.disconnect()
        try laptop.await("that there is no network") { !$0.network }
        try await Self.announceSleep(false, on: connection)
        let begin = ContinuousClock.now
        try laptop.connect()
        let time = try timeToWeather(since: begin)
        tell("from the route after a resume to the weather", [time])
        #expect(time < .seconds(5), "\(time)")
        try laptop.stop()

        try laptop.setClock(laptop.clock + 7200)
        try await laptop.provide { _ in .answer(status: 403, body: []) }
        try laptop.start()
        try laptop.await("the refusal") { $0.lastError?.contains("403") == true }
        try await Self.announceSleep(true, on: connection)
        try await laptop.provide()
        let resume = ContinuousClock.now
        try await Self.announceSleep(false, on: connection)
        let wait = try timeToWeather(since: resume)
        tell("from the resume to the weather", [wait])
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

    // MARK: - Faults

    @Test func fortyPercentLoss() async throws {
        try await prepare()
        try laptop.network.run(
            """
            nft add table l; nft add chain l i '{ type filter hook input priority 0; }'
            nft add rule l i iifname lap0 numgen random mod 100 '<' 40 drop
            """)
        try laptop.connect()
        let settings = laptop.files["state/weatherd/settings.json"]
        var times: [Duration] = []
        for _ in 0..<3 {
            let requests = laptop.requests
            let begin = ContinuousClock.now
            try laptop.start()
            #expect(try laptop.weatherctl("short").contains("°"))
            times.append(try timeToWeather(since: begin))
            #expect(laptop.requests - requests <= 6)
            #expect(laptop.files["state/weatherd/settings.json"] == settings)
            try laptop.stop()
            try laptop.setClock(laptop.clock + 7200)
            try await laptop.provide()
        }
        tell("from a start to the weather at a loss of 40 %", times)
    }

    @Test func nobodyAnswersForNames() async throws {
        try await prepare()
        // A name that is not known to be public; a black hole where its address should be known.
        laptop.environment["WEATHERD_OPEN_METEO_URL"] = "http://weather.test:8080"
        try laptop.connect()
        try laptop.world.run(
            """
            nft add table n; nft add chain n i '{ type filter hook input priority 0; }'
            nft add rule n i udp dport 53 drop
            """)
        let files = laptop.files
        try laptop.start(names: Laptop.provider)
        #expect(try laptop.weatherctl("short").contains("°"))
        try laptop.stop()
        try laptop.start(names: Laptop.provider)
        try laptop.await("the failure") { $0.lastError != nil }
        let status = try laptop.status()
        #expect(status.network && status.freshness == "stale", "\(status)")
        #expect(laptop.files == files)
        try laptop.world.start(["/usr/bin/python3", Self.names, Laptop.provider, "53", Laptop.provider])
        try laptop.world.run("nft flush ruleset")
        let begin = ContinuousClock.now
        let time = try timeToWeather(since: begin)
        tell("from the return of the name server to the weather", [time])
        #expect(time < .seconds(60))
        try laptop.stop()
    }

    private static let names = PrivateBus.script("Network/names.py")

    @Test func aBlackHole() async throws {
        try await prepare()
        try laptop.connect()
        try laptop.world.run(
            """
            nft add table b; nft add chain b i '{ type filter hook input priority 0; }'
            nft add rule b i tcp dport 8080 drop
            """)
        let files = laptop.files
        try laptop.start()
        let begin = ContinuousClock.now
        for _ in 0..<20 { #expect(try laptop.weatherctl("short").contains("°")) }
        #expect(ContinuousClock.now - begin < .seconds(4), "twenty processes while the connection hangs")
        try laptop.await("the failure") { $0.lastError?.contains("did not answer") == true }
        #expect(laptop.files == files)
        try laptop.world.run("nft flush ruleset")
        let mended = ContinuousClock.now
        let time = try timeToWeather(since: mended)
        tell("from the end of a black hole to the weather", [time])
        #expect(time < .seconds(60))
        try laptop.stop()
    }

    /// A web page of another host in place of the forecast, until somebody has signed in.
    @Test func aNetworkThatWantsASignIn() async throws {
        try await prepare()
        try laptop.connect()
        let portal = try await LoopbackServer.start(on: laptop.world.socket(at: "10.231.0.2", port: 80)) { _ in
            .answer(headers: ["Content-Type": "text/html"], body: Array("<!DOCTYPE html><html>Sign in</html>".utf8))
        }
        try await laptop.provide { _ in .redirect(to: "http://10.231.0.2/login") }
        let files = laptop.files
        try laptop.start()
        let status = try laptop.await("the page") { $0.lastError?.contains("web page") == true }
        #expect(status.freshness == "stale")
        #expect(try laptop.weatherctl("short").contains("°"))
        #expect(laptop.files == files)
        #expect(!portal.requests.isEmpty)
        try await laptop.provide()
        let begin = ContinuousClock.now
        let time = try timeToWeather(since: begin)
        tell("from the sign-in to the weather", [time])
        #expect(time < .seconds(60))
        try laptop.stop()
        await portal.stop()
    }
}
