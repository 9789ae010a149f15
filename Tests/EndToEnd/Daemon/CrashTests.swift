import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// `kill -9` at any moment, while weather is fetched and settings are changed.
///
/// A failure is printed with its seed; `WEATHERD_CRASH_SEED` repeats the same moments.
@Suite(.ownThread, .timeLimit(.minutes(10)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct CrashTests {
    @Test(arguments: [Torture.seed("WEATHERD_CRASH_SEED")]) func settingsSurviveRepeatedKills(seed: UInt64) async throws
    {
        let rounds = Torture.count(100, 1000)
        var random = SplitMix64(seed: seed)
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            var requests = Requests()
            // The average duration of a start so far.
            var starting = 0.05
            var hasFetched = false
            for round in 0..<rounds {
                // An hour passes before each start, so that the cache is too old, and the daemon fetches while settings
                // are changed, also after several runs that ended during a request.
                home.clock?.now += 3700
                let start = Moment.now
                let daemon = try home.launch()
                // Every third daemon is killed during its start, or soon after it.
                let isEarly = round.isMultiple(of: 3)
                let ready = try daemon.manager.isReady(
                    before: start + (isEarly ? .random(in: 0..<2 * starting, using: &random) : Descriptor.patience))
                if ready {
                    starting += 0.1 * (Moment.now - start - starting)
                    daemon.manager.close()
                    try check(home, requests, round)
                    // Occasionally one lives long enough to store its report; otherwise a slow machine would never have
                    // one.
                    if round % 10 == 1 {
                        try home.awaitRefresh()
                        hasFetched = true
                    }
                    try change(home, &requests, until: Moment.now + .random(in: 0..<0.03, using: &random))
                } else {
                    #expect(isEarly, "round \(round) does not start: \(daemon.log)")
                }
                try daemon.kill()
                try checkFiles(home, round)
                if hasFetched { #expect(home.bytes(home.cachePath) != nil, "round \(round)") }
            }
            // Two of three rounds change settings, and one of ten waits for the weather.
            #expect(requests.acknowledgedCount >= rounds * 2 / 3)
            #expect(provider.requests.count >= rounds / 15)

            let daemon = try home.start()
            try check(home, requests, rounds)
            try home.awaitRefresh()
            let reply = try home.ask("short")
            #expect(reply.code == nil, "\(reply)")
            #expect(try daemon.stop() == 0)
        }
    }

    /// Sends requests in succession until the daemon is killed during one.
    private func change(_ home: Home, _ requests: inout Requests, until end: Double) throws {
        let client = try home.client()
        // The first is acknowledged even on a slow machine, so that there is always a setting to lose.
        #expect(try client.ask(requests.next()).code == nil)
        requests.acknowledge()
        while true {
            try client.send(requests.next() + "\n")
            guard let reply = try client.reply(within: max(0, end - Moment.now)) else { return }
            #expect(reply.code == nil)
            requests.acknowledge()
        }
    }

    /// The last acknowledged settings are in force, or those that were pending.
    private func check(_ home: Home, _ requests: Requests, _ round: Int) throws {
        let bytes = home.bytes(home.settingsPath)
        // An invalid unit changes nothing; the reply lists all current units.
        let units = try home.ask("set-units pressure=hpa").lines.joined()
        let place = try home.ask("status").lines.first ?? ""
        #expect(requests.allows(wind: units, place: place), "round \(round): \(units), \(place), not \(requests)")
        if requests.acknowledgedCount > 0 { #expect(bytes != nil) }
    }

    private func checkFiles(_ home: Home, _ round: Int) throws {
        let documents = [home.settingsPath: 1, home.settingsCopyPath: 1, home.requestsPath: 1, home.cachePath: 3]
        let names = documents.keys.compactMap { $0.split(separator: "/").last.map(String.init) }
        let whole = Set(names + names.map { $0 + ".new" } + ["lock"])
        #expect(Set(home.storedFiles).isSubset(of: whole), "round \(round): \(home.storedFiles)")
        for (file, version) in documents {
            guard let bytes = home.bytes(file) else { continue }
            let object = try JSONSerialization.jsonObject(with: bytes) as? [String: Any]
            #expect(object?["version"] as? Int == version, "round \(round): \(file)")
        }
        // No file was set aside, and no other error was logged.
        let log = home.bytes("weatherd.log").map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(log.split(separator: "\n").allSatisfy { $0 == "weatherd: fetched weather from Open-Meteo" }, "\(log)")
    }

    /// Alternating changes of units and location, and their results.
    private struct Requests {
        private static let winds = ["ms": "m/s", "kmh": "km/h", "mph": "mph", "kn": "kn", "bft": "Bft"]

        private(set) var acknowledgedCount = 0
        private var count = 0
        private var wind: Set = ["km/h"]
        private var place: Set = ["Montevideo"]
        private var pending: (isWind: Bool, value: String)?

        mutating func next() -> String {
            count += 1
            if count.isMultiple(of: 2) {
                let name = "Place-\(count % 14)"
                pending = (false, name)
                place.insert(name)
                return "set-location -34.\(count % 3) -56.2 \(name)"
            }
            let unit = Array(Self.winds.keys.sorted())[count / 2 % 5]
            let symbol = Self.winds[unit] ?? ""
            pending = (true, symbol)
            wind.insert(symbol)
            return "set-units wind=\(unit)"
        }

        mutating func acknowledge() {
            guard let pending else { return }
            if pending.isWind { wind = [pending.value] } else { place = [pending.value] }
            self.pending = nil
            acknowledgedCount += 1
        }

        func allows(wind units: String, place line: String) -> Bool {
            wind.contains { units.contains(" wind in \($0),") }
                && place.contains { line.hasPrefix("place: \($0) (") }
        }
    }
}

extension NotifySocket {
    /// Whether the daemon reports that it is ready before that moment.
    fileprivate func isReady(before end: Double) throws -> Bool {
        while Moment.now < end {
            if let message = try next(within: end - Moment.now), message == "READY=1" { return true }
        }
        return false
    }
}
