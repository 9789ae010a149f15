import ClientProtocol
import Scratch
import Store
import Testing
import Weather

@testable import Server

/// Place names in the language of the request.
struct PlaceLanguageTests {
    private func lines(_ line: String, _ fixture: ResponderFixture) async -> [String] {
        switch await fixture.reply(line) {
        case .ok(let lines): lines
        case .error(let code, let message): ["ERR \(code.rawValue) \(message)"]
        }
    }

    private func fixture() async throws -> ResponderFixture {
        let fixture = try ResponderFixture(location: nil)
        _ = await fixture.reply("set-location Munich")
        await fixture.storeReport(City.munich.coordinate)
        return fixture
    }

    @Test func placeIsNamedInRequestLanguage() async throws {
        let fixture = try await fixture()
        #expect(await lines("short --format {place}", fixture) == ["Munich"])
        #expect(await lines("short --format {place} --language de", fixture) == ["München"])
        #expect(await lines("short --format {region},{country} --language de_AT", fixture) == ["Bayern,Deutschland"])
        #expect(await lines("short --format {place} --language ja", fixture) == ["ミュンヘン"])
        // A place without a name in a language has its GeoNames name.
        #expect(await lines("short --format {place},{region} --language fr", fixture) == ["Munich,Bavaria"])
        let header = try #require(await lines("current --language de", fixture).first)
        #expect(header.hasPrefix("München, Bayern, Deutschland"))
    }

    @Test(arguments: ["current", "hourly", "daily", "sun", "places"])
    func jsonFollowsRequestLanguage(view: String) async throws {
        let fixture = try await fixture()
        let json = try #require(await lines("\(view) --output json --language de", fixture).first)
        #expect(json.contains(#""name":"München","region":"Bayern""#))
        let plain = try #require(await lines("\(view) --output json", fixture).first)
        #expect(plain.contains(#""name":"Munich","region":"Bavaria""#))
    }

    @Test func placeOutsideSettlementIsDescribedInLanguage() async throws {
        let fixture = try ResponderFixture(location: nil)
        var locality = City.munich.locality
        locality.offset = Locality.Offset(distance: 41_000, bearing: 225)
        let place = Place(coordinate: City.munich.coordinate, locality: locality)
        try await fixture.store.changeSettings(at: fixture.now) { $0.location = .place(place) }
        await fixture.storeReport(place.coordinate)
        for view in ["current", "short", "daily"] {
            let json = try #require(await lines("\(view) --output json --language de", fixture).first)
            #expect(json.contains(#""name":"41 km SW von München""#), "\(json.prefix(200))")
        }
    }

    @Test func unnamedFavouritesFollowLanguage() async throws {
        let fixture = try ResponderFixture()
        _ = await fixture.reply("places add Munich")
        _ = await fixture.reply("places add Springfield, Missouri")
        #expect(await lines("places --language de", fixture).contains { $0.contains("München, Bayern, Deutschland") })
        _ = await fixture.reply("places rename Munich \"My Munich\"")
        #expect(await lines("places --language de", fixture).contains { $0.contains("My Munich") })
        #expect(await !lines("places --language de", fixture).contains { $0.contains("München,") })
    }

    @Test func placeIsFoundByNameInAnyLanguage() async throws {
        let fixture = try await fixture()
        for name in ["munich", "München", "ミュンヘン", "MÜNCHEN, Bavaria"] {
            #expect(await lines("short --format {place} --place \"\(name)\"", fixture) == ["Munich"])
        }
    }

    @Test func searchNamesPlacesInLanguage() async throws {
        let fixture = try ResponderFixture()
        let line = try #require(await lines("search munich --language de", fixture).first)
        #expect(line.hasPrefix("München, Bayern, Deutschland"))
        #expect(await fixture.code("search munich --language tlh") == .badArgument)
    }

    @Test func favouriteIsResolvedByNumber() async throws {
        let fixture = try ResponderFixture()
        _ = await fixture.reply("places add Munich")
        _ = await fixture.reply("places add Oslo")
        await fixture.storeReport(.oslo)
        await fixture.storeReport(City.munich.coordinate)
        #expect(await lines("short --format {place} --place 1", fixture) == ["Munich"])
        #expect(await lines("short --format {place} --place 2", fixture) == ["Oslo"])
        #expect(await fixture.code("short --place 3") == .notFound)
        for number in ["0", "\(Int.min)", "\(Int.max)"] {
            #expect(await fixture.code("short --place \(number)") == .notFound)
        }
        #expect(await lines("set-location 2", fixture).first?.hasPrefix("location set to Oslo") == true)
    }

    @Test func misspelledNameReportsCorrection() async throws {
        let fixture = try ResponderFixture()
        let query = City.misspelledOslo
        #expect(
            await lines("search \(query)", fixture).last
                == "no place named \"\(query)\" was found; showing results for \"Oslo\"")
        #expect(await lines("search --output json \(query)", fixture).first?.contains(#""correction":"Oslo""#) == true)
        #expect(await lines("search --output json oslo", fixture).first?.contains(#""correction":null"#) == true)
        #expect(
            await lines("places add \(query)", fixture)
                == ["Oslo, Norway (59.91°N 10.75°E) is now a favourite; spelling corrected to \"Oslo\""])
        #expect(
            await lines("set-location \(query)", fixture)
                == ["location set to Oslo, Norway (59.91°N 10.75°E); spelling corrected to \"Oslo\""])
        #expect(await lines("search oslo", fixture).count == 1)
    }
}
