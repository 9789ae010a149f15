import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// Stations of the National Weather Service, in its documented format.
struct NWSStationsTests {
    /// 2026-11-21T15:00:00Z.
    private let now = UnixTime(1_795_273_200)

    private func station(_ id: String, _ latitude: Double) -> String {
        #"{"geometry":{"coordinates":[-74,\#(latitude)]},"properties":{"stationIdentifier":"\#(id)","name":"N \#(id)"}}"#
    }

    private func observation(
        _ temperature: String, at time: String = "2026-11-21T14:51:00+00:00",
        _ members: String = #""textDescription":"","icon":null"#
    ) -> String {
        #"""
        {"geometry":{"coordinates":[-74,40.7]},"properties":{"timestamp":"\#(time)",\#(members),
         "temperature":{"unitCode":"wmoUnit:degC","value":\#(temperature)},"elevation":{"unitCode":"wmoUnit:m","value":7}}}
        """#
    }

    private func newYork(
        _ observations: [String: String],
        stations: [(String, Double)] = [("KAAA", 40.71), ("KBBB", 40.8), ("KCCC", 40.95)],
        renewing previous: ObservationReport? = nil, limiting limited: String? = nil
    ) async throws -> (ObservationReport, [String]) {
        let bodies = [
            "/points/40.7,-74":
                #"""
            {"properties":{"forecastHourly":"https://x/hourly","timeZone":"America/New_York",
             "observationStations":"https://x/stations"}}
            """#,
            "/stations": "{\"features\":[\(stations.map(station).joined(separator: ","))]}",
        ]
        let service = ScriptedService { query in
            let path = query.url.replacing("http://service.test", with: "")
            if let limited, path.contains(limited) {
                return HTTPAnswer("", status: 429, headers: [(name: "Retry-After", value: "60")])
            }
            let body = bodies[path] ?? observations[path.split(separator: "/").dropFirst().first.map(String.init) ?? ""]
            return body.map { HTTPAnswer($0) } ?? HTTPAnswer("", status: 404)
        }
        let place = try #require(Coordinate(latitude: 40.7, longitude: -74))
        let report = try await NWSStations(
            baseURL: "http://service.test", gridPoints: NWSGridPoints(), exchange: service.exchange
        ).report(for: place, at: now, renewing: previous)
        return (report, service.paths)
    }

    @Test func oneObservationIsEnough() async throws {
        let (report, paths) = try await newYork(["KAAA": observation("5"), "KBBB": observation("6")])
        #expect(report.observation?.station.id == "KAAA" && report.observation?.conditions.temperature == 5)
        #expect(paths == ["/points/40.7,-74", "/stations", "/stations/KAAA/observations/latest"])
    }

    /// The service's order is not always that of distance.
    @Test func nearestOfTheListIsAskedFirst() async throws {
        let list = [("KFAR", 41.5), ("KCCC", 40.85), ("KBBB", 40.8), ("KAAA", 40.71)]
        let (report, paths) = try await newYork(["KAAA": observation("-99"), "KBBB": observation("6")], stations: list)
        #expect(report.observation?.station.id == "KBBB" && report.rejected.map(\.station.id) == ["KAAA"])
        #expect(
            paths.filter { $0.hasSuffix("latest") } == ["KAAA", "KBBB"].map { "/stations/\($0)/observations/latest" })
    }

    /// The groups of the report name all of the weather, the icon and the words a part.
    @Test(
        arguments: [
            ("rain", "Thunderstorms and Rain", ["-TSRA"], .thunderstorm),
            ("snow", "Light Snow", ["-SN", "FZDZ"], .freezingDrizzle),
            ("fog", "Fog/Mist", ["BR"], .fog), ("bkn", "Mostly Cloudy", ["VCTS"], .partlyCloudy),
            ("ovc", "", ["+RA", "BR"], .rainHeavy),
        ] as [(String, String, [String], Condition)])
    func presentWeatherIsTheMostDangerous(
        icon: String, words: String, groups: [String], condition: Condition
    ) async throws {
        let weather = groups.map { #"{"intensity":null,"rawString":"\#($0)"}"# }.joined(separator: ",")
        let observation = try await conditions(
            #""icon":"https://api.weather.gov/icons/land/day/\#(icon)?size=medium","textDescription":"\#(words)","presentWeather":[\#(weather)]"#
        )
        #expect(observation.conditions.condition == condition)
    }

    @Test func neighbourReplacesUnusableStation() async throws {
        let (report, paths) = try await newYork(["KAAA": observation("-99"), "KBBB": observation("6")])
        #expect(report.observation?.station.id == "KBBB" && report.observation?.station.elevation == 7)
        #expect(report.rejected.map(\.station.id) == ["KAAA"])
        #expect(paths.count == ProviderFacts.nwsStations.requestsABatch - 1)
    }

    /// A station's failure does not affect its neighbours; without neighbours, it is the failure of the report.
    @Test func neighbourReplacesFailingStation() async throws {
        let (report, _) = try await newYork(["KAAA": "<html>", "KBBB": observation("6")])
        #expect(report.observation?.station.id == "KBBB")
        await #expect(throws: FetchFailure.webPage(host: "service.test")) {
            _ = try await newYork(["KAAA": "<html>"])
        }
    }

    @Test func neighbourIsPreferredUntilTheNextDay() async throws {
        let observations = ["KAAA": observation("-99"), "KBBB": observation("6")]
        let (report, _) = try await newYork(observations)
        let (next, paths) = try await newYork(observations, renewing: report)
        #expect(next.observation?.station.id == "KBBB" && next.rejected == report.rejected)
        #expect(paths.suffix(1) == ["/stations/KBBB/observations/latest"] && !paths.contains { $0.contains("KAAA") })
        var yesterday = report
        yesterday.fetchedAt = now.advanced(by: -86_400)
        let (_, all) = try await newYork(observations, renewing: yesterday)
        #expect(all.contains { $0.contains("KAAA") }, "the nearest may work again")
    }

    /// Neither the nearest station nor any other is requested.
    @Test func rateLimitOfTheNeighbourEndsTheRequests() async throws {
        let (report, _) = try await newYork(["KAAA": observation("-99"), "KBBB": observation("6")])
        let limited = FetchFailure.rateLimited(host: "service.test", reason: nil, retryAfter: 60)
        await #expect(throws: limited) {
            _ = try await newYork(["KAAA": observation("5")], renewing: report, limiting: "KBBB")
        }
    }

    /// A station whose gauge reports -99 or 1e9 is faulty, and is not used.
    @Test(arguments: [
        ("precipitationLastHour", -99), ("precipitationLastHour", 1e9), ("precipitationLast3Hours", -99),
        ("precipitationLast6Hours", -99),
    ])
    func impossibleRainIsTheReason(name: String, amount: Double) async throws {
        let broken = observation("5", #""\#(name)":{"unitCode":"wmoUnit:mm","value":\#(amount)}"#)
        let (report, _) = try await newYork(["KAAA": broken, "KBBB": observation("6")])
        #expect(report.observation?.station.id == "KBBB")
        #expect(
            report.rejected.map(\.problem)
                == [.impossible(ImpossibleValue(key: "precipitationMM", value: amount))])
    }

    private func conditions(_ members: String, at time: String = "14:51:00") async throws -> Observation {
        let (report, _) = try await newYork(["KAAA": observation("5", at: "2026-11-21T\(time)+00:00", members)])
        return try #require(report.observation)
    }

    /// `CLR` is from an automatic station: no clouds below 12,000 feet. `SKC` is from an observer.
    @Test func clearSkyOfAutomaticStationIsNoCloudCover() async throws {
        func sky(_ amount: String) async throws -> Observation {
            try await conditions(
                #""cloudLayers":[{"base":{"unitCode":"wmoUnit:m","value":null},"amount":"\#(amount)"}]"#)
        }
        let automatic = try await sky("CLR")
        #expect(automatic.conditions.cloudCover == nil && automatic.seesLowCloudOnly == true)
        let seen = try await sky("SKC")
        #expect(seen.conditions.cloudCover == 0 && seen.seesLowCloudOnly == nil)
    }

    /// Five-minute observations have an empty text. Routine reports are made in the last quarter of an hour; amounts in
    /// special reports are not for a full hour.
    @Test(
        arguments: [
            ("KBHM 211451Z 25003KT 10SM FEW095 14/M06 A3030 RMK AO2 SLP260 T01391056", "14:51:00", 0),
            ("KBHM 211451Z 25003KT 10SM FEW095 14/M06 A3030 RMK AO2 SLP260 T01391056 $", "14:51:00", nil),
            ("KBHM 211451Z 5SM -RA OVC012 14/M06 A3030 RMK AO2 SLP260", "14:51:00", nil), ("", "14:51:00", nil),
            ("KBHM 211410Z 25003KT 10SM FEW095 14/M06 A3030 RMK AO2", "14:10:00", nil),
            ("SPECI KBHM 211451Z 25003KT 10SM FEW095 14/M06 A3030 RMK AO2", "14:51:00", nil),
        ] as [(String, String, Double?)])
    func absentAmountIsNoRain(text: String, time: String, amount: Double?) async throws {
        let observation = try await conditions(
            #""rawMessage":"\#(text)","precipitationLastHour":{"unitCode":"wmoUnit:mm","value":null}"#, at: time)
        #expect(observation.conditions.precipitation == amount)
        #expect(observation.conditions.precipitationPeriod == amount.map { _ in 3600 })
    }

    @Test func tenMilesAreTheSensorLimit() async throws {
        func sight(_ metres: Double) async throws -> Bool? {
            try await conditions(#""visibility":{"unitCode":"wmoUnit:m","value":\#(metres)}"#).conditions.seesAtLeast
        }
        #expect(try await sight(16_090) == true)
        #expect(try await sight(14_480) == nil)
    }

    @Test func unusableStationsAreListed() async throws {
        let old = observation("5", at: "2026-11-21T10:00:00+00:00")
        let (report, _) = try await newYork(["KAAA": observation("null"), "KBBB": old])
        #expect(report.observation == nil && report.hasStation)
        #expect(report.rejected.map(\.problem) == [.incomplete, .tooOld(18_000)])
    }
}
