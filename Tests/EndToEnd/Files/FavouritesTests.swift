import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// The user's places, over the socket.
@Suite(.ownThread, .timeLimit(.minutes(1)))
struct FavouritesTests {
    /// Requests that add favourites of these numbers.
    private func requests(_ numbers: Range<Int>) -> String {
        numbers.map { "places add Place-\($0) \($0 % 80) \($0)\n" }.joined()
    }

    private func names(_ home: Home) throws -> Set<String> {
        let places = try #require(try home.json("places")["places"] as? [[String: Any]])
        return Set(places.compactMap { ($0["place"] as? [String: Any])?["name"] as? String })
    }

    @Test func concurrentChangesAreBothSaved() throws {
        let home = try Home(provider: nil)
        var daemon = try home.start()
        let (one, other) = (try home.client(), try home.client())
        try one.send(requests(0..<20))
        try other.send(requests(20..<40))
        for _ in 0..<20 {
            #expect(try one.reply().code == nil)
            #expect(try other.reply().code == nil)
        }
        let expected = Set((0..<40).map { "Place-\($0)" })
        #expect(try names(home).isSuperset(of: expected))
        try daemon.kill()
        daemon = try home.start()
        #expect(try names(home).isSuperset(of: expected), "acknowledged changes survive a power failure")
        #expect(try daemon.stop() == 0)
    }

    /// As written by hand. The start took 49 s, and replies had 600,002 lines.
    @Test func favouritesBeyondTheLimitAreNeitherUsedNorLost() throws {
        let home = try Home(provider: nil)
        let places = (0..<200_000).map { number in
            #"{"name":"P\#(number)","coordinate":{"latitude":\#(Double(number % 1700) / 10 - 85),"longitude":\#(number / 1700)}}"#
        }
        let text = #"{"version":1,"content":{"units":{},"favourites":[\#(places.joined(separator: ","))]}}"#
        try FileManager.default.createDirectory(
            atPath: home.directory.file("state/weatherd"), withIntermediateDirectories: true)
        try home.directory.write(text, to: home.settingsPath)
        let daemon = try home.start()
        #expect(try home.ask("status").lines.contains("favourites: 200"))
        let problem =
            "199800 of 200000 favourites (the limit is 200) in \(home.directory.file(home.settingsPath)) are not in effect"
        #expect(try home.ask("status").lines.contains { $0.hasPrefix("settings-error: \(problem)") })
        #expect(try home.ask("doctor").lines.contains { $0.hasPrefix("note settings \"\(problem)") })
        #expect(try names(home).count == 201)
        #expect(daemon.log.contains(problem))
        #expect(home.bytes(home.settingsPath) == Data(text.utf8))
        #expect(try home.ask("set-units imperial").code == nil)
        #expect(try home.ask("status").lines.contains("settings-error: -"))
        let kept = try #require(home.storedFiles.first { $0.hasPrefix("settings.json.full-") })
        #expect(home.bytes("state/weatherd/\(kept)") == Data(text.utf8))
        let path = home.directory.file("state/weatherd/\(kept)")
        let named = "note settings \"the former ones, which exceed the limits, are in \(path)\""
        #expect(try home.ask("doctor").lines.contains { $0.hasPrefix(named) })
        #expect(unlink(path) == 0)
        #expect(try !home.ask("doctor").lines.contains { $0.hasPrefix("note settings") })
        #expect(try daemon.stop() == 0)
    }

    /// Places that are not in the gazetteer are searched online.
    @Test(.enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
    func villageIsFoundOnline() async throws {
        let answer = #"""
            {"results":[{"id":1,"name":"Xyzzyville","latitude":-34.5,"longitude":-56.5,"country_code":"UY",
            "country":"Uruguay","admin1":"San José","timezone":"America/Montevideo","population":120}]}
            """#
        try await LoopbackServer.running { request in
            request.path == "/v1/search" ? .json(answer) : .json(Forecast().json(for: request))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            home.environment["WEATHERD_OPEN_METEO_GEOCODING_URL"] = provider.url
            let daemon = try home.start()
            #expect(
                try home.ask("search xyzzyville").lines == ["Xyzzyville, San José, Uruguay  120  -34.5000 -56.5000"])
            #expect(try home.ask("short --place xyzzyville").lines == ["⛅ 22°C"])
            #expect(try home.ask("places add xyzzyville").code == nil)
            #expect(try names(home) == ["Montevideo", "Xyzzyville"])
            #expect(try daemon.stop() == 0)
        }
    }

    @Test(arguments: [nil, "", "not a database", String(repeating: "\0", count: 100_000)])
    func withoutGazetteerCitiesAreFound(content: String?) throws {
        let home = try Home(provider: nil)
        if let content { try home.directory.write(content, to: "places.sqlite") }
        home.environment["WEATHERD_LOCATION_GAZETTEER"] = home.directory.file("places.sqlite")
        let daemon = try home.start()
        #expect(try home.ask("search oslo").lines.first?.hasPrefix("Oslo, ") == true)
        #expect(try home.ask("places add Oslo").code == nil)
        guard case .error(.notFound, let message) = try home.ask("search Stykkishólmur") else {
            Issue.record("it was found")
            return
        }
        #expect(message.contains("only the largest cities were searched: ") && message.contains("places.sqlite"))
        #expect(try home.ask("set-location Bergen").code == nil)
        #expect(try home.ask("status").lines.contains { $0.hasPrefix("place: Bergen, ") })
        #expect(try daemon.stop() == 0)
    }
}
