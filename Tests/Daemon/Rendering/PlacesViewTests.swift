import ClientProtocol
import Foundation
import Rendering
import Testing
import Weather

@testable import Languages

@Suite struct PlacesViewTests {
    private func card(
        _ scene: Scene, position: Int? = nil, isCurrent: Bool = false, isShown: Bool = false
    ) -> PlaceCard {
        PlaceCard(scene: scene, position: position, isCurrent: isCurrent, isShown: isShown)
    }

    private func lines(_ cards: [PlaceCard], noLocation: String? = nil) -> [String] {
        PlacesView.lines(of: cards, noLocation: noLocation, as: .text, in: Style())
    }

    private func unnamed(_ scene: Scene, _ locality: Locality) -> Scene {
        var scene = scene
        scene.place.name = nil
        scene.place.locality = locality
        return scene
    }

    @Test func cardShowsAllFields() throws {
        #expect(
            lines([
                card(try Montevideo.scene(), isCurrent: true, isShown: true),
                card(try Tromsø.scene(), position: 1), card(try Tromsø.scene(), position: 12, isShown: true),
            ]) == [
                "●  Montevideo, Sat 15:42 (current place)",
                "   ⛅ partly cloudy, 18°C, high 21°C / low 12°C, updated 4 min ago",
                "",
                "1. Tromsø, Mon 12:00",
                "   ❄️  heavy snow, 0°C, high 0°C / low −13°C, updated just now",
                "",
                "12. Tromsø, Mon 12:00 (shown in the bar)",
                "   ❄️  heavy snow, 0°C, high 0°C / low −13°C, updated just now",
                "", "Weather data by Open-Meteo.com (CC BY 4.0)",
            ])
    }

    @Test func placeWithoutWeatherHasReasonAndLocalTime() throws {
        var scene = unnamed(
            try Montevideo.scene(),
            Locality(name: "Oslo", country: "Norway", countryCode: "NO", timeZone: "Europe/Oslo"))
        scene.report = nil
        #expect(
            lines([card(scene, position: 1)]) == [
                "1. Oslo, Norway, Sat 19:42", "   no weather has been fetched yet; fetching it now",
            ])
        scene.lastFailure = timeout
        #expect(lines([card(scene, position: 1)]).last?.contains("did not answer within 20 s") == true)
    }

    @Test func oldWeatherAndEstimatedPlaceAreLabelled() throws {
        var scene = try Montevideo.scene(at: "2026-11-21T20:00:00-03:00", provider: sampleProvider)
        scene.isApproximate = true
        let lines = lines([card(scene, isCurrent: true)])
        #expect(lines[0] == "●  Montevideo, Sat 20:00 (current place, approximate, by the time zone)")
        #expect(lines[1].hasSuffix("updated 4 h ago, stale, forecast, sample data"))
    }

    @Test func cardShowsWarning() throws {
        let lines = lines([card(try Montevideo.scene(warning: [Montevideo.storm()]), position: 1)])
        #expect(lines[1].hasSuffix("updated 4 min ago, ⚠️  Storm Warning"))
        #expect(
            lines.suffix(2) == ["Warnings by MET Norway (CC BY 4.0)", "Weather data by Open-Meteo.com (CC BY 4.0)"])
    }

    @Test func emptyFavouritesExplainHowToAddOne() throws {
        let lines = lines([card(try Montevideo.scene(), isCurrent: true)])
        #expect(lines.contains("No favourites yet. Add one with: weatherctl places add CITY"))
        #expect(
            self.lines([], noLocation: PlaceSentence.noLocation()) == [
                PlaceSentence.noLocation(), "", "No favourites yet. Add one with: weatherctl places add CITY",
            ])
    }

    @Test func jsonHasEveryKey() throws {
        var unknown = try Montevideo.scene()
        unknown.report = nil
        let cards = [card(try Montevideo.scene(), isCurrent: true, isShown: true), card(unknown, position: 1)]
        let text = PlacesView.lines(of: cards, noLocation: nil, as: .json, in: Style())
        #expect(text.count == 1)
        let line = try #require(text.first)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let places = try #require(json["places"] as? [[String: Any]])
        #expect(json["schema"] as? Int == 1)
        #expect(Set(places[0].keys) == Set(places[1].keys))
        #expect(places[0]["temperatureC"] as? Double == 17.64)
        #expect(places[0]["temperatureMaxC"] as? Double == 21)
        #expect(places[0]["localTime"] as? String == "2026-11-21T15:42:00-03:00")
        #expect(places[0]["current"] as? Bool == true && places[0]["position"] is NSNull)
        #expect(places[1]["temperatureC"] is NSNull && places[1]["position"] as? Int == 1)
    }

    // MARK: - Names

    @Test(arguments: [
        (
            Locality(name: "Montevideo", region: "Montevideo Department", country: "Uruguay", countryCode: "UY"),
            "Montevideo, Uruguay"
        ),
        (
            Locality(name: "Springfield", region: "Missouri", country: "United States", countryCode: "US"),
            "Springfield, Missouri, United States"
        ),
        (Locality(name: "Singapore", country: "Singapore", countryCode: "SG"), "Singapore"),
        (Locality(name: "Null Island"), "Null Island"),
        (
            Locality(
                name: "Funchal", region: "Madeira", country: "Portugal", countryCode: "PT",
                offset: .init(distance: 41_400, bearing: 225)),
            "41 km SW of Funchal, Madeira, Portugal"
        ),
        (
            Locality(
                name: "Adamstown", country: "Pitcairn", countryCode: "PN",
                offset: .init(distance: 2_690_000, bearing: 180)),
            "2,690 km S of Adamstown, Pitcairn"
        ),
    ])
    func placesHaveGazetteerNames(locality: Locality, name: String) throws {
        let scene = unnamed(try Montevideo.scene(), locality)
        #expect(lines([card(scene, position: 1)])[0] == "1. \(name), Sat 15:42")
    }

    @Test func userNameIsShownAlone() throws {
        var scene = try Montevideo.scene()
        scene.place.name = "Home"
        scene.place.locality = Locality(name: "Montevideo", country: "Uruguay", countryCode: "UY")
        #expect(lines([card(scene, position: 1)])[0] == "1. Home, Sat 15:42")
    }

    // MARK: - Search

    @Test func homonymousCitiesAreDistinguished() throws {
        let coordinate = try #require(Coordinate(latitude: 48.20849, longitude: 16.37208))
        let other = try #require(Coordinate(latitude: -33.45, longitude: -70.6667))
        let cities = [
            City(
                coordinate: coordinate,
                locality: Locality(name: "Vienna", region: "Vienna", country: "Austria", countryCode: "AT"),
                population: 1_691_468, matchedName: "Wien"),
            City(
                coordinate: other,
                locality: Locality(name: "Vienna", region: "Virginia", country: "United States", countryCode: "US")),
        ]
        #expect(
            SearchView.lines(of: cities, as: .text) == [
                "Vienna (Wien), Austria           1,691,468  48.2085 16.3721",
                "Vienna, Virginia, United States          –  -33.4500 -70.6667",
            ])
        var style = Style()
        style.width = 54
        #expect(
            SearchView.lines(of: cities, as: .text, in: style) == [
                "Vienna (Wien), Austria           48.2085 16.3721",
                "Vienna, Virginia, United States  -33.4500 -70.6667",
            ])
        style.width = 40
        #expect(
            SearchView.lines(of: cities, as: .text, in: style) == [
                "Vienna (Wien), Austria",
                "Vienna, Virginia, United States",
            ])
        // A name that still does not fit loses its region.
        style.width = 30
        #expect(
            SearchView.lines(of: cities, as: .text, in: style) == [
                "Vienna (Wien), Austria",
                "Vienna, United States",
            ])
        style.width = 20
        #expect(SearchView.lines(of: cities, as: .text, in: style)[1] == "Vienna, United Stat…")
        style = Style(language: .chinese)
        #expect(SearchView.lines(of: cities, as: .text, in: style)[1].hasPrefix("Vienna，Virginia，United States "))
        let json = try #require(SearchView.lines(of: cities, as: .json).first)
        #expect(json.contains(#""matchedName":"Wien","region":"Vienna","country":"Austria","countryCode":"AT""#))
    }
}
