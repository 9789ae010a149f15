import SystemBus
import Testing
import Weather

@testable import Location

struct GeoClueTests {
    private let now = UnixTime(1_795_262_400)

    private func found(_ others: [String: BusValue]) throws(LocationFailure) -> LocationFix {
        let properties: [String: BusValue] = ["Latitude": .double(59.91), "Longitude": .double(10.75)]
        return try GeoClue.fix(properties.merging(others) { $1 }, at: now)
    }

    /// GeoClue reports an unknown altitude as the lowest number.
    @Test(
        arguments: [
            (12.5, 12.5), (-3, -3), (0, 0), (-Double.greatestFiniteMagnitude, nil), (.nan, nil), (1e6, nil), (nil, nil),
        ] as [(Double?, Double?)])
    func knownAltitudeIsRead(altitude: Double?, expected: Double?) throws {
        let fix = try found(altitude.map { ["Altitude": .double($0)] } ?? [:])
        #expect(fix.altitude == expected)
        #expect(fix.coordinate == Coordinate(latitude: 59.91, longitude: 10.75))
    }

    @Test(
        arguments: [
            ["Latitude": .double(91)], ["Longitude": .double(-181)], ["Longitude": .string("east")],
            ["Latitude": .double(.nan)], ["Latitude": .double(.infinity)], ["Longitude": .double(-.infinity)],
            ["Latitude": .double(0), "Longitude": .double(0)],
        ] as [[String: BusValue]])
    func invalidPositionIsNamed(properties: [String: BusValue]) {
        #expect(throws: LocationFailure.invalidPosition) { try found(properties) }
    }

    /// The radius that GeoClue reports, and the accuracy or the failure.
    @Test(
        arguments: [
            (500, 500, nil), (50_000, 50_000, nil), (0, nil, nil), (-1, nil, nil), (.nan, nil, nil),
            (50_001, nil, 50_000), (123_456, nil, 100_000), (1e9, nil, 1e9), (.infinity, nil, 1e9),
        ] as [(Double, Double?, Double?)])
    func accuracyDecidesWhetherItIsAPlace(radius: Double, accuracy: Double?, failure: Double?) {
        let result = Result { () throws(LocationFailure) in try found(["Accuracy": .double(radius)]) }
        if let failure {
            #expect(result == .failure(.inaccurate(metres: failure)))
        } else {
            #expect((try? result.get())?.accuracy == accuracy)
        }
    }

    @Test(arguments: [(1_795_262_000, 1_795_262_000), (1_795_262_401, 1_795_262_400), (1_795_100_000, 1_795_262_400)])
    func fixHasItsTime(timestamp: UInt64, seconds: Int) throws {
        let fix = try found(["Timestamp": .structure([.uint64(timestamp), .uint64(0)]), "Accuracy": .double(500)])
        #expect(fix.time == UnixTime(seconds))
        #expect(fix.accuracy == 500)
    }
}
