import Testing
import Weather

@testable import Providers

struct METSymbolTests {
    /// <https://github.com/metno/weathericons>, each with its condition.
    private static let words: [(String, Condition, METSymbol.PrecipitationType?)] = [
        ("clearsky_day", .clear, nil), ("clearsky_polartwilight", .clear, nil), ("fair_night", .mostlyClear, nil),
        ("partlycloudy_day", .partlyCloudy, nil), ("cloudy", .overcast, nil), ("fog", .fog, nil),
        ("lightrain", .rainLight, .rain), ("rain", .rain, .rain), ("heavyrain", .rainHeavy, .rain),
        ("lightrainshowers_day", .rainShowers, .rain), ("rainshowers_night", .rainShowers, .rain),
        ("heavyrainshowers_polartwilight", .rainShowers, .rain), ("lightrainandthunder", .thunderstorm, .rain),
        ("heavyrainshowersandthunder_day", .thunderstorm, .rain), ("lightsleet", .sleet, .sleet),
        ("sleet", .sleet, .sleet), ("heavysleet", .sleet, .sleet), ("sleetshowers_day", .sleet, .sleet),
        ("sleetandthunder", .thunderstorm, .sleet), ("lightsnow", .snowLight, .snow), ("snow", .snow, .snow),
        ("heavysnow", .snowHeavy, .snow), ("lightsnowshowers_night", .snowShowers, .snow),
        ("heavysnowandthunder", .thunderstorm, .snow), ("lightssleetshowersandthunder_day", .thunderstorm, .sleet),
        ("lightsleetshowersandthunder_day", .thunderstorm, .sleet),
        ("lightssnowshowersandthunder_night", .thunderstorm, .snow),
        ("lightsnowshowersandthunder_night", .thunderstorm, .snow), ("plague", .unknown, nil), ("", .unknown, nil),
        ("light", .unknown, nil), ("rainbow", .unknown, nil), ("heavyfog", .unknown, nil),
    ]

    @Test(arguments: words)
    func symbolsMapToSharedConditions(word: String, condition: Condition, precipitation: METSymbol.PrecipitationType?) {
        #expect(METSymbol(word).condition == condition)
        #expect(METSymbol(word).precipitation == precipitation)
    }

    @Test func sleetIsSplitByTemperature() {
        let sleet = METSymbol("sleet")
        #expect(sleet.rainShare(at: -3) == 0)
        #expect(sleet.rainShare(at: 2.5) == 0.5)
        #expect(sleet.rainShare(at: 8) == 1)
        #expect(sleet.rainShare(at: nil) == nil)
        #expect(METSymbol("snow").rainShare(at: 8) == 0)
        #expect(METSymbol("rain").rainShare(at: -8) == 1)
    }
}
