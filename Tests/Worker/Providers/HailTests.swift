import HTTP
import Testing
import Weather

@testable import Providers

/// Hail and several kinds of weather at once mean the same from every service.
struct HailTests {
    /// GR is hail of 5 mm and more, GS small hail or snow pellets (WMO-No. 306, FM 15 METAR, 15.8.14).
    private static let groups: [(String, Condition)] = [
        ("GR", .thunderstormHail), ("SHGR", .thunderstormHail), ("+SHGR", .thunderstormHail),
        ("SHRAGR", .thunderstormHail), ("-GRRA", .thunderstormHail), ("TSGR", .thunderstormHail),
        ("TSGS", .thunderstormHail), ("TSRAGS", .thunderstormHail), ("GS", .sleet), ("SHGS", .sleet),
        ("-SHGS", .sleet), ("SHRAGS", .sleet), ("SHSNGS", .sleet), ("+SHRA", .rainShowers),
    ]

    @Test(arguments: groups) func hailOfAirports(group: String, condition: Condition) throws {
        #expect(Condition(metarWeather: group[...]) == condition)
        let json = try JSONValue(
            HTTPAnswer(
                #"{"properties":{"timestamp":"2026-11-21T14:51:00+00:00","temperature":{"unitCode":"wmoUnit:degC","value":5},"#
                    + #""presentWeather":[{"rawString":"\#(group)"}]}}"#), from: "x")
        let station = try #require(NWSStation(id: "KNYC"))
        #expect(NWSObservation(json, of: station)?.conditions.condition == condition)
    }

    @Test(
        arguments: [
            ("Hail", .thunderstormHail), ("Hail Showers", .thunderstormHail), ("Small Hail/Snow Pellets", .sleet),
            ("Light Snow Pellets", .sleet), ("Thunderstorm Small Hail/Snow Pellets", .thunderstormHail),
            ("Thunderstorm Hail Fog/Mist", .thunderstormHail), ("Thunderstorm Ice Pellets", .thunderstorm),
        ] as [(String, Condition)])
    func hailInWords(words: String, condition: Condition) {
        #expect(NWSSky(icon: nil, words: words).condition == condition)
    }

    @Test func hailOfOtherServices() throws {
        let place = try #require(Coordinate(latitude: 52.5, longitude: 13.4))
        let station = #"{"id":1,"dwd_station_id":"433","lat":52.5,"lon":13.4}"#
        let json = try JSONValue(
            HTTPAnswer(
                #"{"weather":{"source_id":1,"timestamp":"2026-11-21T14:30:00+00:00","condition":"hail"},"sources":[\#(station)]}"#
            ), from: "x")
        #expect(Observation(brightSky: json, near: place)?.conditions.condition == .thunderstormHail)
        #expect(DarkSkyIcon("hail") == .weather(.thunderstormHail))
        #expect(Condition(wmoCode: 96) == .thunderstormHail)
    }

    /// A squall in a thunderstorm is one: 95 is above 18 in code table 4677.
    @Test(
        arguments: [
            (["+TSRA", "SQ"], .thunderstorm), (["SQ", "TS"], .thunderstorm), (["SQ"], .squall),
            (["SQ", "+RA"], .squall),
            (["SQ", "FC"], .tornado), (["TS", "GR"], .thunderstormHail),
        ] as [([String], Condition)])
    func worstOfSeveral(groups: [String], condition: Condition) {
        #expect(Condition(metarGroups: groups.map { $0[...] }) == condition)
        #expect(Condition(metarGroups: groups.reversed().map { $0[...] }) == condition)
    }

    /// The words name what the icon does not.
    @Test(
        arguments: [
            ("snow", "Light Snow and Freezing Rain", .freezingRain),
            ("snow", "Snow and Freezing Drizzle", .freezingDrizzle),
            ("rain", "Rain Showers", .rainShowers), ("snow", "Light Snow", .snowLight),
            ("rain_snow", "Rain and Snow", .sleet), ("tsra", "Squalls", .thunderstorm),
        ] as [(String, String, Condition)])
    func iconAndWords(icon: String, words: String, condition: Condition) {
        let address = "https://api.weather.gov/icons/land/day/\(icon)?size=medium"
        #expect(NWSSky(icon: address, words: words).condition == condition)
    }

    /// The worst of a day is what is most dangerous.
    @Test func worstOfADay() {
        let stated = [Condition.snow, .freezingRain, .rain, .snowShowers].map { StatedCondition(condition: $0) }
        #expect(StatedCondition.worst(of: stated)?.condition == .freezingRain)
        let heavy = [Condition.snowHeavy, .rainShowers].map { StatedCondition(condition: $0) }
        #expect(StatedCondition.worst(of: heavy)?.condition == .snowHeavy)
    }
}
