import Foundation
import Testing
import Weather

struct AirReportTests {
    private static let start = 1_795_273_200

    /// Three hours of air quality from `start`.
    private func report(hours: Int = 3) throws -> AirReport {
        let coordinate = try #require(Coordinate(latitude: 48.137, longitude: 11.575))
        return AirReport(
            coordinate: coordinate, provider: Provider(id: "open-meteo", name: "Open-Meteo"),
            fetchedAt: UnixTime(Self.start),
            hours: (0..<hours).map { hour in
                var air = AirQuality(time: UnixTime(Self.start + 3600 * hour))
                air.europeanIndex = Double(10 * hour)
                return air
            })
    }

    /// Air quality is known from less than two hours before the first hour until less than two hours after the last
    /// one.
    @Test(
        arguments: [
            (-7200, nil), (-7199, 0), (0, 0), (3599, 0), (3600, 10), (7200, 20), (7200 + 7199, 20), (7200 + 7200, nil),
        ] as [(Int, Double?)])
    func airQualityFollowsTheHour(seconds: Int, index: Double?) throws {
        #expect(try report().air(at: UnixTime(Self.start + seconds))?.europeanIndex == index)
    }

    @Test(
        arguments: [
            (-10_000, -7199), (-7199, 0), (0, 3600), (3599, 3600), (7200, 14_400), (14_399, 14_400), (14_400, nil),
        ] as [(Int, Int?)])
    func nextChangeIsPredicted(seconds: Int, next: Int?) throws {
        let turn = try report().nextChange(after: UnixTime(Self.start + seconds))
        #expect(turn == next.map { UnixTime(Self.start + $0) })
    }

    @Test func withoutHoursNothingIsKnown() throws {
        let report = try report(hours: 0)
        #expect(report.air(at: UnixTime(Self.start)) == nil)
        #expect(report.nextChange(after: UnixTime(Self.start)) == nil)
    }

    @Test func reportRoundTrips() throws {
        var report = try report()
        report.httpFreshness = HTTPFreshness(expires: UnixTime(Self.start + 1800))
        #expect(try JSONDecoder().decode(AirReport.self, from: JSONEncoder().encode(report)) == report)
    }
}
