import Testing
import Weather

/// What a model knows beside a station that sees a part of the weather.
struct MeasuredSkyTests {
    private let now = UnixTime(1_795_273_200)

    private func present(
        _ measured: Condition, lowOnly: Bool = false, missesWeather: Bool = false, beside model: Condition,
        cover: Double? = 95, _ source: PresentSource = .both
    ) throws -> Present {
        let place = try #require(Coordinate(latitude: 59.9, longitude: 10.7))
        var conditions = Conditions(condition: model)
        (conditions.cloudCover, conditions.likelihood) = (cover, .likely)
        var report = Report(
            coordinate: place, timeZone: "Europe/Oslo", provider: Provider(id: "model", name: "Model"), fetchedAt: now,
            observedAt: now, current: conditions, hours: [Hour(time: now, conditions: conditions)])
        report.currentOrigin = .analysis
        var airport = Observation(station: Station(id: "ENGM", distance: 1000), time: now.advanced(by: -600))
        airport.take(10, as: .temperature)
        airport.conditions.condition = measured
        if !lowOnly, measured == .clear { airport.take(0, as: .cloudCover) }
        airport.seesLowCloudOnly = lowOnly
        airport.missesWeather = missesWeather
        let stations = ObservationReport(
            choosing: [airport], for: place, from: Provider(id: "airports", name: "Airports"), at: now)
        return try #require(
            report.measured(by: Measurements(source: source, stations: stations), at: now)
                .present(at: now, staleAfter: 3600))
    }

    /// `CAVOK`, `NSC`, `NCD` and an automatic `CLR`: what falls in the model is not there, but its clouds may be.
    @Test(
        arguments: [
            (.rain, 95, .overcast), (.fog, 100, .overcast), (.thunderstorm, 100, .overcast),
            (.snowLight, 90, .overcast),
            (.rainLight, 60, .partlyCloudy), (.haze, 10, .clear), (.overcast, 100, .overcast),
            // Rain falls from clouds; fog says nothing of them.
            (.rain, nil, .overcast), (.thunderstorm, nil, .overcast), (.fog, nil, .clear), (.unknown, 90, .clear),
        ] as [(Condition, Double?, Condition)], [PresentSource.both, .station])
    func clearOfLowCloudsIsTheModelsSky(_ row: (Condition, Double?, Condition), source: PresentSource) throws {
        let (model, cover, sky) = row
        let present = try present(.clear, lowOnly: true, beside: model, cover: cover, source)
        #expect(present.conditions.condition == sky)
        let isOfModel = model != .unknown && (cover != nil || model != .fog)
        #expect(present.origin(of: .condition) == (isOfModel ? .analysis : .station))
        #expect(present.conditions.likelihood == (isOfModel && model.isSky ? .likely : nil))
        if isOfModel { #expect(present.conditions.cloudCover == cover) }
    }

    /// An observer's clear sky is the whole sky, and weather at the station is certain.
    @Test(arguments: [Condition.clear, .partlyCloudy, .rain, .fog])
    func whatTheStationSeesStands(measured: Condition) throws {
        let present = try present(measured, beside: .thunderstorm)
        #expect(present.conditions.condition == measured && present.origin(of: .condition) == .station)
        #expect(present.conditions.likelihood == nil)
    }

    /// `//`: the station has no instrument for rain, fog and the like.
    @Test(arguments: [Condition.rain, .fog, .thunderstorm, .snow], [PresentSource.both, .station])
    func missingWeatherIsTheModels(model: Condition, source: PresentSource) throws {
        for sky in [Condition.clear, .overcast, .unknown] {
            let present = try present(sky, lowOnly: sky == .clear, missesWeather: true, beside: model, source)
            #expect(present.conditions.condition == model && present.conditions.likelihood == .likely)
            #expect(present.origin(of: .condition) == .analysis)
        }
        // A station that says nothing of the weather does not leave it to the model.
        let silent = try present(.unknown, beside: model, source)
        #expect(silent.conditions.condition == (source == .both ? model : .unknown))
        let dry = try present(.overcast, missesWeather: true, beside: .partlyCloudy, source)
        #expect(dry.conditions.condition == .overcast && dry.origin(of: .condition) == .station)
    }
}
