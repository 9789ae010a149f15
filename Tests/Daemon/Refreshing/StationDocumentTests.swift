import Testing
import Weather

@testable import Refreshing

/// The JSON of the user's own station.
struct StationDocumentTests {
    private func read(_ text: String) throws -> Observation {
        try #require(try StationDocument.reading(Array(text.utf8)).observation)
    }

    private func problem(_ text: String) -> OwnStationProblem? {
        do throws(OwnStationProblem) {
            _ = try StationDocument.reading(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    /// All keys of the current conditions in docs/json.md.
    @Test func everyKeyIsRead() throws {
        let numbers = Conditions.quantities.enumerated().map { #""\#($1.key)":\#(1000 + $0)"# }
        #expect(numbers.contains(#""temperatureC":1000"#))
        for (index, quantity) in Conditions.quantities.enumerated() {
            let value = max(quantity.kind.measurable.lowerBound, min(quantity.kind.measurable.upperBound, 1.5))
            let observation = try read(#"{"time":1795273200,"\#(quantity.key)":\#(value)}"#)
            #expect(quantity.get(observation.conditions) == value, "\(index)")
            #expect(observation.time == UnixTime(1_795_273_200) && observation.impossible == nil)
        }
    }

    @Test(arguments: [
        "1795273200", "1795273200.9", #""2026-11-21T15:00:00Z""#, #""2026-11-21T15:00:00.25Z""#,
        #""2026-11-21T16:00:00+01:00""#, #""2026-11-21t10:00:00-05:00""#,
    ])
    func timeIsRead(time: String) throws {
        #expect(try read(#"{"time":\#(time),"temperatureC":4}"#).time == UnixTime(1_795_273_200))
    }

    @Test(arguments: [
        "null", "0", "1e30", #""""#, #""now""#, #""2026-11-21""#, #""2026-11-21T15:00:00""#, #""2026-13-21T15:00:00Z""#,
        #""2026-11-21T25:00:00Z""#, #""2026-11-21T15:00:00+0100""#, #""1795273200""#, #""2026-11-21T15:00:00ZZ""#,
        #""9999-11-21T15:00:00Z""#, "true", "[1795273200]",
    ])
    func otherTimeIsProblem(time: String) {
        #expect(problem(#"{"time":\#(time),"temperatureC":4}"#) == .noTime)
    }

    @Test func nameAndConditionAreRead() throws {
        let observation = try read(
            #"{"name":"Roof\n\u001b[31m","time":1795273200,"condition":"rain","precipitationMM":0.4,"precipitationPeriodSeconds":600}"#
        )
        #expect(observation.station.id == Station.ownID && observation.station.name?.contains("\u{1B}") == false)
        #expect(observation.conditions.condition == .rain)
        #expect(observation.conditions.precipitation == 0.4 && observation.conditions.precipitationPeriod == 600)
    }

    @Test(
        arguments: [
            ("", .notJSON), ("[]", .notJSON), ("{", .notJSON), (#"{"time":1795273200}"#, .noValues), ("{}", .noTime),
            (#"{"time":1795273200,"temperature":4}"#, .noValues), (#"{"temperatureC":4}"#, .noTime),
            (#"{"time":1795273200,"temperatureC":"4"}"#, .invalid(key: "temperatureC")),
            (#"{"time":1795273200,"temperatureC":NaN}"#, .notJSON),
            (
                #"{"time":1795273200,"precipitationMM":1,"precipitationPeriodSeconds":"600"}"#,
                .invalid(key: "precipitationPeriodSeconds")
            ),
            (#"{"time":1795273200,"temperatureC":4,"latitude":"59","longitude":10}"#, .invalid(key: "latitude")),
            (#"{"time":1795273200,"temperatureC":4,"latitude":59}"#, .invalidPosition),
            (#"{"time":1795273200,"temperatureC":4,"longitude":10}"#, .invalidPosition),
            (#"{"time":1795273200,"temperatureC":4,"latitude":91,"longitude":10}"#, .invalidPosition),
            (#"{"time":1795273200,"condition":"nice"}"#, .invalid(key: "condition")),
            (#"{"time":1795273200,"temperatureC":4,}"#, .notJSON),
        ] as [(String, OwnStationProblem)])
    func problemIsNamed(text: String, expected: OwnStationProblem) {
        #expect(problem(text) == expected)
    }

    @Test func positionIsRead() throws {
        let text = #"{"time":1795273200,"temperatureC":4,"latitude":59.9,"longitude":10.7,"elevationM":210}"#
        let position = try #require(Coordinate(latitude: 59.9, longitude: 10.7))
        guard case .read(let observation, position, []) = try StationDocument.reading(Array(text.utf8)) else {
            Issue.record("no position")
            return
        }
        #expect(observation.station.elevation == 210)
        let without = try StationDocument.reading(Array(#"{"time":1795273200,"temperatureC":4,"latitude":null}"#.utf8))
        guard case .read(_, nil, []) = without else {
            Issue.record("a position")
            return
        }
    }

    /// The other values are kept.
    @Test(arguments: [
        (#""temperatureC":-99"#, UnusableValue.impossible(ImpossibleValue(key: "temperatureC", value: -99))),
        (#""windSpeedMS":1e9"#, .impossible(ImpossibleValue(key: "windSpeedMS", value: 1e9))),
        (#""temperatureC":"4""#, .invalid(key: "temperatureC")), (#""pressureHPa":[1]"#, .invalid(key: "pressureHPa")),
        (#""condition":"nice""#, .invalid(key: "condition")), (#""elevationM":"12""#, .invalid(key: "elevationM")),
        (#""elevationM":1e9"#, .invalid(key: "elevationM")),
        (#""precipitationMM":1,"precipitationPeriodSeconds":"600""#, .invalid(key: "precipitationPeriodSeconds")),
    ])
    func unusableValueIsLeftOut(text: String, expected: UnusableValue) throws {
        let document = #"{"time":1795273200,"humidityPercent":50,\#(text)}"#
        guard case .read(let observation, nil, let unusable) = try StationDocument.reading(Array(document.utf8)) else {
            Issue.record("no reading")
            return
        }
        var conditions = Conditions()
        conditions.humidity = 50
        #expect(observation.conditions == conditions && observation.station.elevation == nil)
        #expect(observation.problem(at: UnixTime(1_795_273_200)) == nil)
        #expect(unusable == [expected])
    }

    /// Without any other value, the measurement is not used.
    @Test(arguments: [("-99", -99.0), ("1e9", 1e9), ("61", 61)]) func impossibleValueIsNamed(
        text: String, value: Double
    ) throws {
        let observation = try read(#"{"time":1795273200,"temperatureC":\#(text)}"#)
        #expect(
            observation.problem(at: UnixTime(1_795_273_200))
                == .impossible(ImpossibleValue(key: "temperatureC", value: value)))
    }

    @Test func oldReadingIsNotUsed() throws {
        let observation = try read(#"{"time":1795273200,"temperatureC":4}"#)
        #expect(observation.problem(at: UnixTime(1_795_273_200 + 5400)) == nil)
        #expect(observation.problem(at: UnixTime(1_795_273_200 + 5401)) == .tooOld(5401))
        #expect(observation.problem(at: UnixTime(1_795_273_200 - 601)) == .inFuture(601))
    }
}
