import Testing

@testable import Weather

/// The national scales, by their published tables and by examples computed by hand.
@Suite struct AirScaleTests {
    private static let start = UnixTime(1_795_262_400)

    /// Hours with the same air, the last of which is now.
    private func report(hours: Int, _ change: (Int, inout AirQuality) -> Void) throws -> AirReport {
        let hours = (0..<hours).map { index in
            var air = AirQuality(time: Self.start.advanced(by: (index + 1 - hours) * 3600))
            change(index, &air)
            return air
        }
        return AirReport(
            coordinate: try #require(Coordinate(latitude: 0, longitude: 0)), provider: Provider(id: "x", name: "X"),
            fetchedAt: Self.start, hours: hours)
    }

    private func now(_ report: AirReport) throws -> AirQuality { try #require(report.air(at: Self.start)) }

    // MARK: - Means

    @Test func aWindowEndsWithItsHour() throws {
        let report = try report(hours: 30) { index, air in air.ozone = Double(index) }
        #expect(report.mean(of: .ozone, hours: 1, to: try now(report)) == 29)
        #expect(report.mean(of: .ozone, hours: 3, to: try now(report)) == 28)
        #expect(report.mean(of: .ozone, hours: 24, to: try now(report)) == 17.5)
        #expect(report.mean(of: .ozone, hours: 3, to: report.hours[2]) == 1)
    }

    @Test(arguments: [
        (24, 12, true), (24, 11, false), (8, 4, true), (8, 3, false), (3, 2, true), (3, 1, false), (1, 0, false),
    ])
    func aWindowThatIsMoreThanHalfEmptyHasNoMean(hours: Int, known: Int, isKnown: Bool) throws {
        let report = try report(hours: 24) { index, air in if index >= 24 - known { air.ozone = 7 } }
        #expect(report.mean(of: .ozone, hours: hours, to: try now(report)) == (isKnown ? 7 : nil))
    }

    // MARK: - Canada

    /// By hand: 30 ppb of ozone, 10 ppb of nitrogen dioxide and 8 µg/m³ are 2.78; 40, 25 and 12 are 4.77.
    @Test(arguments: [
        (0.0, 0.0, 0.0, 1.0), (30, 10, 8, 3), (40, 25, 12, 5), (60, 20, 35, 6), (20, 5, 180, 10), (35, 12, 500, 29),
    ])
    func canadianIndexIsRoundedAndAtLeastOne(ozone: Double, dioxide: Double, particles: Double, expected: Double) {
        #expect(
            CanadianAirIndex.value(ozone: ozone, nitrogenDioxide: dioxide, fineParticles: particles) == expected)
    }

    /// 58.9 µg/m³ of ozone are 30 ppb, 18.8 µg/m³ of nitrogen dioxide are 10 ppb.
    @Test func canadianIndexIsOfThreeHours() throws {
        #expect((CanadianAirIndex.partsPerBillion(58.9, weight: 48) - 30).magnitude < 0.01)
        #expect((CanadianAirIndex.partsPerBillion(18.82, weight: 46.0055) - 10).magnitude < 0.01)
        var report = try report(hours: 3) { index, air in
            air.ozone = 58.9
            air.nitrogenDioxide = 18.8
            // The mean of three hours is 8.
            air.fineParticles = [0, 4, 20][index]
        }
        #expect(report.canadianIndex(at: try now(report)) == 3)
        report.hours[2].ozone = nil
        report.hours[1].ozone = nil
        #expect(report.canadianIndex(at: try now(report)) == nil)
    }

    // MARK: - India

    /// The examples of the Central Pollution Control Board for PM2.5: 51 at 31 µg/m³, 75 at 45, 100 at 60.
    @Test(arguments: [
        (0.0, 0.0), (15, 25), (30, 50), (30.4, 50), (30.5, 51), (31, 51), (45, 75), (60, 100), (61, 101), (90, 200),
        (91, 201), (120, 300), (121, 301), (250, 400), (251, 401), (380, 500), (2000, 500),
    ])
    func indianIndexOfFineParticles(concentration: Double, expected: Double) {
        #expect(IndianAirIndex.subindex(of: .fineParticles, concentration)?.rounded() == expected)
    }

    /// The highest concentration of each band has the band's highest index, the next one the next band's lowest.
    @Test(
        arguments: [
            (Quantity.particles, [50.0, 100, 250, 350, 430], 1.0), (.nitrogenDioxide, [40, 80, 180, 280, 400], 1),
            (.sulphurDioxide, [40, 80, 380, 800, 1600], 1), (.ozone, [50, 100, 168, 208, 748], 1),
            (.carbonMonoxide, [1000, 2000, 10_000, 17_000, 34_000], 100),
        ] as [(Quantity<AirQuality>, [Double], Double)])
    func indianBandsHaveTheirEdges(pollutant: Quantity<AirQuality>, ends: [Double], step: Double) {
        for (end, index) in zip(ends, [50.0, 100, 200, 300, 400]) {
            #expect(IndianAirIndex.subindex(of: pollutant, end) == index)
            #expect(IndianAirIndex.subindex(of: pollutant, end + step) == index + 1)
            #expect(IndianAirIndex.subindex(of: pollutant, end + step * 0.4) == index)
        }
        #expect(IndianAirIndex.subindex(of: .ammonia, 10) == nil)
    }

    @Test func indianIndexIsThatOfTheWorstOfAtLeastThree() throws {
        var report = try report(hours: 24) { _, air in
            air.fineParticles = 45
            air.particles = 120
            air.ozone = 20
        }
        // By hand: 101 + 99 · (120 − 101) / (250 − 101) = 113.6.
        #expect(report.indianIndex(at: try now(report)) == 114)
        for index in report.hours.indices { report.hours[index].ozone = nil }
        #expect(report.indianIndex(at: try now(report)) == nil)
        for index in report.hours.indices {
            report.hours[index].ozone = 20
            report.hours[index].nitrogenDioxide = 20
            report.hours[index].particles = nil
        }
        #expect(report.indianIndex(at: try now(report)) == 75)
        for index in report.hours.indices {
            report.hours[index].fineParticles = nil
            report.hours[index].sulphurDioxide = 20
        }
        #expect(report.indianIndex(at: try now(report)) == nil, "no particles")
    }

    // MARK: - United Kingdom

    /// Defra's table: the highest concentration of each index from 1 to 9.
    private static let british: [(Quantity<AirQuality>, [Double])] = [
        (.ozone, [33, 66, 100, 120, 140, 160, 187, 213, 240]),
        (.nitrogenDioxide, [67, 134, 200, 267, 334, 400, 467, 534, 600]),
        (.sulphurDioxide, [88, 177, 266, 354, 443, 532, 710, 887, 1064]),
        (.fineParticles, [11, 23, 35, 41, 47, 53, 58, 64, 70]), (.particles, [16, 33, 50, 58, 66, 75, 83, 91, 100]),
    ]

    private func clean(hours: Int = 24) throws -> AirReport {
        try report(hours: hours) { _, air in for (pollutant, _) in Self.british { pollutant.set(&air, 0) } }
    }

    @Test func britishIndexHasTheEdgesOfTheTable() throws {
        for (pollutant, ends) in Self.british {
            for (number, end) in ends.enumerated() {
                // Whole concentrations: 33.4 is 33, and 33.5 is 34.
                for (concentration, expected) in [(end, number + 1), (end + 0.4, number + 1), (end + 0.5, number + 2)] {
                    var report = try clean()
                    for index in report.hours.indices { pollutant.set(&report.hours[index], concentration) }
                    #expect(
                        report.britishIndex(at: try now(report)) == Double(expected),
                        "\(pollutant.name) \(concentration)")
                }
            }
        }
    }

    @Test func britishIndexNeedsEveryPollutant() throws {
        #expect(try clean().britishIndex(at: now(clean())) == 1)
        for (pollutant, _) in Self.british {
            var report = try clean()
            for index in report.hours.indices { pollutant.set(&report.hours[index], nil) }
            #expect(report.britishIndex(at: try now(report)) == nil, "\(pollutant.name)")
        }
        let short = try clean(hours: 11)
        #expect(short.britishIndex(at: try now(short)) == nil)
    }

    /// Of particles over a day, of nitrogen dioxide over the hour.
    @Test func britishMeansHaveTheirLength() throws {
        var report = try clean()
        report.hours[23].fineParticles = 240
        #expect(report.britishIndex(at: try now(report)) == 1)
        report.hours[23].nitrogenDioxide = 240
        #expect(report.britishIndex(at: try now(report)) == 4)
        report.hours[22].ozone = 400
        // 400 / 8 = 50.
        report.hours[23].nitrogenDioxide = 0
        #expect(report.britishIndex(at: try now(report)) == 2)
    }
}
