import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// Many machines behind the cache of docs/fleet.md.
@Suite(
    .ownThread, .serialized, .timeLimit(.minutes(12)),
    .enabled(
        if: ProcessInfo.processInfo.environment["WEATHERD_INTEGRATION"] == "1",
        "it takes nginx and hundreds of daemons; run make integration"))
struct CacheTests {
    private static let places = 20
    private static let machines = 300
    /// The longest time between two requests of a machine, s: 15 minutes and a tenth, and the pause around the full hour.
    private static let period = 1110

    /// The requests to the provider are those of 20 places: at the start, from then on, and when the cache returns.
    @Test func providerReceivesTheRequestsOfPlaces() async throws {
        try #require(CacheServer.isInstalled && CacheServer.clock != nil && FastClock.isAvailable)
        var limit = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #expect(getrlimit(files, &limit) == 0)
        limit.rlim_cur = limit.rlim_max
        #expect(setrlimit(files, &limit) == 0)
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let cache = try CacheServer(before: provider)
            try cache.start()
            var fleet: [Machine] = []
            for number in 0..<Self.machines {
                fleet.append(try Machine(number, at: number % Self.places, behind: cache.url))
            }
            func report(_ what: String, since former: Int) -> Int {
                let count = provider.requests.count - former
                print("\(what): \(count) requests to the provider, \(cache.log.count) to the cache")
                return count
            }
            for machine in fleet { try machine.awaitFetch() }
            #expect(report("\(Self.machines) machines start", since: 0) == Self.places)
            let targets = Set(provider.requests.map { $0.head.prefix { $0 != "\r" } })
            #expect(targets.count == Self.places)
            #expect(Set(provider.requests.map { $0[header: "User-Agent"] ?? "" }).count == 1)

            for round in 1...3 {
                let former = provider.requests.count
                try cache.advance(Self.period)
                for machine in fleet { try machine.clock.advance(Self.period) }
                for machine in fleet { try machine.awaitFetch() }
                #expect(report("after \(round * Self.period / 60) minutes", since: former) == Self.places)
            }

            // Without the cache, each machine has its last weather.
            try cache.stop()
            let former = provider.requests.count
            for _ in 1...4 {
                try cache.advance(Self.period)
                for machine in fleet { try machine.clock.advance(Self.period) }
            }
            for machine in fleet { #expect(try machine.home.ask("short").code == nil) }
            #expect(provider.requests.count == former)
            try cache.start()
            // Failed fetches are repeated within seven and a half minutes, before the answers expire again.
            for _ in 1...12 {
                try cache.advance(60)
                for machine in fleet { try machine.clock.advance(60) }
            }
            for machine in fleet { try machine.awaitFetch() }
            #expect(report("the cache returns after \(4 * Self.period / 60) minutes", since: former) == Self.places)
            for machine in fleet {
                #expect(try machine.home.ask("short").code == nil)
                #expect(try machine.home.json("status")["requestsToday"] as? Int ?? 0 >= 5)
            }
            for status in Set(cache.log.map { $0.prefix { $0 != "/" } }).sorted() {
                print("cache: \(status)\(cache.log.count { $0.hasPrefix(status) })")
            }
            for machine in fleet { #expect(try machine.daemon.stop() == 0) }
            try cache.stop()
        }
    }

    /// The same with Varnish: at the start, while it is gone, and when it returns with nothing in its cache.
    @Test func varnishAsksForPlaces() async throws {
        try #require(VarnishServer.isInstalled && FastClock.isAvailable)
        let (places, machines) = (6, 60)
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let cache = try VarnishServer(before: provider)
            try cache.start()
            var fleet: [Machine] = []
            for number in 0..<machines { fleet.append(try Machine(number, at: number % places, behind: cache.url)) }
            for machine in fleet { try machine.awaitFetch() }
            #expect(provider.requests.count == places)
            #expect(Set(provider.requests.map { $0.head.prefix { $0 != "\r" } }).count == places)
            #expect(Set(provider.requests.map { $0[header: "User-Agent"] ?? "" }).count == 1)

            try cache.stop()
            for machine in fleet { try machine.clock.advance(Self.period) }
            for machine in fleet { #expect(try machine.home.ask("short").code == nil) }
            #expect(provider.requests.count == places)
            try cache.start()
            for _ in 1...12 {
                for machine in fleet { try machine.clock.advance(60) }
            }
            for machine in fleet { try machine.awaitFetch() }
            #expect(provider.requests.count == 2 * places)
            for machine in fleet { #expect(try machine.daemon.stop() == 0) }
            try cache.stop()
        }
    }
}

/// A machine of the fleet, with settings of its own user.
private struct Machine {
    /// 2026-11-21 15:10 UTC.
    private static let start = 1_795_273_800
    private static let languages = ["en", "de", "fr", "ja"]

    let home: Home
    let clock: FastClock
    let daemon: RunningDaemon

    init(_ number: Int, at place: Int, behind cache: String) throws {
        // Within the rounding of positions to two decimals.
        let offset = Double(number % 7 - 3) / 1000
        home = try Home(
            provider: nil, place: "\(40 + Double(place) / 4 + offset) \(-3 + Double(place) / 2 - offset) Place\(place)")
        home.environment["WEATHERD_OPEN_METEO_URL"] = cache + "/open-meteo"
        home.environment["WEATHERD_ALERTS_PROVIDERS"] = ""
        home.environment["WEATHERD_LANGUAGE"] = Self.languages[number % 4]
        home.environment["WEATHERD_UNITS"] = number.isMultiple(of: 2) ? "metric" : "imperial"
        if number.isMultiple(of: 5) { home.environment["WEATHERD_CONTACT"] = "user\(number)@example.org" }
        clock = try FastClock(Self.start + number % 7, in: home.directory)
        daemon = try home.start(setting: clock.environment)
    }

    /// Returns when the last fetch has succeeded and the next one is planned.
    func awaitFetch() throws {
        do {
            try awaitPlannedRefresh()
        } catch {
            throw Failure("\(error): \(try home.ask("status").lines) at \(clock.now); log: \(daemon.log)")
        }
    }

    private func awaitPlannedRefresh() throws {
        try home.watch("status --output json") { lines in
            let status = try JSONSerialization.jsonObject(with: Data(lines.joined().utf8)) as? [String: Any]
            guard let next = UnixTime.parsing(status?["nextRefresh"]), status?["lastError"] is NSNull else {
                return false
            }
            return next > clock.now && !(status?["fetchedAt"] is NSNull)
        }
    }
}
