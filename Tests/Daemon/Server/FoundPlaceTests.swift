import ClientProtocol
import Store
import Testing
import Weather

@testable import Server

/// `--place NAME` for places that a search has found before.
struct FoundPlaceTests {
    private func lines(_ line: String, _ fixture: ResponderFixture) async -> [String] {
        if case .ok(let lines) = await fixture.reply(line) { lines } else { [] }
    }

    /// As after the language was changed. The order of a dictionary is random.
    @Test func ofSeveralFoundPlacesFavouriteOrNearestIsMeant() async throws {
        for number in 1...20 {
            let fixture = try ResponderFixture()
            let near = try #require(Coordinate(latitude: -34.9 + Double(number), longitude: -56.2)).rounded
            let far = try #require(Coordinate(latitude: 40, longitude: Double(number)))
            for coordinate in number.isMultiple(of: 2) ? [near, far] : [far, near] {
                _ = fixture.store.admit(coordinate, at: fixture.now)
                fixture.store.name(coordinate, Locality(name: "Xyzzy"), foundBy: "Xyzzy")
            }
            await fixture.storeReport(near, temperature: 1)
            await fixture.storeReport(far, temperature: 2)
            #expect(await lines("short --place xyzzy", fixture) == ["⛅ 1°C"])
            _ = await fixture.reply("places add Mine \(far.latitude) \(far.longitude)")
            #expect(await lines("short --place xyzzy", fixture) == ["⛅ 2°C"])
        }
    }
}
