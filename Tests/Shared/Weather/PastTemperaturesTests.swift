import Testing
import Weather

@Suite struct PastTemperaturesTests {
    private static let midnight = UnixTime(1_795_219_200)
    private static let provider = Provider(id: "x", name: "X")

    private func at(_ hour: Double) -> UnixTime { Self.midnight.advanced(by: Int(hour * 3600)) }

    /// - Parameter temperatures: by the hour, from hour `first`.
    private func report(
        fetchedAt hour: Double, first: Int = 0, _ temperatures: [Double?], isSample: Bool = false
    ) throws -> Report {
        var provider = Self.provider
        provider.isSample = isSample
        return Report(
            coordinate: try #require(Coordinate(latitude: 59.91, longitude: 10.75)), timeZone: "Europe/Oslo",
            provider: provider, fetchedAt: at(hour),
            hours: temperatures.enumerated().map { index, temperature in
                var conditions = Conditions(condition: .clear)
                conditions.temperature = temperature
                return Hour(time: at(Double(first + index)), conditions: conditions)
            })
    }

    private func past(_ points: [(Double, Double)]) -> PastTemperatures {
        PastTemperatures(points.map { PastTemperatures.Point(time: at($0.0), temperature: $0.1) })
    }

    @Test(arguments: [(9, 4), (9.5, 5), (9.25, 4.5), (10, 6)])
    func yesterdayIsInterpolated(hour: Double, expected: Double) {
        let past = past([(9, 4), (10, 6), (13, 9)])
        #expect(past.yesterday(at: at(hour + 24)) == expected)
    }

    @Test(arguments: [8.9, 10.1, 12, 13.1])
    func gapsAreUnknown(hour: Double) {
        #expect(past([(9, 4), (10, 6), (13, 9)]).yesterday(at: at(hour + 24)) == nil)
        #expect(PastTemperatures().yesterday(at: at(hour)) == nil)
    }

    @Test func passedHoursAreRecorded() throws {
        var past = PastTemperatures()
        past.record(try report(fetchedAt: 2.5, [1, 2, nil, 4, 5]), at: at(2.5))
        #expect(past.points.map(\.temperature) == [1, 2])
        // The new report corrects the hour before.
        past.record(try report(fetchedAt: 4, first: 1, [2.5, 3, 4.5, 5.5, 6]), at: at(4))
        #expect(past.points.map(\.temperature) == [1, 2.5, 3, 4.5, 5.5])
        #expect(past.points.map(\.time) == (0...4).map { at(Double($0)) })
    }

    /// An old forecast, from before the machine was off, is not the past.
    @Test func oldForecastIsNotThePast() throws {
        var past = PastTemperatures()
        past.record(try report(fetchedAt: 1, Array(repeating: 5, count: 48)), at: at(30))
        #expect(past.points.map(\.time) == (0...4).map { at(Double($0)) })
    }

    @Test func servicesOwnPastFillsGaps() throws {
        var report = try report(fetchedAt: 30, first: 29, [9, 10])
        report.past = (0..<29).map { PastTemperatures.Point(time: at(Double($0)), temperature: Double($0)) }
        var past = PastTemperatures()
        past.record(report, at: at(30))
        #expect(past.points.count == 31)
        #expect(past.yesterday(at: at(30)) == 6)
    }

    @Test func onlyTwoDaysAreKept() throws {
        var past = PastTemperatures()
        for hour in 0..<100 {
            past.record(try report(fetchedAt: Double(hour), first: hour, [Double(hour)]), at: at(Double(hour)))
        }
        #expect(past.points.count == 51)
        #expect(past.points.first?.time == at(49))
        #expect(past.yesterday(at: at(99)) == 75)
    }

    @Test func nothingIsFromTheFuture() throws {
        var past = past([(9, 4), (10, 6)])
        // The clock was set back.
        past.record(try report(fetchedAt: 9, first: 9, [5]), at: at(9))
        #expect(past.points.map(\.temperature) == [5])
    }

    @Test func sampleDataIsNotRecorded() throws {
        var past = PastTemperatures()
        past.record(try report(fetchedAt: 2, [1, 2, 3], isSample: true), at: at(2))
        #expect(past.points.isEmpty)
    }
}
