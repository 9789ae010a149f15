import Bus
import Testing
import Weather

@testable import Locating

struct GeoClueTests {
    private let now = UnixTime(1_795_262_400)

    private func found(_ others: [String: BusValue]) -> LocationFix? {
        let properties: [String: BusValue] = ["Latitude": .double(59.91), "Longitude": .double(10.75)]
        return GeoClue.fix(properties.merging(others) { $1 }, at: now)
    }

    /// GeoClue reports an unknown altitude as the lowest number.
    @Test(
        arguments: [
            (12.5, 12.5), (-3, -3), (0, 0), (-Double.greatestFiniteMagnitude, nil), (.nan, nil), (1e6, nil), (nil, nil),
        ] as [(Double?, Double?)])
    func knownAltitudeIsRead(altitude: Double?, expected: Double?) throws {
        let fix = try #require(found(altitude.map { ["Altitude": .double($0)] } ?? [:]))
        #expect(fix.altitude == expected)
        #expect(fix.coordinate == Coordinate(latitude: 59.91, longitude: 10.75))
    }

    @Test func positionOutOfRangeIsIgnored() {
        #expect(found(["Latitude": .double(91)]) == nil)
        #expect(found(["Longitude": .string("east")]) == nil)
    }

    @Test(arguments: [(1_795_262_000, 1_795_262_000), (1_795_262_401, 1_795_262_400), (1_795_100_000, 1_795_262_400)])
    func fixHasItsTime(timestamp: UInt64, seconds: Int) throws {
        let fix = try #require(
            found(["Timestamp": .structure([.uint64(timestamp), .uint64(0)]), "Accuracy": .double(500)]))
        #expect(fix.time == UnixTime(seconds))
        #expect(fix.accuracy == 500)
    }
}
