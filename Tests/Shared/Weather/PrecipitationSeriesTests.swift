import Testing
import Weather

struct PrecipitationSeriesTests {
    private func step(_ end: Int, _ amount: Double?, duration: Int = 900) -> PrecipitationStep {
        PrecipitationStep(end: UnixTime(end), duration: duration, amount: amount)
    }

    @Test func stepsRoundTrip() {
        let steps = [step(900, 0.1), step(1800, nil), step(2700, 2.54)]
        #expect(Array(PrecipitationSeries(steps)) == steps)
        #expect(PrecipitationSeries([]).isEmpty)
    }

    @Test func missingStepIsUnknown() {
        #expect(
            Array(PrecipitationSeries([step(900, 1), step(2700, 2)])) == [step(900, 1), step(1800, nil), step(2700, 2)])
    }

    @Test func misalignedStepsAreDropped() {
        let series: PrecipitationSeries = [
            step(900, 1), step(900, 2), step(1000, 3), step(1800, 4, duration: 60), step(0, 5), step(1800, 6),
            step(900 * 1_000_000, 7),
        ]
        #expect(Array(series) == [step(900, 1), step(1800, 6)])
    }

    @Test(arguments: [(-60, 0), (0, 0), (60, 1), (86_400, 1), (86_401, 0), (Int.max, 0)])
    func stepIsAtMostADay(duration: Int, count: Int) {
        #expect(PrecipitationSeries([step(900, 1, duration: duration)]).count == count)
    }
}
