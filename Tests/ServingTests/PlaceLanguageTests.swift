import Keeping
import Scratch
import Testing
import Weather
import Wire

@testable import Serving

/// Names of places in the language that a request asks for.
struct PlaceLanguageTests {
    private func lines(_ line: String, _ kitchen: Kitchen) async -> [String] {
        switch await kitchen.reply(line) {
        case .ok(let lines): lines
        case .error(let code, let message): ["ERR \(code.rawValue) \(message)"]
        }
    }

    private func kitchen() async throws -> Kitchen {
        let kitchen = try Kitchen(location: nil)
        _ = await kitchen.reply("set-location Munich")
        await kitchen.cook(City.munich.coordinate)
        return kitchen
    }

    @Test func theRequestsLanguageNamesThePlace() async throws {
        let kitchen = try await kitchen()
        #expect(await lines("short --format {place}", kitchen) == ["Munich"])
        #expect(await lines("short --format {place} --language de", kitchen) == ["München"])
        #expect(await lines("short --format {region},{country} --language de_AT", kitchen) == ["Bayern,Deutschland"])
        #expect(await lines("short --format {place} --language ja", kitchen) == ["ミュンヘン"])
        // What has no name in a language has the one of GeoNames.
        #expect(await lines("short --format {place},{region} --language fr", kitchen) == ["Munich,Bavaria"])
        let header = try #require(await lines("current --language de", kitchen).first)
        #expect(header.hasPrefix("München, Bayern, Deutschland"))
    }

    @Test(arguments: ["current", "hourly", "daily", "sun", "places"])
    func theJSONFollowsTheLanguage(view: String) async throws {
        let kitchen = try await kitchen()
        let json = try #require(await lines("\(view) --output json --language de", kitchen).first)
        #expect(json.contains(#""name":"München","region":"Bayern""#))
        let plain = try #require(await lines("\(view) --output json", kitchen).first)
        #expect(plain.contains(#""name":"Munich","region":"Bavaria""#))
    }

    @Test func aPlaceOffASettlementIsDescribedInTheLanguage() async throws {
        let kitchen = try Kitchen(location: nil)
        var locality = City.munich.locality
        locality.offset = Locality.Offset(distance: 41_000, bearing: 225)
        let place = Place(coordinate: City.munich.coordinate, locality: locality)
        try await kitchen.store.changeSettings(at: kitchen.now) { $0.location = .place(place) }
        await kitchen.cook(place.coordinate)
        for view in ["current", "short", "daily"] {
            let json = try #require(await lines("\(view) --output json --language de", kitchen).first)
            #expect(json.contains(#""name":"41 km SW von München""#), "\(json.prefix(200))")
        }
    }

    @Test func favouritesFollowTheLanguageUnlessTheUserNamedThem() async throws {
        let kitchen = try Kitchen()
        _ = await kitchen.reply("places add Munich")
        _ = await kitchen.reply("places add Springfield, Missouri")
        #expect(await lines("places --language de", kitchen).contains { $0.contains("München, Bayern, Deutschland") })
        _ = await kitchen.reply("places rename Munich \"My Munich\"")
        #expect(await lines("places --language de", kitchen).contains { $0.contains("My Munich") })
        #expect(await !lines("places --language de", kitchen).contains { $0.contains("München,") })
    }

    @Test func aPlaceAnswersToItsNameInAnyLanguage() async throws {
        let kitchen = try await kitchen()
        for name in ["munich", "München", "ミュンヘン", "MÜNCHEN, Bavaria"] {
            #expect(await lines("short --format {place} --place \"\(name)\"", kitchen) == ["Munich"])
        }
    }

    @Test func aSearchNamesPlacesInTheLanguage() async throws {
        let kitchen = try Kitchen()
        let line = try #require(await lines("search munich --language de", kitchen).first)
        #expect(line.hasPrefix("München, Bayern, Deutschland"))
        #expect(await kitchen.code("search munich --language tlh") == .badArgument)
    }

    @Test func aFavouriteIsMeantByItsNumber() async throws {
        let kitchen = try Kitchen()
        _ = await kitchen.reply("places add Munich")
        _ = await kitchen.reply("places add Oslo")
        await kitchen.cook(.oslo)
        await kitchen.cook(City.munich.coordinate)
        #expect(await lines("short --format {place} --place 1", kitchen) == ["Munich"])
        #expect(await lines("short --format {place} --place 2", kitchen) == ["Oslo"])
        #expect(await kitchen.code("short --place 3") == .notFound)
        for number in ["0", "\(Int.min)", "\(Int.max)"] {
            #expect(await kitchen.code("short --place \(number)") == .notFound)
        }
        #expect(await lines("set-location 2", kitchen).first?.hasPrefix("location set to Oslo") == true)
    }

    @Test func aMisspelledNameSaysWhatItWasTakenFor() async throws {
        let kitchen = try Kitchen()
        let query = City.misspelledOslo
        #expect(
            await lines("search \(query)", kitchen).last
                == "no place is called \"\(query)\"; showing results for \"Oslo\"")
        #expect(await lines("search --output json \(query)", kitchen).first?.contains(#""correction":"Oslo""#) == true)
        #expect(await lines("search --output json oslo", kitchen).first?.contains(#""correction":null"#) == true)
        #expect(
            await lines("places add \(query)", kitchen)
                == ["Oslo, Norway (59.91°N 10.75°E) is now a favourite; spelling corrected to \"Oslo\""])
        #expect(
            await lines("set-location \(query)", kitchen)
                == ["location set to Oslo, Norway (59.91°N 10.75°E); spelling corrected to \"Oslo\""])
        #expect(await lines("search oslo", kitchen).count == 1)
    }
}
