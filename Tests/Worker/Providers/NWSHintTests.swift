import HTTP
import Scratch
import Testing
import Weather

@testable import Providers

/// What a worker leaves for the next one about a place of the National Weather Service.
struct NWSHintTests {
    private static let now = Contract.now
    private static let place = Coordinate.oslo

    /// As the service answers `/points/40.7143,-74.006`.
    private static func point() throws -> NWSGridPoint {
        let json = try JSONValue(
            HTTPAnswer(
                #"""
                {"properties":{"forecastHourly":"https://api.weather.gov/gridpoints/OKX/33,35/forecast/hourly",
                 "forecast":"https://api.weather.gov/gridpoints/OKX/33,35/forecast",
                 "observationStations":"https://api.weather.gov/gridpoints/OKX/33,35/stations",
                 "timeZone":"America/New_York"}}
                """#), from: "service.test")
        return try #require(NWSGridPoint(json))
    }

    private static func stations() throws -> [NWSGridPoint.NearestStation?] {
        var park = try #require(NWSStation(id: "KNYC"))
        park.name = "New York City, Central Park"
        park.coordinate = Coordinate(latitude: 40.77898, longitude: -73.96925)
        return [nil, NWSGridPoint.NearestStation.none, .station(park), .station(try #require(NWSStation(id: "KJFK")))]
    }

    /// What another worker knows at `moment` by a hint.
    private static func finding(of hint: [UInt8], at moment: UnixTime = now) -> NWSGridPoints.PointLookup? {
        let points = NWSGridPoints()
        points.remember(hint, for: place)
        return points.finding(for: place, at: moment)
    }

    private static func foundPoint(of hint: [UInt8], at moment: UnixTime = now) -> NWSGridPoint? {
        if case .point(let point) = finding(of: hint, at: moment) { point } else { nil }
    }

    @Test func gridPointIsKnownToTheNextWorkerForADay() throws {
        for station in try Self.stations() {
            var point = try Self.point()
            point.station = station
            let points = NWSGridPoints()
            points.keep(.point(point), for: Self.place, at: Self.now)
            let hint = points.hint(for: Self.place)
            #expect(Self.foundPoint(of: hint) == point)
            #expect(Self.foundPoint(of: hint, at: Self.now.advanced(by: 86_399)) == point)
            #expect(Self.foundPoint(of: hint, at: Self.now.advanced(by: 86_400)) == nil)
        }
    }

    @Test(arguments: [nil, "Data Unavailable For Requested Point"])
    func placeOutsideTheAreaIsKnownToTheNextWorker(reason: String?) {
        let points = NWSGridPoints()
        points.keep(.notCovered(reason: reason), for: Self.place, at: Self.now)
        guard case .notCovered(reason)? = Self.finding(of: points.hint(for: Self.place)) else {
            Issue.record("it is not known")
            return
        }
    }

    @Test func unknownPlaceHasNoHint() {
        #expect(NWSGridPoints().hint(for: Self.place).isEmpty)
    }

    /// Hints are kept in a file, which may be damaged, and must not direct requests elsewhere.
    @Test(arguments: [
        "", "now\npoint\n/a\n/b\n/c\n/d\nUTC", "\(now.seconds)\nplane\n/a\n/b\n/c\n/d\nUTC",
        "\(now.seconds)\npoint\n/a\n/b\n/c\n/d", "\(now.seconds)\npoint\n\n/b\n/c\n/d\nUTC",
        "\(now.seconds)\npoint\n@example.org/a\n/b\n/c\n/d\nUTC",
        "\(now.seconds)\npoint\n/a\n/b\n.example.org\n/d\nUTC",
        "\(now.seconds)\npoint\n/a b\n/b\n/c\n/d\nUTC", "\(now.seconds)\npoint\n/\n/b\n/c\n/d\nUTC",
        "\(now.seconds)\npoint",
    ])
    func damagedHintIsIgnored(text: String) {
        #expect(Self.finding(of: Array(text.utf8)) == nil)
        #expect(Self.finding(of: [0xFF] + Array(text.utf8)) == nil)
    }

    @Test(arguments: [["K NYC", "", "", ""], ["KNYC"], [""]])
    func damagedStationIsLookedUpAgain(lines: [String]) throws {
        let text = (["\(Self.now.seconds)", "point", "/a", "", "", "", ""] + lines).joined(separator: "\n")
        let point = try #require(Self.foundPoint(of: Array(text.utf8)))
        #expect(point.hourly == "/a" && point.daily == nil && point.timeZone == nil)
        #expect(point.station == nil)
    }
}
