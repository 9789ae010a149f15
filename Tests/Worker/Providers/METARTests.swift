import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// Weather groups of code table 4678 (WMO-No. 306), and special cases of the service's JSON.
struct METARTests {
    @Test(
        arguments: [
            ("-RA", .rainLight), ("RA", .rain), ("+RA", .rainHeavy), ("DZ", .drizzle), ("+SHRA", .rainShowers),
            ("-SN", .snowLight), ("SN", .snow), ("+SN", .snowHeavy), ("SHSN", .snowShowers), ("SG", .snowLight),
            ("RASN", .sleet), ("PL", .sleet), ("UP", .rain), ("FZRA", .freezingRain), ("-FZDZ", .freezingDrizzle),
            ("FZFG", .fog), ("FG", .fog), ("TS", .thunderstorm), ("-TSRA", .thunderstorm),
            ("+TSRAGR", .thunderstormHail), ("SQ", .squall), ("+FC", .tornado), ("HZ", .haze), ("FU", .smoke),
            ("BLDU", .dust), ("+SS", .dust), ("BR", .fog), ("BLSN", .snow), ("FC", .tornado), ("FZRAPL", .freezingRain),
            ("-FZRASN", .freezingRain), ("TSFZRA", .thunderstorm),
            // Nearby or recent, or without a condition.
            ("VCSH", nil), ("VCTS", nil), ("RERA", nil), ("MIFG", nil), ("BCFG", nil), ("PRFG", nil), ("VCFC", nil),
            ("DRSN", nil), ("", nil), ("X", nil), ("//", nil),
        ] as [(String, Condition?)])
    func weatherGroup(group: String, condition: Condition?) {
        #expect(Condition(metarWeather: group[...]) == condition)
    }

    private func observation(
        _ members: String, at time: Int = 1_783_635_600, elevation: String = "204"
    ) throws -> Observation {
        let body = #"{"icaoId":"ENGM","obsTime":\#(time),"lat":60,"lon":11,"elev":\#(elevation),\#(members)}"#
        let place = try #require(Coordinate(latitude: 60, longitude: 11))
        let json = try JSONValue(HTTPAnswer(body), from: "x")
        return try #require(Observation(metar: json, near: place))
    }

    @Test(
        arguments: [
            (#""wxString":"-RA BR""#, .rainLight), (#""wxString":"-DZ +SN VCTS""#, .snowHeavy),
            (#""wxString":"HZ -RA""#, .rainLight), (#""wxString":"FZRA PL""#, .freezingRain),
            (#""wxString":"+SN FZDZ""#, .freezingDrizzle), (#""wxString":"TS HZ""#, .thunderstorm),
            (#""wxString":"BLSN BR""#, .snow), (#""wxString":"BR","clouds":[{"cover":"OVC"}]"#, .fog),
            (#""wxString":null,"clouds":[{"cover":"OVC","base":200}]"#, .overcast),
            (#""clouds":[{"cover":"FEW"},{"cover":"BKN"}]"#, .partlyCloudy),
            (#""clouds":[{"cover":"SCT"}]"#, .partlyCloudy), (#""clouds":[{"cover":"FEW"}]"#, .mostlyClear),
            (#""clouds":[{"cover":"OVC"}]"#, .overcast), (#""clouds":[],"cover":"SKC""#, .clear),
            (#""clouds":[{"cover":"OVX","base":200}]"#, .fog), (#""clouds":[],"cover":"CAVOK""#, .clear),
            // Clear or unreported.
            (#""clouds":[],"rawOb":"METAR X AUTO 10SM CLR 27/19""#, .clear),
            (#""clouds":[],"rawOb":"METAR X AUTO 10SM 27/19 RMK CLR""#, .unknown), (#""clouds":[]"#, .unknown),
        ] as [(String, Condition)])
    func conditionIsTheWorst(members: String, condition: Condition) throws {
        #expect(try observation(members).conditions.condition == condition)
    }

    /// Each says that there are no low clouds, and nothing of high ones.
    @Test(arguments: ["CAVOK", "NSC", "NCD", "CLR"])
    func highCloudIsUnknown(word: String) throws {
        for members in [
            #""clouds":[],"cover":"\#(word)""#, #""clouds":[],"rawOb":"METAR X 111520Z 18008KT \#(word) 03/02""#,
        ] {
            let sky = try observation(members)
            #expect(sky.seesLowCloudOnly == true && sky.conditions.cloudCover == nil)
        }
    }

    @Test func clearSkyOfAutomaticStationIsNoCloudCover() throws {
        let automatic = try observation(#""clouds":[],"rawOb":"METAR X AUTO 10SM CLR 27/19""#)
        #expect(automatic.seesLowCloudOnly == true && automatic.conditions.cloudCover == nil)
        let seen = try observation(#""clouds":[],"rawOb":"METAR X 10SM SKC 27/19""#)
        #expect(seen.seesLowCloudOnly == nil && seen.conditions.cloudCover == 0)
    }

    /// `//`: an automatic station without an instrument for rain, fog and the like.
    @Test(arguments: [
        ("METAR X 111520Z AUTO 24010KT 9999 // NCD 12/08 Q1015", true),
        ("METAR X 111520Z AUTO //// // ////// 12/08", true), ("METAR X 111520Z 24010KT 9999 NCD 12/08", false),
        ("METAR X 111520Z AUTO 24010KT //// NCD 12/08 RMK //", false),
    ])
    func weatherThatIsNotObserved(text: String, isMissing: Bool) throws {
        #expect((try observation(#""rawOb":"\#(text)""#).missesWeather == true) == isMissing)
    }

    /// A knot is 1852 m an hour.
    @Test func windIsInMetersPerSecond() throws {
        let wind = try observation(#""wspd":20,"wgst":40,"wdir":180"#).conditions
        #expect(wind.windSpeed == 10.289 && wind.windGust == 20.578 && wind.windDirection == 180)
        let variable = try observation(#""wspd":3,"wdir":"VRB""#).conditions
        #expect(variable.windSpeed == 1.543 && variable.windDirection == nil)
        let calm = try observation(#""wspd":0,"wdir":0"#).conditions
        #expect(calm.windSpeed == 0 && calm.windDirection == nil && calm.windGust == nil)
        for missing in [#""wdir":0"#, #""wspd":null,"wdir":null,"wgst":null"#] {
            let conditions = try observation(missing).conditions
            #expect(conditions.windSpeed == nil && conditions.windDirection == nil)
        }
    }

    /// The visibility in the text: a statute mile is 1609.344 m, and four digits are metres. 9999 and `CAVOK` are 10 km
    /// or more (WMO-No. 306, FM 15 METAR).
    @Test(
        arguments: [
            ("0.75", "3/4SM", 1207, false), (#""10+""#, "10SM", 16_093, true), ("7", "7SM", 11_265, false),
            ("4.97", "8000", 8000, false), (#""6+""#, "9999", 10_000, true), (#""6+""#, "CAVOK", 10_000, true),
            ("null", "CAVOK", 10_000, true), ("null", "////SM", nil, false),
        ] as [(String, String, Double?, Bool)])
    func visibilityIsThatOfTheText(value: String, group: String, meters: Double?, isAtLeast: Bool) throws {
        let observation = try observation(#""visib":\#(value),"rawOb":"METAR X \#(group) 27/19""#)
        let visibility = observation.conditions.visibility
        #expect((visibility == nil) == (meters == nil))
        if let meters { #expect(abs(try #require(visibility) - meters) < 3) }
        #expect((observation.conditions.seesAtLeast == true) == isAtLeast)
    }

    @Test func rainIsThatOfTheLastHour() throws {
        let rain = try observation(#""metarType":"METAR","precip":0.1"#).conditions
        #expect(rain.precipitation == 2.5 && rain.precipitationPeriod == 3600)
        #expect(try observation(#""metarType":"METAR","precip":0.005"#).conditions.precipitation == 0, "a trace")
        #expect(try observation(#""metarType":"SPECI","precip":0.1"#).conditions.precipitation == nil)
    }

    /// Stations with a gauge (`AO2`) omit zero amounts; `PNO`: the gauge is out of order, `$`: the station needs
    /// maintenance (Federal Meteorological Handbook No. 1).
    @Test(
        arguments: [
            ("METAR", "METAR KBHM 201553Z 25003KT 10SM FEW095 14/M06 A3030 RMK AO2 SLP260 T01391056", true),
            ("METAR", "METAR KSNA 201553Z AUTO VCSH BLSN 25003KT 10SM CLR 14/M06 A3030 RMK AO2 SLP260", true),
            ("METAR", "METAR KFNL 031156Z AUTO 10SM BKN100 15/08 A2980 RMK AO2 SLP036 6//// 53006 PNO $", false),
            ("METAR", "METAR KBHM 201553Z 10SM CLR 14/M06 A3030 RMK AO2 PNO", false),
            ("METAR", "METAR KBHM 201553Z 10SM CLR 14/M06 A3030 RMK AO2 SLP260 $", false),
            ("METAR", "METAR KBHM 201553Z 10SM CLR 14/M06 A3030 RMK AO1", false),
            // Stations without a gauge have AO2 too, but no pressure at sea level.
            ("METAR", "METAR KXYZ 201553Z AUTO 10SM CLR 14/M06 A3030 RMK AO2", false),
            ("METAR", "METAR KBHM 201553Z 10SM CLR 14/M06 A3030 RMK AO2 RAB10E30 SLP260", false),
            ("METAR", "METAR KBHM 201553Z 10SM CLR 14/M06 A3030 RMK AO2 SHSNE05 SLP260", false),
            ("METAR", "METAR KBHM 201553Z 10SM CLR 14/M06 A3030 RMK AO2 FGB10 SLP260", true),
            ("METAR", "METAR KBHM 201553Z 10SM CLR 14/M06 A3030", false),
            ("METAR", "METAR KBHM 201553Z 10SM CLR 14/M06 A3030 RMK AO2 P////", false),
            ("METAR", "METAR KBHM 201553Z 5SM -RA BR OVC010 14/M06 A3030 RMK AO2", false),
            ("METAR", "METAR KBHM 201553Z 5SM +TSRAGR OVC010 14/M06 A3030 RMK AO2", false),
            ("METAR", "METAR ENGM 111520Z 18008KT 9999 FEW045 03/02 Q0998", false),
            ("SPECI", "SPECI KBHM 201610Z 10SM CLR 14/M06 A3030 RMK AO2", false),
        ])
    func absentAmountIsNoRain(type: String, text: String, isDry: Bool) throws {
        let minute53 = 1_783_637_580
        let conditions = try observation(#""metarType":"\#(type)","rawOb":"\#(text)""#, at: minute53).conditions
        #expect(conditions.precipitation == (isDry ? 0 : nil) && conditions.precipitationPeriod == (isDry ? 3600 : nil))
        #expect(conditions.rain == (isDry ? 0 : nil) && conditions.snowfall == (isDry ? 0 : nil))
    }

    @Test func seaLevelPressureIsPreferred() throws {
        #expect(try observation(#""altim":1017,"slp":1018.2"#).conditions.pressure == 1018.2)
    }

    /// Reduced by hand from ISO 2533 and WMO-No. 8: at 15 °C at sea level, a QNH is the pressure there; in cold air, a column of
    /// the same height weighs more. Without a temperature, only a low station's is near enough.
    @Test(
        arguments: [
            (204, 13.7, 1017, 1017), (600, -20, 1013, 1021.9), (1600, 25, 1020, 1006.8), (1600, nil, 1020, nil),
            (100, nil, 1017, 1017), (-3, 10, 1017, 1017), (nil, 10, 1017, nil),
        ] as [(Double?, Double?, Double, Double?)])
    func altimeterSettingIsReducedWithTheMeasuredTemperature(
        elevation: Double?, temperature: Double?, qnh: Double, pressure: Double?
    ) throws {
        let elevation = elevation.map { "\($0)" } ?? "null"
        let found = try observation(
            #""altim":\#(qnh),"slp":null,"temp":\#(temperature.map { "\($0)" } ?? "null")"#, elevation: elevation
        ).conditions.pressure
        #expect((found == nil) == (pressure == nil))
        if let pressure { #expect(abs(try #require(found) - pressure) < 0.4) }
    }
}
