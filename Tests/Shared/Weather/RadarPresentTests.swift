import Testing
import Weather

/// The radar decides whether rain or snow falls, where no station measures it.
struct RadarPresentTests {
    private let now = UnixTime(1_795_273_200)

    /// - Parameter rates: mm/h, for five minutes each from `now`.
    private func report(
        _ model: Condition, _ rates: [Double], amount: Double = 0, temperature: Double = 8, station: Condition? = nil
    ) throws -> Report {
        let place = try #require(Coordinate(latitude: 59.9, longitude: 10.7))
        var conditions = Conditions(condition: model)
        (conditions.temperature, conditions.cloudCover, conditions.precipitation) = (temperature, 60, amount)
        var report = Report(
            coordinate: place, timeZone: "Europe/Oslo", provider: Provider(id: "model", name: "Model"), fetchedAt: now,
            observedAt: now, current: conditions, hours: [Hour(time: now, conditions: conditions)])
        report.currentOrigin = .analysis
        var radar = RadarReport(coordinate: place, provider: Provider(id: "radar", name: "Radar"), fetchedAt: now)
        radar.precipitation = PrecipitationSeries(
            rates.enumerated().map { index, rate in
                PrecipitationStep(end: now.advanced(by: (index + 1) * 300), duration: 300, amount: rate / 12)
            })
        var measurements = Measurements(source: .both, radar: radar)
        if let station {
            var airport = Observation(station: Station(id: "ENGM", distance: 1000), time: now.advanced(by: -600))
            airport.take(10, as: .temperature)
            airport.conditions.condition = station
            measurements.stations = ObservationReport(
                choosing: [airport], for: place, from: Provider(id: "airports", name: "Airports"), at: now)
        }
        return report.measured(by: measurements, at: now)
    }

    private let twoHours = Array(repeating: 0.0, count: 24)

    private func present(_ report: Report, after seconds: Int = 0) throws -> Present {
        try #require(report.present(at: now.advanced(by: seconds), staleAfter: 3600))
    }

    @Test func rainThatTheModelLacks() throws {
        let report = try report(.partlyCloudy, Array(repeating: 2, count: 10) + twoHours)
        let present = try present(report)
        #expect(present.conditions.condition == .rainLight && present.contradicted?.condition == .partlyCloudy)
        #expect(present.conditions.precipitation == 2 && present.conditions.precipitationPeriod == 0)
        #expect(present.conditions.rain == 2 && present.conditions.snowfall == 0)
        #expect([ModelledParts.condition, .precipitation].allSatisfy { present.origin(of: $0) == .radar })
        #expect(present.origin == .analysis && present.conditions.temperature == 8)
        // After a quarter of an hour it is dry by both.
        let shower = try self.report(.partlyCloudy, [2, 2, 2] + twoHours)
        let later = try self.present(shower, after: 900)
        #expect(later.conditions.condition == .partlyCloudy && later.contradicted == nil && later.ofRadar.isEmpty)
        #expect(shower.nextChange(after: now, staleAfter: 9000) == now.advanced(by: 900))
    }

    @Test func snowInTheCold() throws {
        let present = try present(report(.overcast, [1] + twoHours, temperature: -3))
        #expect(present.conditions.condition == .snow && present.conditions.rain == 0)
        #expect(present.conditions.precipitation == 1 && present.conditions.snowfall == nil)
    }

    @Test(arguments: [Condition.rain, .drizzle, .thunderstorm, .snow]) func rainThatTheRadarLacks(model: Condition)
        throws
    {
        let present = try present(report(model, twoHours, amount: 1))
        #expect(present.conditions.condition == .partlyCloudy && present.contradicted?.condition == model)
        #expect(present.conditions.precipitation == 0 && present.origin(of: .precipitation) == .radar)
    }

    /// The model's kind of precipitation is more precise; fog and storms may be dry.
    @Test(arguments: [(Condition.thunderstorm, 2.0), (.sleet, 0.5), (.fog, 0), (.tornado, 2), (.overcast, 0)])
    func agreementIsTheModels(model: Condition, rate: Double) throws {
        let present = try present(report(model, [rate] + twoHours, amount: rate))
        #expect(present.conditions.condition == model && present.ofRadar.isEmpty && present.radarRate == rate)
        #expect(present.origin(of: .condition) == .analysis)
    }

    /// Between two showers, neither is said.
    @Test func pauseContradictsNothing() throws {
        let report = try report(.rain, [1, 0, 0, 1] + twoHours, amount: 1)
        #expect(try present(report, after: 400).conditions.condition == .rain)
        #expect(try present(report, after: 400).radarRate == nil)
    }

    /// A station measures the weather itself; the model's amounts beside it give way.
    @Test func stationStands() throws {
        let present = try present(report(.partlyCloudy, [2] + twoHours, station: .overcast))
        #expect(present.conditions.condition == .overcast && present.origin(of: .condition) == .station)
        #expect(present.conditions.precipitation == 2 && present.origin(of: .precipitation) == .radar)
        let unknown = try self.present(report(.partlyCloudy, [2] + twoHours, station: .unknown))
        #expect(unknown.conditions.condition == .rainLight && unknown.origin(of: .condition) == .radar)
    }

    /// Half an hour after its image, and after its last step, the radar says nothing.
    @Test func oldRadarSaysNothing() throws {
        let short = try report(.partlyCloudy, [2, 2])
        #expect(try present(short, after: 599).conditions.condition == .rainLight)
        #expect(try present(short, after: 600).conditions.condition == .partlyCloudy)
        let long = try report(.partlyCloudy, Array(repeating: 2, count: 24))
        #expect(try present(long, after: 1799).conditions.condition == .rainLight)
        #expect(try present(long, after: 1800).conditions.condition == .partlyCloudy)
    }
}
