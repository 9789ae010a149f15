import Glibc
import Testing
import Weather

@Suite struct MarineTests {
    private static let start = UnixTime(1_795_820_400)

    private func report(_ levels: [Double?]) throws -> MarineReport {
        MarineReport(
            coordinate: try #require(Coordinate(latitude: 52.1, longitude: 4.2)),
            provider: Provider(id: "x", name: "x"), fetchedAt: Self.start,
            hours: levels.enumerated().map { index, level in
                var hour = MarineHour(time: Self.start.advanced(by: index * 3600))
                hour.seaLevel = level
                return hour
            })
    }

    /// The principal lunar and solar tides, rounded to centimetres as services do.
    private func level(at hour: Int) -> Double {
        let level = 0.75 * cos(2 * .pi * (Double(hour) - 4.4) / 12.42) + 0.19 * cos(2 * .pi * (Double(hour) - 4.6) / 12)
        return (level * 100).rounded() / 100
    }

    @Test func tidesAreFoundBetweenTheHours() throws {
        let tides = try report((0..<36).map { level(at: $0) }).tides(from: Self.start)
        #expect(tides.map(\.kind) == [.high, .low, .high, .low, .high])
        let hours = tides.map { Double($0.time.seconds(since: Self.start)) / 3600 }
        for (hour, expected) in zip(hours, [4.44, 10.6, 16.8, 22.95, 29.15]) { #expect(abs(hour - expected) < 0.2) }
        for tide in tides { #expect(abs(abs(tide.level) - 0.92) < 0.05) }
        // Only those to come.
        let later = try report((0..<36).map { level(at: $0) }).tides(from: Self.start.advanced(by: 6 * 3600))
        #expect(later.first?.kind == .low)
    }

    @Test func equalHoursHaveTheirMiddle() throws {
        let tides = try report([0, 0.5, 1, 1, 0.5, 0, -0.5, -0.5, -0.5, 0]).tides(from: Self.start)
        #expect(tides.map(\.kind) == [.high, .low])
        #expect(tides.map { $0.time.seconds(since: Self.start) } == [9000, 7 * 3600])
    }

    @Test func gapsAndEndsHaveNoTide() throws {
        #expect(try report([0, 1, nil, 1, 0]).tides(from: Self.start).isEmpty)
        #expect(try report([1, 0.5, 0, -0.5]).tides(from: Self.start).isEmpty)
        #expect(try report([]).tides(from: Self.start).isEmpty)
    }

    @Test func ripplesAndSeasWithoutTidesHaveNone() throws {
        #expect(try report([0, 0.05, 0, 0.05, 0.1, 0.05, 0]).tides(from: Self.start).isEmpty)
        #expect(try report([0, 0.3, 0.6, 0.55, 0.6, 0.9, 0.6, 0.3]).tides(from: Self.start).map(\.kind) == [.high])
    }

    @Test func wavesThatAreNotThereHaveNoDirection() {
        var hour = MarineHour(time: Self.start)
        (hour.swellHeight, hour.swellDirection, hour.swellPeriod) = (0, 0, 0)
        (hour.waveHeight, hour.waveDirection, hour.wavePeriod) = (1, 360, 55)
        let plausible = hour.plausible
        #expect(plausible.swellHeight == 0 && plausible.swellDirection == nil && plausible.swellPeriod == nil)
        #expect(plausible.waveDirection == 0 && plausible.wavePeriod == nil && plausible.isKnown)
        #expect(!MarineHour(time: Self.start).plausible.isKnown)
    }

    @Test func anHourLastsTwo() throws {
        let report = try report([0, 1])
        #expect(report.hour(at: Self.start.advanced(by: 1800))?.seaLevel == 0)
        #expect(report.hour(at: Self.start.advanced(by: 3600 * 3 - 1))?.seaLevel == 1)
        #expect(report.hour(at: Self.start.advanced(by: 3600 * 3)) == nil)
        #expect(report.nextChange(after: Self.start) == Self.start.advanced(by: 3600))
        #expect(report.nextChange(after: Self.start.advanced(by: 3600)) == Self.start.advanced(by: 3 * 3600))
    }
}
