import HTTP
import Testing
import Weather

@testable import Providers

struct OpenWeatherMapCodeTests {
    /// <https://openweathermap.org/weather-conditions>, each with what it means here.
    private static let ids: [Condition: Set<Int>] = [
        .thunderstorm: [200, 201, 202, 210, 211, 212, 221, 230, 231, 232],
        .drizzle: [300, 301, 302, 310, 311, 312, 321],
        .rainShowers: [313, 314, 520, 521, 522, 531],
        .rainLight: [500], .rain: [501], .rainHeavy: [502, 503, 504], .freezingRain: [511],
        .snowLight: [600], .snow: [601], .snowHeavy: [602], .sleet: [611, 612, 613, 615, 616],
        .snowShowers: [620, 621, 622],
        .fog: [701, 741], .smoke: [711], .haze: [721], .dust: [731, 751, 761, 762], .squall: [771], .tornado: [781],
        .clear: [800], .mostlyClear: [801], .partlyCloudy: [802, 803], .overcast: [804],
    ]

    @Test func onlyDocumentedIDsAreKnown() {
        for id in 0...1000 {
            let expected = Self.ids.first { $0.value.contains(id) }?.key ?? .unknown
            #expect(Condition(openWeatherMapID: id) == expected, "\(id)")
        }
    }

    /// Mist may be named before snow.
    @Test(
        arguments: [
            ([701, 601], .snow), ([601, 701], .snow), ([721, 211], .thunderstorm), ([500, 741], .rainLight),
            ([600, 511], .freezingRain), ([800], .clear), ([9999, 701], .fog), ([], .unknown),
        ] as [([Int], Condition)])
    func mostDangerousIDIsTheCondition(ids: [Int], condition: Condition) throws {
        let weather = ids.map { #"{"id":\#($0)}"# }.joined(separator: ",")
        let json = try JSONValue(HTTPAnswer(#"{"weather":[\#(weather)]}"#), from: "x")
        #expect(json.openWeatherMapCondition == condition)
    }

    /// 801 is 11 to 25 %, 802 and 803 are 25 to 84 %, 804 is 85 to 100 %.
    @Test(
        arguments: [
            (0, .clear), (10, .clear), (11, .mostlyClear), (24, .mostlyClear), (26, .partlyCloudy), (84, .partlyCloudy),
            (85, .overcast), (100, .overcast),
        ] as [(Double, Condition)])
    func cloudCoverHasTheThresholdsOfTheIDs(cloudCover: Double, condition: Condition) {
        #expect(Condition(cloudCover: cloudCover) == condition)
    }

    /// The moments that a response can be about.
    @Test(arguments: [(-86_401, false), (-86_400, true), (0, true), (20 * 86_400, true), (20 * 86_400 + 1, false)])
    func timesAreNearTheRequest(offset: Int, isBelieved: Bool) throws {
        let time = OpenWeatherMapAnswers.now.advanced(by: offset)
        let json = try JSONValue(HTTPAnswer(#"{"dt":\#(time.seconds)}"#), from: "x")
        #expect(json["dt"].time(near: OpenWeatherMapAnswers.now) == (isBelieved ? time : nil))
    }

    /// An id that weatherd does not know concerns its own hours alone.
    @Test func otherConditionsAreKnownBesideUnknownIDs() async throws {
        let report = try await OpenWeatherMapAnswers.report(
            OpenWeatherMapAnswers.present.replacing(#""id":500"#, with: #""id":null"#),
            OpenWeatherMapAnswers.forecast.replacing(#""id":800"#, with: #""id":950"#)
        ).completed
        #expect(report.unknownCodes == ["condition id 950"])
        #expect(report.current?.condition != .unknown)
    }
}
