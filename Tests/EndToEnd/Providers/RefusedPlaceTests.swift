import ClientProtocol
import Foundation
import LoopbackHTTP
import Testing

/// Open-Meteo refuses a list of places for one of them, which alone is then without new weather.
@Suite(.ownThread, .timeLimit(.minutes(2)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct RefusedPlaceTests {
    enum Refusal: CaseIterable {
        case badRequest, tooLarge, uriTooLong, malformed, hugeAnswer

        var response: LoopbackResponse {
            switch self {
            case .badRequest:
                .json(#"{"error":true,"reason":"No data is available for this location"}"#, status: 400)
            case .tooLarge: .answer(status: 413, body: [])
            case .uriTooLong: .answer(status: 414, body: [])
            case .malformed: .json("[]")
            case .hugeAnswer: .huge(bytes: 100 << 20, announced: true)
            }
        }

        var words: String {
            switch self {
            case .badRequest: "rejected the request (HTTP 400): No data is available for this location"
            case .tooLarge: "rejected the request (HTTP 413)"
            case .uriTooLong: "rejected the request (HTTP 414)"
            case .malformed: "returned an invalid response"
            case .hugeAnswer: "is longer than"
            }
        }
    }

    /// The home of an earlier run with this many favourites, Nuuk among them, whose reports are due.
    private func home(favourites count: Int, _ provider: LoopbackServer) throws -> Home {
        let home = try Home(provider: provider, now: Forecast.now)
        let daemon = try home.start()
        for number in 1..<count { #expect(try home.ask("places add Place-\(number) \(number) \(number)").code == nil) }
        #expect(try home.ask("places add Nuuk 64.18 -51.72").code == nil)
        try home.watch("short --place Nuuk") { _ in true }
        try home.watch("short --place Place-1") { _ in true }
        guard try daemon.stop() == 0 else { throw Failure("the daemon did not stop") }
        home.clock?.now += 4000
        return home
    }

    private func refuse(_ refusal: Refusal, at provider: LoopbackServer) {
        provider.respond { request in
            request.query["latitude"]?.contains("64.18") == true
                ? refusal.response : .json(Forecast().json(for: request))
        }
    }

    @Test(arguments: Refusal.allCases)
    func refusedPlaceCostsOnlyItself(refusal: Refusal) async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try home(favourites: 3, provider)
            refuse(refusal, at: provider)
            let before = provider.requests.count
            let daemon = try home.start()
            try home.awaitFetch("short")
            for place in ["Place-1", "Place-2"] { try home.awaitFetch("short --place \(place)") }
            try home.watch("status") { $0.contains { $0.hasPrefix("refused-places: Nuuk") } }
            let sent = provider.requests.dropFirst(before).map { $0.query["latitude"]?.removingPercentEncoding }
            #expect(sent.first??.split(separator: ",").count == 4 && sent.dropFirst().first == "-34.9", "\(sent)")
            // Four, if Nuuk is the last of the list.
            #expect((4...6).contains(sent.count), "\(sent)")
            let status = try home.json("status")
            #expect(status["lastError"] is NSNull && status["freshness"] as? String == "fresh")
            let refused = try #require(status["refusedPlaces"] as? [[String: Any]])
            #expect(refused.count == 1)
            #expect((refused.first?["error"] as? String)?.contains(refusal.words) == true, "\(refused)")
            #expect((refused.first?["place"] as? [String: Any])?["name"] as? String == "Nuuk")
            let line = try #require(try home.ask("status").lines.first { $0.hasPrefix("refused-places: ") })
            #expect(line.hasPrefix("refused-places: Nuuk: ") && line.contains(refusal.words), "\(line)")
            #expect(try home.backingOff == [])
            #expect(try home.json("status --place Nuuk")["lastError"] as? String != nil)
            try daemon.awaitLog(refusal.words, asking: home)
            #expect(try daemon.stop() == 0)
        }
    }

    /// The list is not divided again at each start.
    @Test func refusalSurvivesRestarts() async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try home(favourites: 3, provider)
            refuse(.badRequest, at: provider)
            var counts: [Int] = []
            for _ in 0..<3 {
                let before = provider.requests.count
                let daemon = try home.start()
                try home.awaitFetch("short")
                for place in ["Place-1", "Place-2"] { try home.awaitFetch("short --place \(place)") }
                try home.watch("status") { $0.contains { $0.hasPrefix("refused-places: Nuuk") } }
                counts.append(provider.requests.count - before)
                #expect(try home.backingOff == [])
                #expect(try daemon.stop() == 0)
                home.clock?.now += 4000
            }
            #expect(counts.dropFirst() == [1, 1], "\(counts)")
        }
    }

    /// The current place itself is refused: the favourites keep their weather.
    @Test func refusedCurrentPlaceLeavesTheFavourites() async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try home(favourites: 3, provider)
            provider.respond { request in
                request.query["latitude"]?.contains("-34.9") == true
                    ? Refusal.badRequest.response : .json(Forecast().json(for: request))
            }
            let before = provider.requests.count
            let daemon = try home.start()
            for place in ["Place-1", "Place-2", "Nuuk"] { try home.awaitFetch("short --place \(place)") }
            #expect(provider.requests.count - before == 3, "the list, the current place, the rest")
            try home.watch("status") { $0.contains { $0.hasPrefix("refused-places: Montevideo: ") } }
            #expect(try home.backingOff == [])
            #expect(try daemon.stop() == 0)
        }
    }
}
