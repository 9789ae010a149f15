import Almanac
import Dialects
import HTTP
import Refreshing
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Providers

@Suite struct DarkSkyTests {
    // MARK: - Requests

    @Test func requestURL() async throws {
        let queries = Mutex<[HTTPQuery]>([])
        let answer = HTTPAnswer(status: 200, body: Array(DarkSkyAnswers.current(#""temperature":4"#).utf8))
        let provider = try DarkSkyAnswers.provider(answer, baseURL: "https://example.org/sky/") { query in
            queries.withLock { $0.append(query) }
        }
        _ = try await provider.report(
            for: #require(Coordinate(latitude: -34.90123, longitude: 0.00001)), at: Fixtures.now)
        let query = try #require(queries.withLock { $0.first })
        #expect(
            query.url == "https://example.org/sky/forecast/\(DarkSkyAnswers.key)/-34.9012,0.0"
                + "?units=si&extend=hourly&version=2&icon=pirate")
        #expect(query.key?.text == DarkSkyAnswers.key)
        #expect(query.host == "example.org")
    }

    @Test(arguments: [
        ("https://api.pirateweather.net", "Pirate Weather", "Weather data by Pirate Weather (pirateweather.net)"),
        ("https://PirateWeather.net:443/", "Pirate Weather", "Weather data by Pirate Weather (pirateweather.net)"),
        ("https://notpirateweather.net", "Dark Sky format at notpirateweather.net", nil),
        ("http://127.0.0.1:8080", "Dark Sky format at 127.0.0.1:8080", nil),
    ])
    func providerIdentity(url: String, name: String, attribution: String?) throws {
        let identity = try DarkSkyAnswers.provider(HTTPAnswer(status: 200), baseURL: url).identity
        #expect(identity == Provider(id: "pirate-weather", name: name, attribution: attribution))
    }

    // MARK: - Units

    @Test(
        arguments: [
            ("si", 10.0, 3600.0, 10_000.0, 10.0, 10.0), ("ca", 10, 3600 / 3.6, 10_000, 10, 10),
            ("uk", 10, 3600 * 0.44704, 16_093.44, 10, 10), ("uk2", 10, 3600 * 0.44704, 16_093.44, 10, 10),
            ("us", -12.222, 3600 * 0.44704, 16_093.44, 254, 254), ("SI", 10, 3600, 10_000, 10, 10),
        ] as [(String, Double, Double, Double, Double, Double)])
    func unitsAreConverted(
        units: String, temperature: Double, wind: Double, visibility: Double, rate: Double, rain: Double
    ) async throws {
        let values = #""temperature":10,"windSpeed":3.6,"visibility":10,"precipIntensity":10,"precipType":"rain""#
        let current = try #require(
            try await DarkSkyAnswers.report(DarkSkyAnswers.current(values, units: units)).current)
        #expect(current.temperature == temperature)
        let windSpeed = try #require(current.windSpeed)
        #expect(abs(windSpeed * 1000 - wind) < 1)
        #expect(current.visibility == visibility)
        #expect(current.precipitation == rate)
        #expect(current.rain == rain)
    }

    /// Reports in other units yield the same weather.
    @Test(arguments: ["us", "ca", "uk"])
    func allUnitSystemsYieldTheSameReport(units: String) async throws {
        let contract = try #require(Contract.darkSky(units: units))
        let weather = contract.weather()
        let report = try await contract.report(of: weather)
        func compare(_ found: [String: Double?], _ truth: [String: Double?], _ tolerances: [String: Double]) {
            for (key, tolerance) in tolerances {
                guard let value = found[key] ?? nil, let expected = truth[key] ?? nil else {
                    Issue.record("\(key) is missing")
                    continue
                }
                #expect(abs(value - expected) <= tolerance + 0.001, "\(key) is \(value), not \(expected)")
            }
        }
        let truth = Dictionary(uniqueKeysWithValues: weather.hours.map { ($0.time, $0) })
        #expect(report.hours.count > 160)
        for hour in report.hours {
            compare(
                TruthTable.ofHour(hour), TruthTable.ofHour(try #require(truth[hour.time])), contract.dialect.hours)
        }
        for (day, expected) in zip(report.days, weather.days).dropFirst().prefix(5) {
            compare(TruthTable.ofDay(day), TruthTable.ofDay(expected), contract.dialect.days)
        }
    }

    @Test func unknownUnitsAreMalformed() async throws {
        let body = DarkSkyAnswers.current(#""temperature":10"#, units: "furlongs")
        #expect(
            try await DarkSkyAnswers.failure(200, body)
                == .malformed(host: "api.pirateweather.net", reason: "the response has unknown units"))
        // Without a stated unit system, the requested one applies.
        let report = try await DarkSkyAnswers.report(#"{"currently":{"time":1795262400,"temperature":10}}"#)
        #expect(report.current?.temperature == 10)
    }

    @Test func minus999IsMissing() async throws {
        let names = [
            "temperature", "apparentTemperature", "dewPoint", "humidity", "pressure", "windSpeed", "windGust",
            "windBearing", "cloudCover", "uvIndex", "visibility", "precipIntensity", "precipProbability",
        ]
        for units in ["si", "us", "ca", "uk"] {
            let values = names.map { "\"\($0)\":-999" }.joined(separator: ",")
            let body = DarkSkyAnswers.current(values + #","icon":"fog""#, units: units)
            let current = try #require(try await DarkSkyAnswers.report(body).current)
            var expected = Conditions(condition: .fog)
            expected.isDay = current.isDay
            #expect(current == expected)
        }
    }

    // MARK: - Rain and snow

    /// Values of an hour, and the resulting water, rain and snow depth.
    @Test(
        arguments: [
            (#""precipIntensity":1.5,"precipType":"rain""#, 1.5, 1.5, 0),
            (#""precipIntensity":1.5,"precipType":"snow","precipAccumulation":1.2"#, 1.5, 0, 12),
            (#""precipIntensity":1.5,"precipType":"snow""#, 1.5, 0, 15),
            (#""precipIntensity":1.5,"precipType":"sleet""#, 1.5, nil, nil),
            (#""precipIntensity":1.5,"precipType":"ice""#, 1.5, nil, nil),
            (#""precipIntensity":0,"precipType":"none""#, 0, 0, 0), (#""precipIntensity":0"#, 0, 0, 0),
            (#""precipIntensity":1.5"#, 1.5, nil, nil), (#""precipType":"none""#, nil, nil, nil),
            (#""precipType":"rain""#, nil, nil, 0),
            // Version 2 reports both. The intensity may differ from the amount.
            (
                #""precipIntensity":1.7,"liquidAccumulation":0.15,"snowAccumulation":0,"iceAccumulation":0.02"#, 1.7,
                1.5, 0
            ),
            (
                #""precipIntensity":1.7,"liquidAccumulation":0.05,"snowAccumulation":1.2,"iceAccumulation":0"#, 1.7,
                0.5, 12
            ),
            (
                #""precipIntensity":1.7,"liquidAccumulation":-999,"snowAccumulation":-999,"precipType":"rain""#, 1.7,
                1.7, 0
            ),
            // Depths of 2 mm of rain and 1 mm of ice, which are more precise than the intensity.
            (
                #""precipIntensity":1,"liquidAccumulation":0.2,"snowAccumulation":0,"iceAccumulation":0.1"#, 3, 2, 0
            ),
            (#""precipIntensity":"1.5","precipType":7"#, 1.5, nil, nil),
        ] as [(String, Double?, Double?, Double?)])
    func precipitationTypeIsRead(values: String, water: Double?, rain: Double?, snow: Double?) async throws {
        let body = #"{"hourly":{"data":[{"time":1795262400,"temperature":1,\#(values)}]},"flags":{"units":"si"}}"#
        let conditions = try #require(try await DarkSkyAnswers.report(body).hours.first?.conditions)
        #expect(conditions.precipitation == water)
        #expect(conditions.rain == rain)
        #expect(conditions.snowfall == snow)
    }

    @Test func minutesAreLabelledByTheirStart() async throws {
        let body = #"""
            {"currently":{"time":1795262400,"temperature":4},"minutely":{"data":[{"time":1795262400,"precipIntensity":6},
             {"time":1795262460,"precipIntensity":-999},{"time":1795262520,"precipIntensity":0}]},"flags":{"units":"si"}}
            """#
        let series = try await DarkSkyAnswers.report(body).precipitation
        #expect(series.map(\.amount) == [0.1, nil, 0])
        #expect(series.map(\.end.seconds) == [1_795_262_460, 1_795_262_520, 1_795_262_580])
        #expect(series.first?.duration == 60)
    }

    // MARK: - Icons

    @Test(arguments: [
        ("clear-day", Condition.clear), ("clear-night", .clear), ("mostly-clear-night", .mostlyClear),
        ("partly-cloudy-day", .partlyCloudy), ("mostly-cloudy-day", .partlyCloudy), ("cloudy", .overcast),
        ("fog", .fog), ("mist", .fog), ("haze", .haze), ("smoke", .smoke), ("drizzle", .drizzle),
        ("light-rain", .rainLight), ("heavy-rain", .rainHeavy), ("possible-rain-day", .rain), ("snow", .snow),
        ("flurries", .snowLight), ("heavy-snow", .snowHeavy), ("sleet", .sleet), ("heavy-sleet", .sleet),
        ("mixed", .sleet), ("freezing-drizzle", .freezingDrizzle), ("light-freezing-rain", .freezingRain),
        ("thunderstorm", .thunderstorm), ("possible-thunderstorm-night", .thunderstorm), ("hail", .thunderstormHail),
        ("tornado", .tornado), ("raining-frogs", .unknown), ("day", .unknown), ("-day", .unknown),
    ])
    func icons(word: String, condition: Condition) async throws {
        let report = try await DarkSkyAnswers.report(DarkSkyAnswers.current(#""temperature":4,"icon":"\#(word)""#))
        #expect(report.current?.condition == condition)
        #expect(report.unknownCodes == (condition == .unknown ? ["icon \(word)"] : nil))
    }

    /// A word that weatherd does not know concerns its own hour alone.
    @Test func presentWithoutAnIconIsThatOfItsHour() async throws {
        func report(_ present: String) async throws -> Report {
            try await DarkSkyAnswers.report(
                #"{"timezone":"GMT","currently":{"time":1795262400,"temperature":4\#(present)},"hourly":{"data":["#
                    + #"{"time":1795262400,"icon":"fog"},{"time":1795266000,"icon":"raining-frogs","cloudCover":0}]},"#
                    + #""flags":{"units":"si"}}"#)
        }
        let completed = try await report("").completed
        #expect(completed.current?.condition == .fog && completed.unknownCodes != nil)
        #expect(completed.hours.last?.conditions.condition == .unknown)
        #expect(try await report(#","icon":"raining-frogs""#).completed.current?.condition == .unknown)
    }

    /// As Pirate Weather's -999.
    @Test func missingIntensityIsThatOfTheHour() async throws {
        let report = try await DarkSkyAnswers.report(
            #"{"timezone":"GMT","currently":{"time":1795262400,"temperature":4,"precipType":"rain","precipIntensity":-999},"#
                + #""hourly":{"data":[{"time":1795262400,"precipType":"rain","precipIntensity":1.5}]},"#
                + #""flags":{"units":"si"}}"#)
        #expect(report.completed.current?.precipitation == 1.5)
    }

    @Test(arguments: [
        ("possible-rain-day", Likelihood.possible), ("possible-snow-night", .possible),
        ("possible-thunderstorm-day", .possible), ("rain", nil), ("thunderstorm", nil), ("possible-frogs", nil),
    ])
    func probableConditionIsMarked(word: String, likelihood: Likelihood?) async throws {
        let point = #""temperature":4,"icon":"\#(word)""#
        let report = try await DarkSkyAnswers.report(DarkSkyAnswers.current(point))
        #expect(report.current?.likelihood == likelihood)
        let hours = try await DarkSkyAnswers.report(
            #"{"hourly":{"data":[{"time":1795262400,\#(point)}]},"flags":{"units":"si"}}"#
        ).hours
        #expect(hours.map(\.conditions.likelihood) == [likelihood])
    }

    // MARK: - Origin

    @Test func currentWeatherOriginIsModel() async throws {
        let report = try await DarkSkyAnswers.report(DarkSkyAnswers.current(#""temperature":4,"precipIntensity":1.5"#))
        #expect(report.currentOrigin == .analysis)
        #expect(report.station == nil)
        #expect(report.observedAt == UnixTime(1_795_262_400))
        // A rate.
        #expect(report.current?.precipitation == 1.5)
        #expect(report.current?.precipitationPeriod == 0)
        let empty = try await DarkSkyAnswers.report(
            #"{"hourly":{"data":[{"time":1795262400,"precipIntensity":1}]},"flags":{"units":"si"}}"#)
        #expect(empty.currentOrigin == nil)
        #expect(empty.hours.first?.conditions.precipitationPeriod == nil)
    }

    /// The current time is 2026-11-21 12:00 UTC.
    @Test(
        arguments: [
            (#"{"gfs":"2026-11-21 00Z","hrrr_0-18":"2026-11-21 09Z"}"#, "2026-11-21T09:00:00Z"),
            (
                #"{"gfs":"2026-11-21 06Z","rtma_ru":"2026-11-21 11:45Z","silam":"2026-11-21 11Z"}"#,
                "2026-11-21T06:00:00Z"
            ),
            (#"{"nbm":"2026-11-21 08:30Z","nbm_fire":"2026-11-21 10Z"}"#, "2026-11-21T08:30:00Z"),
            (#"{"gfs":"2026-11-21 06:15:30"}"#, "2026-11-21T06:15:30Z"),
            (#"{"gfs":"2026-11-21T06:15Z"}"#, "2026-11-21T06:15:00Z"),
            (#"{"gfs":"2026-11-22 06Z"}"#, nil), (#"{"gfs":"yesterday"}"#, nil), (#"{"gfs":"2026-13-41 06Z"}"#, nil),
            (#"{"gfs":"1970-01-01 06Z"}"#, nil), (#"{"gfs":7,"nbm":null}"#, nil), ("[]", nil), ("{}", nil),
        ] as [(String, String?)])
    func issueTimeIsNewestModelRun(times: String, issued: String?) async throws {
        let body =
            #"{"currently":{"time":1795262400,"temperature":4},"flags":{"units":"si","sourceTimes":\#(times)}}"#
        #expect(try await DarkSkyAnswers.report(body).issuedAt == issued.flatMap { UnixTime(rfc3339: $0) })
    }

    /// Dark Sky had one icon for all rain; Pirate Weather's `rain` is moderate.
    @Test(arguments: [
        (0.3, nil, Condition.rainLight), (2.5, nil, .rainLight), (2.6, nil, .rain), (7.6, nil, .rain),
        (7.7, nil, .rainHeavy), (0.3, "V2.9.7", .rain), (20, "V2.9.7", .rain),
    ])
    func rainIntensityFollowsRate(rate: Double, version: String?, condition: Condition) async throws {
        let body = DarkSkyAnswers.current(
            #""icon":"rain","precipType":"rain","precipIntensity":\#(rate)"#, version: version)
        #expect(try await DarkSkyAnswers.report(body).current?.condition == condition)
    }

    @Test(arguments: [
        (#""icon":"wind","cloudCover":0.9"#, Condition.overcast), (#""icon":"breezy","cloudCover":0.5"#, .partlyCloudy),
        (#""icon":"dangerous-wind","cloudCover":0.2"#, .mostlyClear), (#""icon":"wind","cloudCover":0.1"#, .clear),
        (#""icon":"wind""#, .unknown), (#""icon":"none","cloudCover":1"#, .overcast), (#""cloudCover":1"#, .overcast),
        (#""icon":"none","precipIntensity":3,"precipType":"rain""#, .rain),
        (#""icon":"none","precipIntensity":3,"precipType":"snow""#, .snow),
        (#""icon":"none","precipIntensity":0,"precipType":"snow","cloudCover":0"#, .clear),
        (#""icon":"possible-precipitation-day","precipIntensity":3,"precipType":"mixed""#, .sleet),
        (#""icon":"precipitation","precipIntensity":3"#, .rain),
        (#""icon":"sleet","precipType":"ice","precipIntensity":3"#, .freezingRain),
        (#""icon":7,"cloudCover":0"#, .clear),
    ])
    func ambiguousIconIsRefinedByValues(values: String, condition: Condition) async throws {
        let report = try await DarkSkyAnswers.report(DarkSkyAnswers.current(#""temperature":4,\#(values)"#))
        #expect(report.current?.condition == condition)
        #expect(report.unknownCodes == nil)
    }
}
