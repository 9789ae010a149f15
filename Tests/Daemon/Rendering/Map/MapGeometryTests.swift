import ClientProtocol
import Testing
import Weather

@testable import Rendering

struct MapGeometryTests {
    private func window(
        _ latitude: Double, _ longitude: Double, zoom: Double, _ columns: Int = 80, _ lines: Int = 20
    ) -> MapWindow {
        MapWindow(
            center: MapPosition(latitude: latitude, longitude: longitude), zoom: zoom, columns: columns, lines: lines)
    }

    private func coordinate(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test func cellContainsItsPosition() throws {
        for zoom in 0...8 {
            for (latitude, longitude) in [(0.0, 0.0), (51, 179.5), (-45, -179.9), (70, 20)] {
                let projection = MapProjection(window(latitude, longitude, zoom: Double(zoom)))
                for column in stride(from: 0, to: 80, by: 7) {
                    for line in stride(from: 0, to: 20, by: 3) {
                        let cell = MapCell(column: column, line: line)
                        let position = projection.position(cell)
                        // There is nothing beyond a pole.
                        guard position.latitude.magnitude < 90 else { continue }
                        let coordinate = try #require(
                            Coordinate(latitude: position.latitude, longitude: position.longitude))
                        #expect(projection.cell(coordinate) == cell)
                    }
                }
            }
        }
    }

    @Test func antimeridianNeighboursAreNear() throws {
        let projection = MapProjection(window(-17, 179, zoom: 4))
        let fiji = try #require(projection.cell(coordinate(-16.8, -179.9)))
        #expect((41...44).contains(fiji.column))
        #expect(projection.cell(try coordinate(-17, 0)) == nil)
    }

    @Test func polesAreOnTheMap() throws {
        let projection = MapProjection(window(90, 0, zoom: 5))
        #expect(projection.cell(try coordinate(90, 0)) == MapCell(column: 40, line: 10))
    }

    @Test func linesAreClippedAtEdges() throws {
        let frame = MapFrame(west: 0, south: 0, east: 10, north: 10)
        func clip(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> [Double]? {
            frame.clip(MapPoint(x: x0, y: y0), MapPoint(x: x1, y: y1)).map {
                [$0.start.x, $0.start.y, $0.end.x, $0.end.y]
            }
        }
        #expect(clip(1, 1, 2, 2) == [1, 1, 2, 2])
        #expect(clip(-5, 5, 15, 5) == [0, 5, 10, 5])
        #expect(clip(5, 15, 5, -5) == [5, 10, 5, 0])
        #expect(clip(-5, -5, 5, 5) == [0, 0, 5, 5])
        #expect(clip(-5, 5, -1, 8) == nil)
        #expect(clip(-6, 5, 5, 16) == nil)
        #expect(clip(3, 3, 3, 3) == [3, 3, 3, 3])
        #expect(clip(-3, 3, -3, 3) == nil)
    }

    @Test func mapShowsAllPlacesWithMargin() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<3_000 {
            let places = try (0..<Int.random(in: 1...6, using: &random)).map { _ in
                try #require(
                    Coordinate(
                        latitude: Double.random(in: -90...90, using: &random),
                        longitude: Double.random(in: -180...180, using: &random)))
            }
            let columns = Int.random(in: 1...200, using: &random)
            let window = MapWindow(fitting: places, columns: columns, lines: Int.random(in: 1...60, using: &random))
            let projection = MapProjection(window)
            for place in places {
                #expect(projection.cell(place) != nil, "\(places) \(window)")
            }
        }
    }

    @Test func placesOnBothSidesOfTheAntimeridianAreNeighbours() throws {
        let places = [(-18.1, 178.4), (-13.8, -171.8)].compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }
        let window = MapWindow(fitting: places, columns: 80, lines: 20)
        #expect(window.zoom > 3)
        #expect(window.center.longitude.magnitude > 170)
    }

    @Test func onePlaceShowsSurroundingsAndNoneShowsTheWorld() throws {
        let one = MapWindow(fitting: [try #require(Montevideo.coordinate)], columns: 80, lines: 20)
        #expect(one.zoom == 5 && one.center.latitude == -34.9)
        let none = MapWindow(fitting: [], columns: 80, lines: 20)
        #expect(none.zoom == 0 && none.north == 90 && none.south == -90 && none.east - none.west == 360)
    }

    @Test func worldMapIsComplete() {
        for latitude in [-80.0, -30, 45, 90] {
            let window = window(latitude, 0, zoom: 0).keptOnEarth
            #expect(window.north == 90 && window.south == -90)
            let near = self.window(latitude, 0, zoom: 3).keptOnEarth
            #expect(near.north < 90 + 1e-6 && near.south > -90 - 1e-6)
        }
    }

    @Test func dotsAreWhereTheyAreDrawn() {
        var canvas = BrailleCanvas(columns: 3, lines: 2)
        canvas.draw(from: MapPoint(x: 0, y: 0), to: MapPoint(x: 2.9, y: 0))
        #expect((0..<3).map { canvas[$0, 0] } == ["⠉", "⠉", "⠉"])
        #expect((0..<3).map { canvas[$0, 1] } == [nil, nil, nil])
        canvas.draw(from: MapPoint(x: 0.6, y: 1.99), to: MapPoint(x: 0.6, y: 1))
        #expect(canvas[0, 1] == "⢸")
        canvas.set(-1, 0)
        canvas.set(6, 0)
        canvas.set(0, 8)
        #expect(canvas[0, 0] == "⠉")
    }
}
