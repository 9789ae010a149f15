import Foundation
import Scratch
import Testing
import Wire

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

    @Test func twoClientsAtOnceBothHaveTheirWay() throws {
        let home = try Home(provider: nil)
        var daemon = try home.start()
        let (one, other) = (try home.client(), try home.client())
        try one.send(requests(0..<20))
        try other.send(requests(20..<40))
        for _ in 0..<20 {
            #expect(try one.reply().code == nil)
            #expect(try other.reply().code == nil)
        }
        let wanted = Set((0..<40).map { "Place-\($0)" })
        #expect(try names(home).isSuperset(of: wanted))
        try daemon.kill()
        daemon = try home.start()
        #expect(try names(home).isSuperset(of: wanted), "what was acknowledged is there after a power cut")
        #expect(try daemon.stop() == 0)
    }

    @Test(arguments: [nil, "", "not a database", String(repeating: "\0", count: 100_000)])
    func withoutTheGazetteerAllElseWorks(content: String?) throws {
        let home = try Home(provider: nil)
        if let content { try home.directory.write(content, to: "places.sqlite") }
        home.environment["WEATHERD_LOCATION_GAZETTEER"] = home.directory.file("places.sqlite")
        let daemon = try home.start()
        guard case .error(.internal, let message) = try home.ask("search oslo") else {
            Issue.record("it was found")
            return
        }
        #expect(message.contains("places.sqlite") && message.contains("make install"))
        #expect(try home.ask("places add Oslo").code == .internal)
        #expect(try home.ask("places add Oslo 59.91 10.75").code == nil)
        #expect(try home.ask("set-location Oslo").code == nil)
        #expect(try home.ask("status").lines.contains("place: Oslo (59.91°N 10.75°E)"))
        #expect(try daemon.stop() == 0)
    }
}
