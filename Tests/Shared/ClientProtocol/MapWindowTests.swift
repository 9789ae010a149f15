import ClientProtocol
import Testing

@Suite("Map window")
struct MapWindowTests {
    private static let sizes = [(80, 20), (80, 60), (200, 5), (20, 60), (1, 1), (1000, 500), (79, 23)]

    private func window(
        _ latitude: Double, _ longitude: Double, zoom: Double = 4, _ columns: Int = 80, _ lines: Int = 20
    ) -> MapWindow {
        MapWindow(
            center: MapPosition(latitude: latitude, longitude: longitude), zoom: zoom, columns: columns, lines: lines)
    }

    @Test("At zoom 0 the whole world fits", arguments: sizes)
    func wholeWorld(columns: Int, lines: Int) {
        let window = window(0, 0, zoom: 0, columns, lines)
        #expect(window.degreesPerColumn * Double(columns) >= 360 - 1e-9)
        #expect(window.degreesPerLine * Double(lines) >= 180 - 1e-9)
    }

    @Test("Each zoom level halves the cell size, up to level 8")
    func zoom() {
        let window = window(0, 0, zoom: 3)
        #expect(window.zoomed(by: 1).degreesPerLine == window.degreesPerLine / 2)
        #expect(window.zoomed(by: 1).degreesPerColumn == window.degreesPerColumn / 2)
        #expect(window.zoomed(by: 9).zoom == 8)
        #expect(window.zoomed(by: -9).zoom == 0)
    }

    @Test("A kilometre has the same length to the north and to the east", arguments: [0.0, 35, -52, 70])
    func shape(latitude: Double) {
        let window = window(latitude, 10, zoom: 5)
        let ratio = window.degreesPerLine / 2 / window.degreesPerColumn
        #expect((ratio - MapWindow.shrinkage(at: latitude)).magnitude < 1e-9)
    }

    @Test("The window is never wider than 360 degrees, even at a pole", arguments: [0.0, 60, 89.9, 90, -90])
    func width(latitude: Double) {
        for zoom in 0...8 {
            let window = window(latitude, 0, zoom: Double(zoom))
            #expect(window.east - window.west <= 360 + 1e-9)
            #expect(window.degreesPerColumn > 0)
        }
    }

    @Test("The middle cell is centered", arguments: sizes)
    func center(columns: Int, lines: Int) {
        let window = window(12, 34, columns, lines)
        let column = (34 - window.west) / window.degreesPerColumn
        let line = (window.north - 12) / window.degreesPerLine
        #expect((column - Double(columns / 2) - 0.5).magnitude < 1e-6)
        #expect((line - Double(lines / 2) - 0.5).magnitude < 1e-6)
    }

    @Test("Moving forth and back is the identity")
    func moved() {
        let start = window(50, 10)
        let there = start.moved(columns: 3, lines: -2)
        #expect(there.center.longitude > 10 && there.center.latitude > 50)
        // A column spans more degrees farther north, so the way back begins along the line.
        let back = start.moved(columns: 3, lines: 0).moved(columns: -3, lines: 0)
        #expect((back.center.longitude - 10).magnitude < 1e-9 && back.center.latitude == 50)
    }

    @Test("Longitudes wrap around, latitudes end at the poles")
    func edges() {
        #expect(window(0, 179.9).moved(columns: 10, lines: 0).center.longitude < -170)
        #expect(window(0, -179.9).moved(columns: -10, lines: 0).center.longitude > 170)
        #expect(window(89, 0, zoom: 0).moved(columns: 0, lines: -10).center.latitude == 90)
        #expect(window(-89, 0, zoom: 0).moved(columns: 0, lines: 10).center.latitude == -90)
    }

    @Test(
        "A position is written as set-location accepts it",
        arguments: [
            (-34.9, -56.2, "-34.9000 -56.2000"), (0, 0, "0.0000 0.0000"), (-0.00001, 0.00005, "0.0000 0.0001"),
            (90, 180, "90.0000 180.0000"), (0.5, -0.25, "0.5000 -0.2500"), (12.34567, 540, "12.3457 180.0000"),
            (91, -190, "90.0000 170.0000"), (1, 725, "1.0000 5.0000"),
        ])
    func text(latitude: Double, longitude: Double, text: String) throws {
        let position = MapPosition(latitude: latitude, longitude: longitude)
        #expect(position.text == text)
        let read = try #require(MapPosition(startOf: text + "  41 km SW of Funchal"))
        #expect(read.text == text)
        #expect(throws: Never.self) { try Request(line: "set-location \(text)".utf8) }
    }

    @Test("Text without a position is rejected", arguments: ["", "1", "Oslo 1 2", "91 0", "0 181", "nan nan", "1,2"])
    func noPosition(line: String) {
        #expect(MapPosition(startOf: line) == nil)
    }
}
