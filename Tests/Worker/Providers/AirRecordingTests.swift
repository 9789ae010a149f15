import Foundation
import HTTP
import Refreshing
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Providers

private enum AirRecordings {
    static let folder = RecordingFolder("openmeteo")

    static func answer(_ name: String) throws -> HTTPAnswer {
        HTTPAnswer(status: 200, body: try folder.body(name))
    }

    static let delhi = "air_quality_delhi_current_usaqi.json"
    static let londonAndNewYork = "air_quality_multi_london_newyork_trimmed.json"
}

@Suite(
    .enabled(
        if: AirRecordings.folder.contains(AirRecordings.delhi, AirRecordings.londonAndNewYork),
        "\(RecordingFolder.absence)"))
struct AirRecordingTests {
    @Test func delhi() throws {
        let now = UnixTime(1_759_752_300)
        let report = try OpenMeteoService<AirReport>.report(
            from: AirRecordings.answer(AirRecordings.delhi), of: "recording", for: #require(berlin), at: now)
        let air = try #require(report.air(at: now))
        // 2025-10-06T12:00Z.
        #expect(air.time == UnixTime(1_759_752_000))
        #expect(air.usIndex == 160)
        #expect(air.ozone == 134)
        #expect(air.carbonMonoxide == 570)
        #expect(air.fineParticles == 46.6)
        #expect(air.europeanIndex == nil)
        #expect(air.birchPollen == nil)
    }

    @Test func londonAndNewYork() async throws {
        let places = [try #require(berlin), try #require(Coordinate(latitude: 40.7, longitude: -74))]
        let answer = try AirRecordings.answer(AirRecordings.londonAndNewYork)
        // 2026-09-16T15:10Z.
        let now = UnixTime(1_789_571_400)
        let results = try await OpenMeteoAir(baseURL: "http://recording") { _ in answer }
            .reports(for: places, at: now, renewing: [:])
        let london = try #require(try results.first?.get().air(at: now))
        #expect(london.time == UnixTime(1_789_570_800))
        #expect(london.europeanIndex == 19)
        #expect(london.particles == 7.1)
        #expect(london.fineParticles == 3.2)
        #expect(london.nitrogenDioxide == 7.1)
        #expect(london.ozone == 58)
        #expect(london.sulphurDioxide == 0.7)
        #expect(london.carbonMonoxide == 199)
        #expect(london.grassPollen == 0.1)
        #expect(london.ragweedPollen == 0)
        #expect(london.dust == 0)
        #expect(london.ammonia == 2.3)
        #expect(london.usIndex == nil)
        let newYork = try #require(try results.last?.get().air(at: now))
        #expect(newYork.europeanIndex == 33)
        #expect(newYork.particles == 12)
        #expect(newYork.carbonMonoxide == 210)
        #expect(newYork.alderPollen == nil)
        #expect(newYork.ragweedPollen == nil)
    }
}
