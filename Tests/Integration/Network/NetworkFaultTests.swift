import Foundation
import LoopbackHTTP
import Testing

/// Broken networks. The last weather is served, nothing is lost, and weatherd recovers without intervention.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes namespaces; run make integration"), .serialized,
    .timeLimit(.minutes(1)))
struct NetworkFaultTests {
    private let laptop: Laptop

    init() throws {
        laptop = try Laptop()
    }

    @Test func fortyPercentLoss() async throws {
        try await laptop.prepare()
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
            times.append(try laptop.timeToWeather(since: begin))
            #expect(laptop.requests - requests <= 6)
            #expect(laptop.files["state/weatherd/settings.json"] == settings)
            try laptop.stop()
            try laptop.setClock(laptop.clock + 7200)
            try await laptop.provide()
        }
        Laptop.printFigures("from a start to the weather at a loss of 40 %", times)
    }

    @Test func unansweredDNSIsReported() async throws {
        try await laptop.prepare()
        // A name that is not known to be public; its DNS server drops all packets.
        laptop.environment["WEATHERD_OPEN_METEO_URL"] = "http://weather.test:8080"
        try laptop.connect()
        try laptop.world.run(
            """
            nft add table n; nft add chain n i '{ type filter hook input priority 0; }'
            nft add rule n i udp dport 53 drop
            """)
        let files = laptop.files
        try laptop.start(names: [Laptop.provider])
        #expect(try laptop.weatherctl("short").contains("°"))
        try laptop.stop()
        try laptop.start(names: [Laptop.provider])
        try laptop.watch("the failure") { $0.lastError != nil }
        let status = try laptop.status()
        #expect(status.network && status.freshness == "stale", "\(status)")
        #expect(laptop.files == files)
        try laptop.world.start(["/usr/bin/python3", Self.names, Laptop.provider, "53", Laptop.provider])
        try laptop.world.run("nft flush ruleset")
        let begin = ContinuousClock.now
        let time = try laptop.timeToWeather(since: begin)
        Laptop.printFigures("from the return of the name server to the weather", [time])
        #expect(time < .seconds(60))
        try laptop.stop()
    }

    /// A name server that takes two seconds, alone, or after others that do not answer.
    @Test(arguments: [[], ["10.231.0.9"]])
    func slowDNSIsAwaited(dead: [String]) async throws {
        try await laptop.prepare()
        laptop.environment["WEATHERD_OPEN_METEO_URL"] = "http://weather.test:8080"
        try laptop.connect()
        try laptop.world.start(["/usr/bin/python3", Self.names, Laptop.provider, "53", Laptop.provider, "2"])
        let begin = ContinuousClock.now
        try laptop.start(names: dead + [Laptop.provider])
        let time = try laptop.timeToWeather(since: begin)
        Laptop.printFigures("from a start to the weather with a slow name server", [time])
        #expect(time < .seconds(60))
        try laptop.stop()
    }

    private static let names = PrivateBus.script("Network/names.py")

    @Test func droppedPacketsAreReported() async throws {
        try await laptop.prepare()
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
        try laptop.watch("the failure") { $0.lastError?.contains("did not answer") == true }
        #expect(laptop.files == files)
        try laptop.world.run("nft flush ruleset")
        let recovered = ContinuousClock.now
        let time = try laptop.timeToWeather(since: recovered)
        Laptop.printFigures("from the end of a black hole to the weather", [time])
        #expect(time < .seconds(60))
        try laptop.stop()
    }

    /// The cable is plugged in, but the router has no route to the Internet.
    @Test(arguments: [("net", "there is no network"), ("host", "there is no route to the host")])
    func icmpUnreachableIsReported(unreachable: String, reason: String) async throws {
        try await laptop.prepare()
        try laptop.connect()
        try laptop.world.run(
            """
            nft add table r; nft add chain r i '{ type filter hook input priority 0; }'
            nft add rule r i tcp dport 8080 reject with icmp \(unreachable)-unreachable
            """)
        let files = laptop.files
        try laptop.start()
        try laptop.watch("the failure") { $0.lastError?.hasSuffix(reason) == true }
        let status = try laptop.status()
        #expect(status.network && status.freshness == "stale", "\(status)")
        #expect(laptop.files == files)
        try laptop.world.run("nft flush ruleset")
        let recovered = ContinuousClock.now
        let time = try laptop.timeToWeather(since: recovered)
        Laptop.printFigures("from the return of a router's way to the weather", [time])
        #expect(time < .seconds(60))
        try laptop.stop()
    }

    /// A captive portal: another host's web page instead of the forecast, until the user signs in.
    @Test func captivePortalIsReported() async throws {
        try await laptop.prepare()
        try laptop.connect()
        let portal = try await LoopbackServer.start(on: laptop.world.socket(at: "10.231.0.2", port: 80)) { _ in
            .answer(headers: ["Content-Type": "text/html"], body: Array("<!DOCTYPE html><html>Sign in</html>".utf8))
        }
        try await laptop.provide { _ in .redirect(to: "http://10.231.0.2/login") }
        let files = laptop.files
        try laptop.start()
        let status = try laptop.watch("the page") { $0.lastError?.contains("web page") == true }
        #expect(status.freshness == "stale")
        #expect(try laptop.weatherctl("short").contains("°"))
        #expect(laptop.files == files)
        #expect(!portal.requests.isEmpty)
        try await laptop.provide()
        let begin = ContinuousClock.now
        let time = try laptop.timeToWeather(since: begin)
        Laptop.printFigures("from the sign-in to the weather", [time])
        #expect(time < .seconds(60))
        try laptop.stop()
        await portal.stop()
    }
}
