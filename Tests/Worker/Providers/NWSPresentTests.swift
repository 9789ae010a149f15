import Dialects
import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// 2026-11-21 15:00 UTC.
private let now = Contract.now

private func quantity(_ name: String, _ unit: String, _ value: Double?, check: String = "V") -> String {
    let value = value.map { "\($0)" } ?? "null"
    return #""\#(name)":{"unitCode":"wmoUnit:\#(unit)","value":\#(value),"qualityControl":"\#(check)"}"#
}

/// The nearest station, and its observation.
private func report(
    observed properties: String, position: String = "[-73.97,40.78]", at moment: UnixTime = now
) async throws -> Report {
    let place = try #require(Contract.newYork)
    let weather = try #require(Contract.nws).weather()
    let dialect = NWSDialect()
    let service = ScriptedService { query in
        if query.url.hasSuffix("/stations") {
            return HTTPAnswer(
                #"{"features":[{"geometry":{"type":"Point","coordinates":\#(position)},"properties":{"#
                    + #""stationIdentifier":"KNYC","name":"New York City, Central Park"}}]}"#)
        }
        if query.url.hasSuffix("/latest") { return HTTPAnswer(#"{"properties":{\#(properties)}}"#) }
        return dialect.answer(to: query, about: weather)
    }
    return try await NWS(baseURL: "http://service.test", gridPoints: NWSGridPoints(), exchange: service.exchange)
        .report(for: place, at: moment)
}

private func observation(_ values: String..., time: String = "14:51:00") -> String {
    ([#""timestamp":"2026-11-21T\#(time)+00:00""#] + values).joined(separator: ",")
}

struct NWSPresentTests {
    @Test func observationNamesItsStation() async throws {
        let report = try await report(observed: observation(quantity("temperature", "degC", -20)))
        #expect(report.currentOrigin == .station)
        #expect(report.observedAt == now.advanced(by: -9 * 60))
        let station = try #require(report.station)
        #expect(station.id == "KNYC")
        #expect(station.name == "New York City, Central Park")
        // 40.7143° N 74.006° W to 40.78° N 73.97° W: 7.3 km north, 3 km east.
        #expect(abs((station.distance ?? 0) - 7910) < 20)
        #expect(report.current?.temperature == -20)
    }

    @Test(
        arguments: [
            ("13:30:00", true), ("13:29:59", false), ("15:14:00", true), ("15:16:00", false), ("14:51:00", true),
        ])
    func oldObservationIsIgnored(time: String, isTaken: Bool) async throws {
        let report = try await report(observed: observation(quantity("temperature", "degC", -20), time: time))
        #expect((report.currentOrigin == .station) == isTaken)
        #expect((report.station != nil) == isTaken)
        #expect((report.current?.temperature == -20) == isTaken)
        if !isTaken {
            #expect(report.currentOrigin == .forecast)
            #expect(report.observedAt == now)
        }
    }

    /// Half a degree of latitude is 55.6 km.
    @Test(arguments: [("[-74.006,41.15]", true), ("[-74.006,41.2143]", false), ("null", true), ("[200,41.2]", true)])
    func distantStationIsIgnored(position: String, isTaken: Bool) async throws {
        let report = try await report(observed: observation(quantity("temperature", "degC", -20)), position: position)
        #expect((report.currentOrigin == .station) == isTaken)
        if position == "null" { #expect(report.station?.distance == nil) }
    }

    @Test(
        arguments: [
            quantity("temperature", "degC", nil), quantity("temperature", "degK", -20),
            quantity("temperature", "degC", -20, check: "X"), quantity("dewpoint", "degC", 3),
            #""temperature":null"#,
        ])
    func observationWithoutTemperatureIsIgnored(values: String) async throws {
        let report = try await report(observed: observation(values))
        #expect(report.currentOrigin == .forecast)
        #expect(report.current?.temperature != -20)
        #expect(report.current?.temperature != nil)
    }

    /// The forecast's humidity does not belong to the measured air, and expected precipitation has not fallen yet.
    @Test func measuredValuesAreNotMixedWithForecast() async throws {
        let report = try await report(
            observed: observation(
                quantity("temperature", "degC", 15), quantity("windSpeed", "km_h-1", 18),
                #""textDescription":"Fog","icon":null"#))
        let current = try #require(report.current)
        #expect(current.humidity == nil && current.dewPoint == nil && current.pressure == nil)
        #expect(current.precipitation == nil && current.precipitationPeriod == nil)
        #expect(current.windSpeed == 5)
        #expect(current.windDirection == nil && current.windGust == nil)
        #expect(current.condition == .fog)
        #expect(current.visibility == nil && current.cloudCover == nil)
        #expect(current.isDay == true)
    }

    /// If the station does not measure sky and wind, they come from the forecast.
    @Test func stationWithoutSkyUsesForecastSky() async throws {
        let report = try await report(observed: observation(quantity("temperature", "degC", 15)))
        let hour = try #require(report.hours.first?.conditions)
        let current = try #require(report.current)
        #expect(current.condition == hour.condition && current.cloudCover == hour.cloudCover)
        #expect(current.visibility == hour.visibility)
        #expect(current.windSpeed == hour.windSpeed && current.windGust == hour.windGust)
    }

    /// The station sees no clouds below 12,000 feet; the hour has rain, and clouds of 60 % by the grid.
    @Test(arguments: [
        (#""cloudLayers":[{"amount":"CLR"}],"textDescription":"Clear","icon":"https://x/land/day/skc""#, true),
        (#""cloudLayers":[{"amount":"SKC"}],"textDescription":"Clear","icon":"https://x/land/day/skc""#, false),
    ])
    func automaticClearSkyIsTheForecasts(sky: String, isForecasts: Bool) async throws {
        let report = try await report(observed: observation(quantity("temperature", "degC", 15), sky))
        let cover = try #require(report.hours.first?.conditions.cloudCover)
        #expect(report.current?.condition == (isForecasts ? Condition(cover: cover) : .clear))
        #expect(report.current?.cloudCover == (isForecasts ? cover : 0))
        #expect(report.modelled == (isForecasts ? .condition : []))
    }

    @Test func forecastRainIsNotUnderAClearSky() throws {
        let json = try JSONValue(
            HTTPAnswer(
                #"{"properties":{"timestamp":"2026-11-21T14:51:00+00:00","textDescription":"Clear","#
                    + #""temperature":{"unitCode":"wmoUnit:degC","value":5},"rawMessage":"KNYC AUTO 10SM CLR","#
                    + #""cloudLayers":[{"amount":"CLR"}]}}"#), from: "x")
        let station = try #require(NWSStation(id: "KNYC"))
        let observation = try #require(NWSObservation(json, of: station))
        for (condition, cover, sky) in [
            (Condition.rain, 95.0, Condition.overcast), (.fog, 100, .overcast), (.thunderstorm, 60, .partlyCloudy),
            (.clear, 10, .clear),
        ] {
            var hour = Conditions(condition: condition)
            (hour.cloudCover, hour.likelihood) = (cover, .likely)
            let present = observation.present(amending: hour)
            #expect(present.condition == sky && present.cloudCover == cover)
            #expect(present.likelihood == (condition == .clear ? .likely : nil))
        }
    }

    @Test(arguments: [
        ("LastHour", 1.2, 3600), ("Last3Hours", 4, 10_800), ("Last6Hours", 0, 21_600),
    ])
    func precipitationStatesItsPeriod(name: String, amount: Double, period: Int) async throws {
        let report = try await report(
            observed: observation(
                quantity("temperature", "degC", 15), quantity("precipitation\(name)", "mm", amount)))
        #expect(report.current?.precipitation == amount)
        #expect(report.current?.precipitationPeriod == period)
        #expect(report.current?.snowfall == (amount == 0 ? 0 : nil))
    }

    @Test func shortestPeriodIsPreferred() async throws {
        let report = try await report(
            observed: observation(
                quantity("temperature", "degC", 15), quantity("precipitationLastHour", "mm", nil),
                quantity("precipitationLast3Hours", "mm", 3), quantity("precipitationLast6Hours", "mm", 6)))
        #expect(report.current?.precipitation == 3)
    }

    /// Current and hourly values have the same definition: the same air feels the same, when cold, warm and between.
    @Test(arguments: [(-5.0, 60.0, 8.0), (15, 40, 10), (33, 70, 3)])
    func currentAndHourlyFeelsLikeAgree(temperature: Double, humidity: Double, wind: Double) async throws {
        let measured = try await report(
            observed: observation(
                quantity("temperature", "degC", temperature), quantity("relativeHumidity", "percent", humidity),
                quantity("windSpeed", "m_s-1", wind), quantity("windChill", "degC", nil)))
        var air = Conditions()
        air.temperature = temperature
        air.humidity = humidity
        air.windSpeed = wind
        #expect(measured.current?.feelsLike == NWSApparentTemperature.value(of: air))
        #expect((measured.current?.feelsLike == temperature) == (temperature == 15))
    }

    /// Without the grid's apparent temperatures, current and hourly values still have the same definition.
    @Test func withoutGridFeelsLikeIsComputed() async throws {
        let place = try #require(Contract.newYork)
        let weather = try #require(Contract.nws).weather()
        let dialect = NWSDialect()
        let service = ScriptedService { query in
            query.url.hasSuffix("/33,35") || query.url.hasSuffix("/latest")
                ? HTTPAnswer("", status: 500) : dialect.answer(to: query, about: weather)
        }
        let report = try await NWS(
            baseURL: "http://service.test", gridPoints: NWSGridPoints(), exchange: service.exchange
        ).report(for: place, at: now)
        for hour in report.hours {
            #expect(hour.conditions.feelsLike == NWSApparentTemperature.value(of: hour.conditions))
        }
        #expect(report.current?.feelsLike == report.hours.first?.conditions.feelsLike)
    }

    @Test(arguments: [("14:10:00", 3000), ("15:00:01", nil)] as [(String, Int?)])
    func issueTimeIsGenerationTime(time: String, age: Int?) throws {
        let json = try JSONValue(
            HTTPAnswer(
                #"{"properties":{"generatedAt":"2026-11-21T14:59:00+00:00","updateTime":"2026-11-21T\#(time)+00:00","#
                    + #""periods":[{"startTime":"2026-11-21T15:00:00+00:00"}]}}"#), from: "service.test")
        let place = try #require(Contract.newYork)
        let report = NWSForecast(hourly: json, at: now).report(
            for: place, in: PlaceCalendar.greenwich, at: now, after: nil)
        #expect(report.issuedAt == age.map { now.advanced(by: -$0) })
    }
}
