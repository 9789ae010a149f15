import HTTP
import Testing
import Weather

@testable import Providers

/// The knots of an airport, which the National Weather Service rounds to 0.1 m/s.
struct ReportedWindTests {
    private func observation(_ speed: String, gust: String = "null", _ message: String = "") throws -> Observation {
        let json = try JSONValue(
            HTTPAnswer(
                #"{"properties":{"timestamp":"2026-11-21T14:51:00+00:00","rawMessage":"\#(message)","#
                    + #""temperature":{"unitCode":"wmoUnit:degC","value":5},"#
                    + #""windSpeed":{"unitCode":"wmoUnit:km_h-1","value":\#(speed)},"#
                    + #""windGust":{"unitCode":"wmoUnit:km_h-1","value":\#(gust)}}}"#), from: "x")
        let place = try #require(Coordinate(latitude: 40.7, longitude: -74))
        let station = try #require(NWSStation(id: "KNYC"))
        let observation = try #require(Observation(nws: json, of: station, near: place))
        let present = try #require(NWSObservation(json, of: station)).conditions
        if observation.impossible == nil {
            #expect(present.windSpeed == observation.conditions.windSpeed)
            #expect(present.windGust == observation.conditions.windGust)
        }
        return observation
    }

    /// 10 knots are 5.144 m/s, 5.1 rounded, 18.36 km/h.
    @Test(
        arguments: [
            ("18.36", "KNYC 271805Z AUTO 25010KT 10SM CLR 12/08 A2998", 5.144), ("18.36", "", 5.144),
            ("5.4", "", 1.543), ("0", "", 0), ("null", "", nil), ("18.504", "", 5.144),
            // A whole number of knots is no further than the rounding.
            ("18", "", 5), ("17.64", "", 4.9),
            // Another report than the service's number.
            ("18.36", "KNYC 271805Z 25015KT", 5.144), ("18", "UUEE 271800Z 25005MPS", 5),
        ] as [(String, String, Double?)])
    func knots(speed: String, message: String, expected: Double?) throws {
        #expect(try observation(speed, message).conditions.windSpeed == expected)
    }

    @Test func gusts() throws {
        let observation = try observation("27.72", gust: "46.44", "KNYC 271805Z 25015G25KT 10SM")
        #expect(observation.conditions.windSpeed == 7.717 && observation.conditions.windGust == 12.861)
    }

    @Test func impossibleWindIsTheReason() throws {
        let value = try #require(try observation("-356.4").impossible)
        #expect(value.key == "windSpeedMS" && value.value == -99)
    }

    @Test(
        arguments: [
            ("KNYC 271805Z AUTO 25010KT 10SM", 5.144, nil), ("ENGM 271820Z VRB03KT 9999", 1.543, nil),
            ("ENGM 271820Z 24015G25KT 9999", 7.717, 12.861), ("UUEE 271800Z 24005G11MPS 9999", 5, 11),
            ("KNYC 271805Z /////KT 10SM", nil, nil), ("KNYC 271805Z 10SM", nil, nil),
            ("KNYC 10SM RMK PK WND 25030KT", nil, nil),
            ("KNYC 271805Z ABCKT 241105KT", 54.017, nil),
        ] as [(String, Double?, Double?)])
    func windOfTheReport(text: String, speed: Double?, gust: Double?) {
        let wind = METARText(text).wind
        #expect(wind.map { $0.speed.rounded(decimals: 3) } == speed)
        #expect(wind?.gust?.rounded(decimals: 3) == gust)
    }
}
