import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Rendering

struct MapViewTests {
    private func card(
        _ name: String, _ latitude: Double, _ longitude: Double, position: Int?, isCurrent: Bool = false,
        hasWeather: Bool = true
    ) throws -> PlaceCard {
        var scene = try Montevideo.scene()
        scene.place = Place(
            name: name, coordinate: try #require(Coordinate(latitude: latitude, longitude: longitude)))
        if !hasWeather { scene.report = nil }
        return PlaceCard(scene: scene, position: position, isCurrent: isCurrent, isShown: isCurrent)
    }

    private func window(
        _ latitude: Double, _ longitude: Double, zoom: Double, _ columns: Int = 80, _ lines: Int = 20
    ) -> MapWindow {
        MapWindow(
            center: MapPosition(latitude: latitude, longitude: longitude), zoom: zoom, columns: columns, lines: lines)
    }

    @Test func legendListsOmittedPlaces() throws {
        let cards = [
            try card("Home", -34.9, -56.2, position: nil, isCurrent: true), try card("Oslo", 59.9, 10.8, position: 1),
            try card("Nowhere", 0, 0, position: 2, hasWeather: false),
        ]
        let map = MapScene(window: window(0, 0, zoom: 0), cards: cards)
        let lines = try MapView.lines(of: map, on: try NaturalEarth.coastline, in: Style())
        #expect(lines.count == 20 + 4)
        #expect(lines[14].contains("● Home ⛅ 18°C"))
        #expect(lines[3].contains("• Oslo ⛅ 18°C"))
        #expect(lines[10].contains("• Nowhere"))
        #expect(lines[20].hasPrefix("●  Home     ⛅ partly cloudy, 18°C, high 21°C / low 12°C"))
        #expect(lines[21].hasPrefix("1  Oslo     ⛅ partly cloudy, 18°C"))
        #expect(lines[22].hasPrefix("2  Nowhere  "))
        #expect(lines[23] == "Weather data by Open-Meteo.com (CC BY 4.0)")
    }

    @Test func legendWrapsInNarrowTerminal() throws {
        var style = Style()
        style.width = 40
        let map = MapScene(
            window: window(0, 0, zoom: 0, 40, 10),
            cards: [try card("Home", -34.9, -56.2, position: nil, isCurrent: true)])
        let lines = try MapView.lines(of: map, on: try NaturalEarth.coastline, in: style)
        #expect(lines[10] == "●  Home  ⛅ partly cloudy, 18°C, high")
        #expect(lines[11] == "   21°C / low 12°C")
    }

    @Test func emptyMapExplainsHowToAddPlaces() throws {
        let map = MapScene(window: window(0, 0, zoom: 0), cards: [], noLocation: "no location is set")
        let lines = try MapView.lines(of: map, on: try NaturalEarth.coastline, in: Style())
        #expect(
            lines.suffix(2) == ["no location is set", "No favourites yet. Add one with: weatherctl places add CITY"])
    }

    @Test func cursorIsCenteredAndDescribed() throws {
        var map = MapScene(
            window: window(-34.9, -56.2, zoom: 5, 30, 9),
            cards: [try card("Home", -34.9, -56.2, position: nil, isCurrent: true)])
        map.cursor = Place(coordinate: try #require(Montevideo.coordinate), locality: Locality(name: "Montevideo"))
        let lines = try MapView.lines(of: map, on: try NaturalEarth.coastline, in: Style())
        #expect(lines.count == 11)
        #expect(Array(lines[4])[15] == "┼")
        #expect(lines[9] == "-34.9000 -56.2000  Montevideo")
        #expect(lines[10] == "arrows move, + and - zoom, En…", "no wider than the map")
    }

    /// Land begins at the coastline, so along a line of the map there are dots on land, and only there.
    @Test func coastlinesAreDrawnInPlace() throws {
        let map = MapScene(window: window(0, 0, zoom: 0, 160, 40), cards: [])
        let lines = try MapView.lines(of: map, on: try NaturalEarth.coastline, in: Style())
        let projection = MapProjection(map.window)
        func dots(_ latitude: Double, _ longitude: Double) throws -> Bool {
            let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let cell = try #require(projection.cell(coordinate))
            let characters = Array(lines[cell.line])
            return cell.column < characters.count && characters[cell.column] != " "
        }
        // Lisbon, Dakar, Cape Town, Perth, San Francisco, Lima, Mumbai, Reykjavík; the middle of Lake Baikal.
        for (latitude, longitude) in [
            (38.7, -9.4), (14.7, -17.4), (-34.2, 18.4), (-32, 115.7), (37.8, -122.5), (-12.1, -77.1), (18.9, 72.8),
            (64.1, -22), (53.2, 107.7),
        ] { #expect(try dots(latitude, longitude), "\(latitude) \(longitude)") }
        // The middles of oceans and continents.
        for (latitude, longitude) in [
            (30.0, -40.0), (-25, -120), (-30, 80), (-45, -20), (23, 10), (-25, 134), (60, 95), (-10, -55), (40, -100),
        ] { #expect(try !dots(latitude, longitude), "\(latitude) \(longitude)") }
    }

    @Test func labelsNeverOverlapOrLeaveMap() throws {
        let names = ["Home", "東京都庁", "São Paulo", "A place with a very long name indeed", "x", "👨‍👩‍👧 family"]
        let ocean = try Coastline(bytes: Array("coast".utf8) + [1, 144, 1, 1, 10, 0], path: "")
        var random = SystemRandomNumberGenerator()
        for _ in 0..<400 {
            let count = Int.random(in: 1...25, using: &random)
            let spread = Double.random(in: 0.01...90, using: &random)
            let cards = try (0..<count).map { index in
                try card(
                    names[index % names.count], Double.random(in: -spread...spread, using: &random),
                    Double.random(in: -spread * 2...spread * 2, using: &random), position: index + 1,
                    isCurrent: index == 0, hasWeather: index == 0 || Int.random(in: 0..<5, using: &random) > 0)
            }
            let columns = Int.random(in: 1...200, using: &random)
            let lines = Int.random(in: 1...60, using: &random)
            let window = MapWindow(fitting: cards.map(\.scene.place.coordinate), columns: columns, lines: lines)
            var taken: Set<MapCell> = []
            for label in MapView.labels(of: MapScene(window: window, cards: cards), Style()) {
                for column in label.columns {
                    #expect(taken.insert(MapCell(column: column, line: label.cell.line)).inserted)
                    #expect((0..<columns).contains(column) && (0..<lines).contains(label.cell.line))
                }
            }
            let drawn = try MapView.lines(of: MapScene(window: window, cards: cards), on: ocean, in: Style())
            #expect(drawn.prefix(lines).allSatisfy { $0.columns <= columns })
            #expect(drawn.count == lines + count + 1)
        }
    }

    @Test func crowdedPlacesAreNumbered() throws {
        let cards = try (1...30).map { try card("Somewhere", 50 + Double($0) / 100, 10, position: $0) }
        let labels = MapView.labels(of: MapScene(window: window(50, 10, zoom: 5), cards: cards), Style())
        #expect(labels.filter { $0.text.plain == "•" }.count < 30, "one mark per cell")
        #expect(labels.contains { $0.text.plain.contains("Somewhere") })
    }

    @Test func jsonHasWindowAndPlaces() throws {
        let map = MapScene(
            window: window(0, 170, zoom: 2), cards: [try card("Home", -34.9, -56.2, position: 1, isCurrent: true)])
        let json = try JSONSerialization.jsonObject(with: Data(MapView.json(of: map, in: Style()).utf8))
        let object = try #require(json as? [String: Any])
        #expect(object["schema"] as? Int == 1 && object["cursor"] is NSNull)
        let window = try #require(object["window"] as? [String: Double])
        #expect(window["longitude"] == 170 && window["latitude"] == 0 && window["zoom"] == 2)
        let edges = ["west", "east", "south", "north"].compactMap { window[$0] }
        try #require(edges.count == 4)
        #expect(edges[0] > 100 && edges[1] < -100 && edges[2] < 0 && edges[3] > 0)
        let places = try #require(object["places"] as? [[String: Any]])
        #expect(places.count == 1 && places[0]["temperatureC"] as? Double == 17.64)
    }

    @Test func everyFailureHasASentence() {
        #expect(
            CoastlineError.missing(path: "/usr/share/weatherd/coastline.dat").sentence
                == "no map: \"/usr/share/weatherd/coastline.dat\" is missing; reinstall weatherd")
        #expect(CoastlineError.notRead(path: "/x", reason: "Permission denied").sentence.contains("Permission denied"))
        #expect(CoastlineError.damaged(path: "/x").sentence.contains("damaged"))
    }
}
