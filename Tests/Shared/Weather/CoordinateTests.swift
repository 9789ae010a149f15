import Foundation
import Testing
import Weather

@Suite struct CoordinateTests {
    @Test(arguments: [(-90.0, -180.0), (90.0, 180.0), (0.0, 0.0), (-34.9, -56.2)])
    func inRange(latitude: Double, longitude: Double) throws {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(coordinate.latitude == latitude)
        #expect(coordinate.longitude == longitude)
    }

    @Test(arguments: [
        (90.000_001, 0.0), (-91.0, 0.0), (0.0, 180.1), (0.0, -181.0), (.nan, 0.0), (0.0, .nan), (.infinity, 0.0),
        (0.0, -.infinity), (1e300, 1e300),
    ])
    func outOfRange(latitude: Double, longitude: Double) {
        #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
    }

    @Test func negativeZeroIsNormalized() throws {
        let zero = try #require(Coordinate(latitude: -0.0, longitude: -0.0))
        #expect(zero.latitude.sign == .plus)
        #expect(zero.longitude.sign == .plus)
        let nearZero = try #require(Coordinate(latitude: -0.000_01, longitude: -0.000_049))
        #expect(nearZero.rounded.latitude.sign == .plus)
        #expect(nearZero.rounded == zero)
    }

    @Test func roundedToFourDecimals() throws {
        let coordinate = try #require(Coordinate(latitude: 59.913_868_8, longitude: -179.999_99))
        #expect(coordinate.rounded == Coordinate(latitude: 59.9139, longitude: -180))
    }

    @Test func decodingChecksTheRange() throws {
        let good = Data(#"{"latitude":-34.9,"longitude":-56.2}"#.utf8)
        #expect(try JSONDecoder().decode(Coordinate.self, from: good) == Coordinate(latitude: -34.9, longitude: -56.2))
        let bad = Data(#"{"latitude":91,"longitude":0}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Coordinate.self, from: bad) }
    }

    @Test(arguments: [
        (52.516_27, 13.377_7, 52.52, 13.38), (-0.004, -0.004, 0.0, 0.0), (89.999, 179.999, 90.0, 180.0),
        (-34.9, -56.2, -34.9, -56.2),
    ])
    func coarse(latitude: Double, longitude: Double, north: Double, east: Double) throws {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(coordinate.coarse == Coordinate(latitude: north, longitude: east))
        #expect(coordinate.coarse.rounded == coordinate.coarse && coordinate.coarse.coarse == coordinate.coarse)
    }
}
