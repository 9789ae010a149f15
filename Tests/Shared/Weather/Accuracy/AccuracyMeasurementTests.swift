import Scratch
import Testing
import Weather

/// Which measurements count.
struct AccuracyMeasurementTests {
    private static let now = SyntheticYear.start.advanced(by: 86_400)
    private static let hour = now.seconds / 3600

    /// With forecasts of two days, within which measurements count.
    private static func archive() -> AccuracyArchive {
        var year = SyntheticYear()
        year.pass(days: 0..<1, [.init(id: "one")], isMeasured: { _ in false })
        return year.archive
    }

    /// Temperatures by the minutes after a full hour, in the order in which they arrive, and the one that counts.
    private static let sequences: [([(minute: Int, temperature: Double)], Double)] = [
        ([(-20, 1), (-15, 2), (-10, 3), (-5, 4), (0, 5), (5, 6), (20, 7)], 5),
        ([(-20, 1), (-10, 2)], 2),
        ([(-18, 1), (2, 2), (12, 3)], 2),
        ([(10, 1), (15, 2)], 1),
        ([(-7, 1), (7, 2)], 1),
        // Late, as from another station.
        ([(-10, 1), (-5, 2), (-15, 3)], 2),
    ]

    @Test(arguments: sequences.indices) func nearestMeasurementToTheHourCounts(index: Int) {
        let (sequence, expected) = Self.sequences[index]
        var archive = Self.archive()
        for (minute, value) in sequence {
            let time = Self.now.advanced(by: minute * 60)
            archive.take(
                StationReading(time: time, temperature: value, wind: value, precipitation: value),
                at: Self.now.advanced(by: 1200))
        }
        #expect(archive.measured[Self.hour].temperature == expected && archive.measured[Self.hour].wind == expected)
        #expect(archive.measured[Self.hour - 1].precipitation == expected)
    }

    @Test func valueThatTheNearestLacksIsKept() {
        var archive = Self.archive()
        archive.take(StationReading(time: Self.now.advanced(by: -600), temperature: 1, wind: 2), at: Self.now)
        archive.take(StationReading(time: Self.now, temperature: 3), at: Self.now)
        archive.take(StationReading(time: Self.now.advanced(by: 300), temperature: 5, precipitation: 6), at: Self.now)
        #expect(archive.measured[Self.hour] == HourValues(temperature: 3, wind: 2))
        #expect(archive.measured[Self.hour - 1] == HourValues(precipitation: 6))
    }

    @Test func impossibleMeasurementsAreNotTaken() {
        var archive = Self.archive()
        archive.take(StationReading(time: Self.now, temperature: -273, wind: 1e9, precipitation: -1), at: Self.now)
        archive.take(StationReading(time: Self.now, temperature: .nan, wind: .infinity), at: Self.now)
        // Half past the hour is near no full hour; the future and two days ago are errors of a clock.
        for seconds in [1800, 7200, -2 * 86_400] {
            archive.take(StationReading(time: Self.now.advanced(by: seconds), temperature: 10), at: Self.now)
        }
        #expect(archive.measured.values.isEmpty)
    }

    /// They cannot be compared with any forecast.
    @Test func measurementsBeforeTheFirstForecastAreNotTaken() {
        var archive = AccuracyArchive(position: .oslo)
        archive.take(StationReading(time: Self.now, temperature: 10), at: Self.now)
        #expect(archive.measured.values.isEmpty && archive.lastMeasured == nil)
    }
}
