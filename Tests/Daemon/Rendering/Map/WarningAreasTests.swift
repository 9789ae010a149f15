import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Rendering

struct WarningAreasTests {
    private func position(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    private func square(_ south: Double, _ west: Double, _ north: Double, _ east: Double) throws -> AlertArea {
        .polygon([
            [
                try position(south, west), try position(south, east), try position(north, east),
                try position(north, west),
            ]
        ])
    }

    private func alert(_ event: String, _ severity: Alert.Severity, _ areas: [AlertArea]) -> Alert {
        Alert(id: event, event: event, severity: severity, areas: areas)
    }

    /// 80 columns and 20 lines; with zoom 5 at the equator, 11° wide and 5.6° high.
    private func map(
        _ alerts: [Alert], at latitude: Double = 0, _ longitude: Double = 0, zoom: Double = 5
    ) throws -> MapScene {
        MapScene(
            window: MapWindow(
                center: MapPosition(latitude: latitude, longitude: longitude), zoom: zoom, columns: 80, lines: 20),
            cards: [
                PlaceCard(
                    scene: try Montevideo.scene(warning: alerts), position: nil, isCurrent: true, isShown: true)
            ])
    }

    private func cells(_ areas: WarningAreas) -> Set<MapCell> {
        var cells: Set<MapCell> = []
        for column in 0..<80 {
            for line in 0..<20 where areas[column, line] != nil { cells.insert(MapCell(column: column, line: line)) }
        }
        return cells
    }

    @Test func outlineIsWhereTheAreaEnds() throws {
        let map = try map([alert("Gale", .severe, [square(-1.5, -3, 1.5, 3)])])
        let drawn = cells(WarningAreas(of: map))
        let projection = MapProjection(map.window)
        for (latitude, longitude) in [(-1.5, -3.0), (1.5, 3), (0, 3), (0, -3), (1.5, 0), (-1.5, 0)] {
            let cell = try #require(projection.cell(position(latitude, longitude)))
            let near = drawn.contains { abs($0.column - cell.column) <= 1 && abs($0.line - cell.line) <= 1 }
            #expect(near, "\(latitude) \(longitude)")
        }
        #expect(!drawn.contains(try #require(projection.cell(position(0, 0)))), "not filled")
        #expect(!drawn.contains(try #require(projection.cell(position(0, 5)))))
    }

    @Test func areaAcrossTheDateLineTakesTheShorterWay() throws {
        let fiji = alert("Cyclone", .extreme, [try square(-1.5, 178, 1.5, -178)])
        let here = cells(WarningAreas(of: try map([fiji], at: 0, 180)))
        let same = cells(WarningAreas(of: try map([alert("Cyclone", .extreme, [square(-1.5, -2, 1.5, 2)])])))
        #expect(here == same, "as on the prime meridian")
        #expect(cells(WarningAreas(of: try map([fiji], at: 0, -180))) == here)
        #expect(cells(WarningAreas(of: try map([fiji]))).isEmpty)
    }

    @Test func jsonHasTheOutlinesOnce() throws {
        let gale = alert("Gale", .severe, [try square(-1.5, -3, 1.5, 3)])
        let map = try map([alert("Fog", .minor, []), gale, gale])
        let json = try JSONSerialization.jsonObject(with: Data(MapView.json(of: map, in: Style()).utf8))
        let warnings = try #require((json as? [String: Any])?["warnings"] as? [[String: Any]])
        #expect(warnings.map { $0["event"] as? String } == ["Gale"] && warnings[0]["severity"] as? String == "severe")
        let areas = try #require(warnings[0]["areas"] as? [[String: Any]])
        #expect(areas.count == 1 && (areas[0]["polygon"] as? [[Double]])?.first == [-1.5, -3])
    }

    @Test func circleIsDrawnAtItsRadius() throws {
        let center = try position(0, 0)
        let map = try map([alert("Ash", .minor, [.circle(centre: center, radius: 200_000)])])
        let projection = MapProjection(map.window)
        for cell in cells(WarningAreas(of: map)) {
            let position = projection.position(cell)
            let distance = center.distance(to: try self.position(position.latitude, position.longitude))
            #expect(abs(distance - 200_000) < 40_000)
        }
        #expect(cells(WarningAreas(of: map)).count > 20)
    }

    @Test func worstWarningOfACellIsShown() throws {
        let area = try square(-1, -1, 1, 1)
        let areas = WarningAreas(
            of: try map([alert("Fog", .minor, [area]), alert("Gale", .severe, [area]), alert("Far", .extreme, [])]))
        #expect(cells(areas).allSatisfy { areas[$0.column, $0.line]?.severity == .severe })
        #expect(areas.drawn.map(\.alert.event) == ["Gale", "Fog"])
    }

    @Test func hostileAreasDoNoHarm() throws {
        let wild = try (0..<200).map { try position($0 % 2 == 0 ? 90 : -90, Double($0 * 179 % 360) - 180) }
        let areas = [AlertArea.polygon([wild]), .polygon([]), .polygon([[]]), .polygon([[wild[0]]])]
        let circles = try [0.0, 1, 20_100_000].map {
            AlertArea.circle(centre: try position(89.9, 179.9), radius: $0)
        }
        for zoom in [0.0, 8] {
            _ = WarningAreas(of: try map([alert("x", .extreme, areas + circles)], at: 90, 180, zoom: zoom))
        }
    }

    @Test(arguments: [
        (ColorDepth.none, Icons.emoji, "▓"), (.none, .ascii, "+"), (.full, .emoji, "\u{1B}["),
    ])
    func outlineDiffersFromCoastWithoutColors(depth: ColorDepth, icons: Icons, mark: String) throws {
        var style = Style(icons: icons)
        style.terminal = depth
        let ocean = try Coastline(bytes: Array("coast".utf8) + [1, 144, 1, 1, 10, 0], path: "")
        let map = try map([
            alert("Gale", .severe, [square(-2, -4, 2, 4)]), alert("Fog", .minor, [square(-1, -1, 1, 1)]),
        ])
        let lines = try MapView.lines(of: map, on: ocean, in: style)
        #expect(lines.prefix(20).joined().contains(mark))
        #expect(lines.dropFirst(20).contains { $0.contains("Gale (severe), no end given, and 1 more") })
        if depth == .none {
            #expect(lines.dropFirst(20).contains { $0.hasPrefix("\(mark)  Gale") })
            #expect(!lines.prefix(20).joined().unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) })
        }
    }

    @Test func areaOutsideTheMapIsNotInTheLegend() throws {
        let areas = WarningAreas(of: try map([alert("Gale", .severe, [square(40, 40, 42, 42)])]))
        #expect(areas.legend(in: Style()).isEmpty && areas.drawn.isEmpty)
    }
}
