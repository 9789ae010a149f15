import Testing
import Weather

/// The selection of a station, and the effect of its measurement on the current conditions.
struct ObservationTests {
    private let now = UnixTime(1_795_273_200)
    private let provider = Provider(id: "airports", name: "Airports", attribution: "by airports")

    private func observation(
        _ id: String, distance: Double = 1000, age: Int = 600, temperature: Double? = 10, elevation: Double? = nil
    ) -> Observation {
        var observation = Observation(
            station: Station(id: id, distance: distance, elevation: elevation), time: now.advanced(by: -age))
        observation.take(temperature, as: .temperature)
        return observation
    }

    private func report(_ observations: [Observation]) throws -> ObservationReport {
        let place = try #require(Coordinate(latitude: 59.9, longitude: 10.7))
        return ObservationReport(choosing: observations, for: place, from: provider, at: now)
    }

    @Test func nearestStationIsUsed() throws {
        let report = try report([observation("far", distance: 9000), observation("near", distance: 2000)])
        #expect(report.observation?.station.id == "near" && report.rejected.isEmpty)
    }

    @Test func newestObservationOfStationIsUsed() throws {
        let report = try report([observation("a", age: 3600), observation("a", age: 600), observation("a", age: 1800)])
        #expect(report.observation?.time == now.advanced(by: -600) && report.rejected.isEmpty)
    }

    @Test func rejectedStationsHaveReasons() throws {
        var impossible = observation("d", distance: 4)
        impossible.take(-99, as: .windSpeed)
        let report = try report([
            observation("a", distance: 1, age: 5401), observation("b", distance: 2, age: -601),
            observation("c", distance: 3, temperature: nil), impossible,
            observation("e", distance: 5, temperature: 1e9),
            observation("f", distance: 25_001), observation("g", distance: 20_000, age: 5400),
        ])
        #expect(report.observation?.station.id == "g")
        #expect(
            report.rejected.map(\.problem) == [
                .tooOld(5401), .inFuture(601), .incomplete,
                .impossible(ImpossibleValue(key: "windSpeedMS", value: -99)),
                .impossible(ImpossibleValue(key: "temperatureC", value: 1e9)),
            ])
    }

    @Test func noStationWithin25KilometresIsNone() throws {
        let report = try report([observation("a", distance: 25_001)])
        #expect(report.observation == nil && !report.hasStation)
        #expect(report.rejected.map(\.problem) == [.tooFar(25_001)])
        #expect(try self.report([observation("a", age: 7200)]).hasStation)
    }

    /// -89.2 °C at Vostok and 56.7 °C at Furnace Creek are records of the World Meteorological Organization.
    @Test(arguments: [(-89.2, true), (56.7, true), (-99, false), (999.9, false), (-9999, false), (Double.nan, false)])
    func temperatureIsPossible(celsius: Double, isPossible: Bool) {
        #expect((observation("a", temperature: celsius).impossible == nil) == isPossible)
    }

    // MARK: - Heights

    /// 6.5 K per kilometre: the place is 500 m below the station, so it is 3.25 K warmer there.
    @Test func temperatureIsCorrectedForHeight() {
        var observation = observation("a", elevation: 700)
        observation.take(80, as: .humidity)
        observation.take(6.7, as: .dewPoint)
        let corrected = observation.corrected(forElevation: 200)
        #expect(corrected.conditions.temperature == 13.3)
        #expect(corrected.station.heightDifference == 500 && corrected.station.temperatureCorrection == 3.3)
        #expect(corrected.conditions.humidity == nil && corrected.conditions.dewPoint == nil)
    }

    @Test(arguments: [(300.0, 200.0), (100.0, 200.0)]) func hundredMetresAreNotCorrected(station: Double, place: Double)
    {
        let observation = observation("a", elevation: station)
        let corrected = observation.corrected(forElevation: place)
        #expect(corrected.conditions == observation.conditions)
        #expect(corrected.station.heightDifference == station - place && corrected.station.temperatureCorrection == nil)
    }

    @Test func unknownHeightIsNotCorrected() {
        #expect(observation("a", elevation: 900).corrected(forElevation: nil) == observation("a", elevation: 900))
        #expect(observation("a").corrected(forElevation: 900) == observation("a"))
    }

    // MARK: - The present

    private func forecast() throws -> Report {
        var model = Conditions(condition: .overcast)
        (model.temperature, model.feelsLike, model.humidity, model.cloudCover) = (5, 1, 90, 100)
        (model.windSpeed, model.windDirection, model.windGust) = (8, 200, 14)
        (model.precipitation, model.precipitationPeriod, model.rain, model.snowfall) = (0.4, 900, 0.4, 0)
        let place = try #require(Coordinate(latitude: 59.9, longitude: 10.7))
        var report = Report(
            coordinate: place, timeZone: "Europe/Oslo", provider: Provider(id: "model", name: "Model"), fetchedAt: now,
            observedAt: now, current: model, hours: [Hour(time: now, conditions: model)])
        report.currentOrigin = .analysis
        return report
    }

    private func measured(_ source: PresentSource, own: Observation? = nil) throws -> Report {
        var airport = observation("ENGM")
        airport.take(3, as: .windSpeed)
        let stations = try report([airport])
        return try forecast().measured(by: Measurements(source: source, stations: stations, own: own), at: now)
    }

    @Test func modelIsUnchanged() throws {
        #expect(try measured(.model) == forecast())
    }

    @Test func stationAloneHasOnlyWhatItMeasured() throws {
        let report = try measured(.station)
        let present = try #require(report.present(at: now, staleAfter: 3600))
        #expect(present.origin == .station && present.station?.id == "ENGM" && present.time == now.advanced(by: -600))
        #expect(present.conditions.temperature == 10 && present.conditions.windSpeed == 3)
        #expect(present.conditions.humidity == nil && present.conditions.precipitation == nil)
        #expect(report.furtherSources == [provider])
    }

    /// Wind is replaced as a whole: the model's direction and gusts do not match. Apparent temperature follows
    /// temperature.
    @Test func measuredValuesReplaceThoseOfModel() throws {
        let present = try #require(try measured(.both).present(at: now, staleAfter: 3600)).conditions
        #expect(present.temperature == 10 && present.feelsLike == 6 && present.humidity == 90)
        #expect(present.windSpeed == 3 && present.windDirection == nil && present.windGust == nil)
        #expect(present.condition == .overcast && present.precipitation == 0.4 && present.precipitationPeriod == 900)
    }

    @Test func ownStationReplacesModelWhereNoStationIsUsable() throws {
        var own = Observation(station: Station(id: Station.ownID, distance: 0), time: now.advanced(by: -60))
        own.take(12.5, as: .temperature)
        let old = try report([observation("ENGM", age: 7200)])
        let present = try forecast().measured(
            by: Measurements(source: .station, stations: old, own: own), at: now
        ).current
        #expect(present?.temperature == 12.5 && present?.humidity == 90)
    }

    /// `9999` is 10 km or more.
    @Test(arguments: [(24_000.0, 24_000.0), (8000, 10_000)])
    func maximumVisibilityDoesNotLowerModel(model: Double, visibility: Double) throws {
        var airport = observation("a")
        airport.take(10_000, as: .visibility)
        airport.conditions.seesAtLeast = true
        var forecast = try forecast()
        forecast.current?.visibility = model
        let measured = Measurements(source: .both, stations: try report([airport]))
        let present = forecast.measured(by: measured, at: now).current
        #expect(present?.visibility == visibility && present?.seesAtLeast == (visibility == 10_000 ? true : nil))
        airport.conditions.seesAtLeast = nil
        let exact = Measurements(source: .both, stations: try report([airport]))
        #expect(forecast.measured(by: exact, at: now).current?.visibility == 10_000)
    }

    @Test func clearSkyOfAutomaticStationLeavesCloudsOfModel() throws {
        func sky(_ source: PresentSource, lowOnly: Bool) throws -> Condition? {
            var airport = observation("a")
            airport.conditions.condition = .clear
            airport.seesLowCloudOnly = lowOnly
            return try forecast().measured(
                by: Measurements(source: source, stations: try report([airport])), at: now
            ).current?.condition
        }
        for source in [PresentSource.both, .station] {
            #expect(try sky(source, lowOnly: true) == .overcast)
            #expect(try sky(source, lowOnly: false) == .clear)
        }
    }

    @Test(arguments: PresentSource.allCases) func ownStationTakesPrecedence(source: PresentSource) throws {
        var own = Observation(station: Station(id: Station.ownID, distance: 0), time: now.advanced(by: -60))
        own.take(12.5, as: .temperature)
        let report = try measured(source, own: own)
        #expect(report.current?.temperature == 12.5 && report.station?.id == Station.ownID)
        #expect(report.current?.windSpeed == (source == .model ? 8 : 3))
        // With the nearest station alone, no model value is used.
        #expect(report.current?.humidity == (source == .station ? nil : 90))
        #expect(report.current?.condition == (source == .station ? .unknown : .overcast))
        #expect(report.furtherSources == (source == .model ? [] : [provider]))
    }

    @Test func oldMeasurementIsNotThePresent() throws {
        let stations = try report([observation("a", age: 5400)])
        let measurements = Measurements(source: .both, stations: stations)
        #expect(try forecast().measured(by: measurements, at: now).currentOrigin == .station)
        #expect(try forecast().measured(by: measurements, at: now.advanced(by: 1)) == forecast())
    }

    /// A station is still valid when no forecast can be fetched.
    @Test func staleForecastLeavesMeasurement() throws {
        let present = try measured(.both).present(at: now.advanced(by: 1200), staleAfter: 600)
        #expect(present?.origin == .station)
    }

    @Test func measurementEndsWhenItIsOld() throws {
        let report = try measured(.both)
        #expect(report.nextChange(after: now.advanced(by: 4000), staleAfter: 100_000) == now.advanced(by: 4800))
    }

    // MARK: - Radar

    private func steps(_ amounts: [Double], of duration: Int) -> PrecipitationSeries {
        PrecipitationSeries(
            amounts.enumerated().map { index, amount in
                PrecipitationStep(end: now.advanced(by: (index + 1) * duration), duration: duration, amount: amount)
            })
    }

    @Test func radarComesBeforeStepsOfModel() throws {
        var forecast = try forecast()
        forecast.precipitation = steps([0, 0, 0.3], of: 900)
        var radar = RadarReport(coordinate: forecast.coordinate, provider: provider, fetchedAt: now)
        radar.precipitation = steps([0, 0, 0, 1, 1, 1], of: 300)
        let report = forecast.measured(by: Measurements(radar: radar), at: now)
        #expect(report.precipitation.map(\.amount) == [0, 0, 0, 1, 1, 1, 0.1, 0.1, 0.1])
        #expect(report.nowcast(at: now, staleAfter: 3600) == .begins(at: now.advanced(by: 900), isSnow: false))
        #expect(report.radarEnd == now.advanced(by: 1800) && report.furtherSources == [provider])
    }

    /// A service whose radar processing has stopped still responds, and confirms the old image.
    @Test func ageOfRadarIsThatOfItsImage() throws {
        let forecast = try forecast()
        var radar = RadarReport(coordinate: forecast.coordinate, provider: provider, fetchedAt: now)
        radar.precipitation = steps(Array(repeating: 1, count: 24), of: 300)
        let measurements = Measurements(radar: radar.confirmed(at: now.advanced(by: 1500), httpFreshness: nil))
        #expect(forecast.measured(by: measurements, at: now.advanced(by: 1799)).radarEnd == now.advanced(by: 1800))
        #expect(forecast.measured(by: measurements, at: now.advanced(by: 1800)) == forecast)
    }

    /// Half an hour of dry steps by radar, then rain by the model.
    @Test(
        arguments: [
            ([0, 0, 0, 0, 0, 0], .begins(at: UnixTime(1_795_275_000), isSnow: false), .forecast),
            ([0, 0, 0, 0, 0, 1], .begins(at: UnixTime(1_795_274_700), isSnow: false), .radar),
            ([1, 1, 1, 1, 1, 1], .lasts(isSnow: false), .radar),
        ] as [([Double], Nowcast, Origin)])
    func eventAfterLastStepOfRadarIsForecast(amounts: [Double], nowcast: Nowcast, origin: Origin) throws {
        var forecast = try forecast()
        forecast.precipitation = steps([0, 0, 1, 1, 1, 1, 1, 1, 1, 1], of: 900)
        var radar = RadarReport(coordinate: forecast.coordinate, provider: provider, fetchedAt: now)
        radar.precipitation = steps(amounts, of: 300)
        let report = forecast.measured(by: Measurements(radar: radar), at: now)
        #expect(report.nowcast(at: now, staleAfter: 3600) == nowcast)
        #expect(report.origin(of: nowcast) == origin)
        #expect(forecast.origin(of: nowcast) == .forecast)
    }

    @Test func oldRadarDoesNotCount() throws {
        let forecast = try forecast()
        var radar = RadarReport(coordinate: forecast.coordinate, provider: provider, fetchedAt: now)
        radar.precipitation = steps(Array(repeating: 1, count: 24), of: 300)
        let measurements = Measurements(radar: radar)
        #expect(forecast.measured(by: measurements, at: now.advanced(by: 1799)) != forecast)
        #expect(forecast.measured(by: measurements, at: now.advanced(by: 1800)) == forecast)
        radar.precipitation = []
        #expect(forecast.measured(by: Measurements(radar: radar), at: now) == forecast)
    }
}
