import HTTP
import Testing
import Weather

@testable import Providers

struct NWSValueTests {
    private func quantity(_ unit: String, _ value: Double) -> JSONValue {
        .object(["unitCode": .text(unit), "value": .number(value)])
    }

    @Test func unknownUnitsAreRejected() {
        #expect(quantity("wmoUnit:degC", 12).measured(.temperature) == 12)
        #expect(quantity("unit:degF", 50).measured(.temperature) == 10)
        #expect(quantity("http://codes.wmo.int/common/unit/degC", 12).measured(.temperature) == 12)
        #expect(quantity("wmoUnit:km_h-1", 36).measured(.speed) == 10)
        #expect(quantity("wmoUnit:m_s-1", 10).measured(.speed) == 10)
        #expect(quantity("wmoUnit:Pa", 101_325).measured(.pressure) == 1013.25)
        #expect(quantity("wmoUnit:hPa", 1013).measured(.pressure) == 1013)
        #expect(quantity("wmoUnit:percent", 40).measured(.percent) == 40)
        #expect(quantity("wmoUnit:degree_(angle)", 200).measured(.direction) == 200)
        #expect(quantity("wmoUnit:m", 16_093.44).measured(.distance) == 16_093.44)
        #expect(quantity("wmoUnit:m", 0.002).measured(.depth) == 2)
        #expect(quantity("wmoUnit:furlong", 1).measured(.distance) == nil)
        #expect(quantity("wmoUnit:Pa", 1).measured(.pressure) == nil)
        #expect(JSONValue.object(["value": .number(12)]).measured(.temperature) == nil)
        #expect(JSONValue.number(50).inSI(.temperature, unit: "F") == 10)
        #expect(JSONValue.number(10).inSI(.temperature, unit: "C") == 10)
        #expect(JSONValue.number(10).inSI(.temperature, unit: "R") == nil)
        #expect(JSONValue.number(10).inSI(.temperature, unit: nil) == nil)
    }

    @Test(
        arguments: [
            ("5 mph", 2.235, 2.235), ("10 to 15 mph", 4.47, 6.706), ("36 km/h", 10, 10), ("0 mph", 0, 0),
            ("18 to 36 km/h", 5, 10),
        ])
    func windTextsAreRead(text: String, lowest: Double, highest: Double) throws {
        let wind = try #require(NWSWind(.text(text)))
        #expect(wind.lowest == lowest)
        #expect(wind.highest == highest)
    }

    @Test(arguments: ["", "calm", "5", "mph", "5 leagues", "10 to mph to", "-5 mph", "a to b mph", "1 2 3 mph"])
    func invalidWindTextIsNil(text: String) {
        #expect(NWSWind(.text(text)) == nil)
    }

    @Test func windQuantitiesAreRead() throws {
        let ends = JSONValue.object([
            "unitCode": .text("wmoUnit:km_h-1"), "minValue": .number(18), "maxValue": .number(36),
        ])
        #expect(NWSWind(ends)?.middle == 7.5)
        #expect(NWSWind.direction("SSW") == 202.5)
        #expect(NWSWind.direction("N") == 0)
        #expect(NWSWind.direction("VRB") == nil)
        #expect(NWSWind.direction(nil) == nil)
    }

    @Test(
        arguments: [
            ("PT1H", 3600), ("PT6H", 21_600), ("P1D", 86_400), ("P1DT6H", 108_000), ("PT30M", 1800),
            ("P7DT16H", 662_400), ("P", nil), ("", nil), ("PT", nil), ("1H", nil), ("PT1.5H", nil), ("P1M", nil),
            ("PT1", nil), ("P99999999999999999999D", nil), ("P15D", nil), ("PT0H", nil),
        ])
    func durationsAreRead(text: String, seconds: Int?) {
        #expect(NWSSeries.seconds(text) == seconds)
    }

    @Test(
        arguments: [
            ("land/day/rain_showers,40?size=small", nil, .rainShowers), ("land/night/skc", nil, .clear),
            ("land/day/wind_bkn?size=medium", nil, .partlyCloudy), ("land/night/bkn/rain,50", nil, .rain),
            ("land/day/tsra_hi,20/few", nil, .thunderstorm), ("land/day/rain,30", "Chance Light Rain", .rainLight),
            ("land/day/rain,30", "Heavy Rain", .rainHeavy), ("land/day/rain,30", "Areas Of Drizzle", .drizzle),
            ("land/day/snow,30", "Snow Showers Likely", .snowShowers),
            ("land/day/fzra", "Freezing Rain", .freezingRain),
            ("land/day/hot", "Sunny And Hot", .clear), ("land/day/cold", "Mostly Cloudy", .partlyCloudy),
            ("land/day/frogs", "Patchy Smoke", .smoke), (nil, "Widespread Fog", .fog), (nil, "Cloudy", .overcast),
            (nil, "Snow Flurries", .snowLight), (nil, nil, .unknown), ("land/day/frogs", "Frogs", .unknown),
        ] as [(String?, String?, Condition)])
    func weatherMapsToSharedConditions(icon: String?, words: String?, condition: Condition) {
        let sky = NWSSky(icon: icon.map { "https://api.weather.gov/icons/\($0)" }, words: words)
        #expect(sky.condition == condition)
        #expect(sky.unknownCode == (words == "Frogs" ? "icon frogs" : nil))
    }

    /// All of <https://api.weather.gov/icons>.
    @Test(
        arguments: [
            "skc", "few", "sct", "bkn", "ovc", "wind_skc", "wind_few", "wind_sct", "wind_bkn", "wind_ovc", "snow",
            "rain_snow", "rain_sleet", "snow_sleet", "fzra", "rain_fzra", "snow_fzra", "sleet", "rain", "rain_showers",
            "rain_showers_hi", "tsra", "tsra_sct", "tsra_hi", "tornado", "hurricane", "tropical_storm", "dust", "smoke",
            "haze", "blizzard", "fog",
        ])
    func everyIconIsMapped(code: String) {
        #expect(
            NWSSky(icon: "https://api.weather.gov/icons/land/day/\(code)?size=small", words: nil).condition != .unknown)
    }
}
