import ClientProtocol
import Testing

/// The number of degrees per map cell.
struct MapScaleTests {
    /// A line is twice as high as a column is wide; the tighter side determines the scale.
    @Test(arguments: [(80, 20, 9.0), (720, 360, 1), (1000, 100, 1.8), (200, 5, 36), (360, 1000, 2)])
    func wholeWorldFitsExactly(columns: Int, lines: Int, degrees: Double) {
        #expect(MapWindow.degreesPerLine(columns: columns, lines: lines) == degrees)
    }

    @Test func degreeOfLongitudeShrinksUpTo85Degrees() {
        #expect(MapWindow.shrinkage(at: 0) == 1)
        #expect((MapWindow.shrinkage(at: -60) - 0.5).magnitude < 1e-12)
        #expect((MapWindow.shrinkage(at: 85) - 0.087155742747658).magnitude < 1e-12)
        #expect(MapWindow.shrinkage(at: 90) == MapWindow.shrinkage(at: 85))
    }

    @Test func windowHasAtLeastOneCell() {
        let window = MapWindow(center: MapPosition(latitude: 0, longitude: 0), zoom: 0, columns: 0, lines: -1)
        #expect(window.columns == 1 && window.lines == 1)
    }

    @Test func edgesAreHalfTheWindowFromTheCentre() {
        let window = MapWindow(center: MapPosition(latitude: 0, longitude: 0), zoom: 0, columns: 81, lines: 21)
        #expect((window.north - 10.5 * window.degreesPerLine).magnitude < 1e-9)
        #expect((window.south + 10.5 * window.degreesPerLine).magnitude < 1e-9)
        #expect((window.west + 40.5 * window.degreesPerColumn).magnitude < 1e-9)
        #expect((window.east - 40.5 * window.degreesPerColumn).magnitude < 1e-9)
    }

    @Test(arguments: [
        (180.0, 180.0), (-180, -180), (180.5, -179.5), (-180.5, 179.5), (360, 0), (541, -179), (540, 180), (-540, -180),
    ])
    func longitudesWrapAt180(longitude: Double, turned: Double) {
        #expect(MapPosition.turned(longitude) == turned)
    }

    @Test func positionMayBeTheWholeLine() {
        #expect(MapPosition(startOf: "1.5 -2")?.words == ["1.5000", "-2.0000"])
    }
}
