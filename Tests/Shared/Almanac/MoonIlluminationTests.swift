import Almanac
import Testing
import Weather

/// The illuminated fraction of the moon, to within a hundredth.
struct MoonIlluminationTests {
    /// U.S. Naval Observatory, "Complete Sun and Moon Data for One Day", "fracillum": whole percents at local noon, as
    /// quoted in public repositories. Rounding alone is an error of up to half a percent.
    @Test(arguments: [
        ("2015-07-28T19:00:00Z", 91), ("2016-12-01T11:00:00Z", 4), ("2018-06-10T19:00:00Z", 13),
        ("2022-02-05T17:00:00Z", 23), ("2022-07-30T12:00:00Z", 3), ("2024-03-05T17:00:00Z", 29),
        ("2024-11-30T17:00:00Z", 0), ("2025-10-05T04:00:00Z", 95), ("2026-09-24T19:00:00Z", 96),
        ("2026-09-27T12:00:00Z", 99),
    ])
    func matchesNavalObservatory(noon: String, percent: Int) throws {
        let illumination = Moon().illumination(at: try utc(noon))
        #expect(Int((illumination * 100).rounded()) == percent)
    }

    /// JPL Horizons, quantity 10 (illuminated fraction of the disc), geocentric. The days of September 2019 are from
    /// <https://astronomy.stackexchange.com/questions/33403>; the others, at a Julian date of terrestrial time, from
    /// `moon_phase_test.cpp` of the repository 0xf3cd/celestial-calendar.
    @Test(arguments: [
        (2_458_738.5, 0.95688), (2_458_739.5, 0.98620), (2_458_740.5, 0.99814), (2_458_741.5, 0.99231),
        (2_458_742.5, 0.96874), (2_458_743.5, 0.92791), (2_458_744.5, 0.87074), (2_458_745.5, 0.79858),
        (2_434_578.435508, 0.5726832), (2_438_063.714255, 0.7030747), (2_456_027.319464, 0.8698555),
        (2_457_194.919507, 0.2275006), (2_457_723.337414, 0.0177715), (2_458_065.179676, 0.8348281),
        (2_459_121.479139, 0.9218714), (2_459_516.301702, 0.5048929), (2_460_202.130871, 0.0025634),
        (2_460_854.178454, 0.0663995), (2_461_455.977285, 0.9677618), (2_461_694.482701, 0.9963768),
        (2_461_729.348774, 0.6350671), (2_461_771.202458, 0.1313261), (2_462_898.983622, 0.7018253),
        (2_464_452.044157, 0.1425957), (2_466_488.063492, 0.2494912), (2_468_818.249252, 0.4388863),
    ])
    func matchesHorizons(julianDate: Double, expected: Double) {
        let moment = UnixTime(Int(((julianDate - 2_440_587.5) * 86_400).rounded()))
        #expect(abs(Moon().illumination(at: moment) - expected) < 0.001)
    }

    /// Meeus, "Astronomical Algorithms", example 48.a: 0.6786 on 1992-04-12 at midnight.
    @Test func matchesMeeusExample() throws {
        #expect(abs(Moon().illumination(at: try utc("1992-04-12T00:00:00Z")) - 0.6786) < 0.0005)
    }
}
