import ClientProtocol
import Rendering
import Scratch
import Store
import Synchronization
import Testing
import Weather

@testable import Server

struct MapTests {
    private func lines(_ line: String, _ fixture: ResponderFixture) async throws -> [String] {
        guard case .ok(let lines) = await fixture.reply(line) else {
            Issue.record("\(line) was rejected")
            return []
        }
        return lines
    }

    @Test func mapShowsPlacesWithWeather() async throws {
        let fixture = try ResponderFixture()
        _ = await fixture.reply("places add Oslo")
        await fixture.storeReport(temperature: 21)
        let lines = try await lines("map", fixture)
        #expect(lines.prefix(20).contains { $0.contains("● Montevideo") && $0.contains("21°C") })
        #expect(lines.prefix(20).contains { $0.contains("• Oslo") })
        #expect(lines[20].hasPrefix("●  Montevideo") && lines[21].hasPrefix("1  Oslo"))
    }

    @Test func mapHasRequestedSize() async throws {
        let fixture = try ResponderFixture()
        #expect(try await lines("map --cursor", fixture).count == 22)
        #expect(try await lines("map --cursor --width 120", fixture).count == 32)
        #expect(try await lines("map --cursor --height 7", fixture).count == 9)
        #expect(try await lines("map --cursor --width 1 --height 1", fixture).count == 3)
    }

    /// The widest map with a matching height, and the highest one, are drawn; JSON has a window of any size.
    @Test func oversizedMapIsRejected() async throws {
        let fixture = try ResponderFixture()
        for size in ["--width 1000", "--width 500 --height 500", "--width 1000 --height 500 --output json"] {
            #expect(await fixture.code("map \(size)") == nil, "\(size)")
        }
        #expect(
            await fixture.reply("map --width 1000 --height 251")
                == .error(
                    .badArgument,
                    "a map of 1000 columns and 251 lines is too large (at most 250000 cells); choose a smaller --width or --height"
                ))
        #expect(await fixture.code("map --cursor --width 1000 --height 500") == .badArgument)
    }

    @Test func cursorStartsAtShownPlace() async throws {
        let fixture = try ResponderFixture()
        _ = await fixture.reply("places add Oslo")
        let here = try #require(fixture.store.snapshot.place?.coordinate)
        let position = MapPosition(latitude: here.latitude, longitude: here.longitude)
        #expect(try await lines("map --cursor --zoom 4", fixture)[20].hasPrefix(position.text))
        _ = await fixture.reply("next")
        #expect(try await lines("map --cursor", fixture)[20] == "59.9100 10.7500  Oslo, Norway")
        #expect(try await lines("map 1 2 --cursor", fixture)[20] == "1.0000 2.0000")
    }

    @Test func mapWorksWithoutLocation() async throws {
        let fixture = try ResponderFixture(location: nil)
        #expect(try await lines("map", fixture).contains { $0.contains("set-location") })
        #expect(try await lines("map --cursor", fixture)[20].hasSuffix(" 0.0000"))
    }

    @Test func jsonNeedsNoCoastlines() async throws {
        let fixture = try ResponderFixture()
        fixture.coasts.withLock { $0 = .failure(.missing(path: "/x")) }
        #expect(try await lines("map --output json", fixture).first?.hasPrefix(#"{"schema":1,"window":{"#) == true)
    }

    @Test func missingCoastlinesAreReported() async throws {
        let fixture = try ResponderFixture()
        fixture.coasts.withLock { $0 = .failure(.missing(path: "/x")) }
        let reply = await fixture.reply("map")
        #expect(reply == .error(.internal, CoastlineError.missing(path: "/x").sentence))
    }

    @Test(arguments: [
        "map 91 0", "map 0 181", "map 1", "map Oslo", "map 1 2 3", "map --zoom 9", "map --zoom -1", "map --zoom x",
        "map --height 0", "map --height 501", "map --width 0", "map --place Oslo", "map --choose", "watch map",
        "map --units furlongs", "map --language xx",
    ])
    func invalidRequestIsReported(line: String) async throws {
        #expect(try await ResponderFixture().code(line) == .badArgument)
    }
}
