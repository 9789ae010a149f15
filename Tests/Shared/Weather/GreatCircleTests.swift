import Testing

@testable import Weather

struct GreatCircleTests {
    @Test(arguments: [
        // The length of a degree, a quarter of the circumference, and the antipode.
        ((0.0, 0.0), (0.0, 1.0), 111_195.08, 90.0), ((0, 0), (90, 0), 10_007_557.2, 0),
        ((0, 179.5), (0, -179.5), 111_195.08, 90), ((10, 20), (-10, -160), 20_015_114.4, 180),
        ((89, 0), (89, 180), 222_390.2, 0), ((51, 7), (51, 7), 0, 0), ((0, 1), (0, 0), 111_195.08, 270),
        ((0, 0), (-1, 0), 111_195.08, 180), ((52.52, 13.405), (48.137, 11.575), 504_338.6, 195.634),
        ((59.91, 10.75), (-34.9, -56.2), 12_177_487.6, 233.194),
    ])
    func distanceAndBearing(
        start: (Double, Double), end: (Double, Double), distance: Double, bearing: Double
    ) throws {
        let start = try #require(Coordinate(latitude: start.0, longitude: start.1))
        let end = try #require(Coordinate(latitude: end.0, longitude: end.1))
        #expect(abs(start.distance(to: end) - distance) < 1)
        if distance > 0, distance < 20_000_000 { #expect(abs(start.bearing(to: end) - bearing) < 0.01) }
    }

    /// Going back and measuring gives the same distance and bearing.
    @Test func positionAtADistance() throws {
        let start = try #require(Coordinate(latitude: 0, longitude: 179))
        let oneDegree = start.position(at: Coordinate.earthRadius * .pi / 180, towards: 90)
        #expect(abs(oneDegree.latitude) < 1e-9 && abs(oneDegree.longitude.magnitude - 180) < 1e-9)
        let oslo = try #require(Coordinate(latitude: 59.9, longitude: 10.7))
        for bearing in stride(from: 0.0, to: 360, by: 30) {
            let there = oslo.position(at: 250_000, towards: bearing)
            #expect(abs(oslo.distance(to: there) - 250_000) < 1)
            let found = oslo.bearing(to: there)
            #expect(min(abs(found - bearing), 360 - abs(found - bearing)) < 1e-6)
        }
    }
}
