import Testing
import Weather

@testable import Providers

/// The likelihood that words and icons express.
struct NWSSkyTests {
    @Test(
        arguments: [
            ("Slight Chance Showers And Thunderstorms", .thunderstorm, .possible),
            ("Chance Light Rain", .rainLight, .possible), ("Rain Showers Likely", .rainShowers, .likely),
            ("Showers And Thunderstorms Likely", .thunderstorm, .likely), ("Rain", .rain, nil),
            ("Isolated Showers And Thunderstorms", .thunderstorm, .possible),
            ("Scattered Snow Showers", .snowShowers, .possible), ("Numerous Rain Showers", .rainShowers, .likely),
            ("Widespread Rain", .rain, nil), ("Occasional Snow", .snow, nil), ("Patchy Fog", .fog, .possible),
            ("Areas Of Drizzle", .drizzle, .possible), ("Patchy Freezing Drizzle", .freezingDrizzle, .possible),
            // Each condition has its own qualifier.
            ("Rain And Patchy Fog", .rain, nil), ("Patchy Fog And Rain", .rain, nil),
            ("Areas Of Fog And Rain", .rain, nil), ("Numerous Rain Showers And Thunderstorms", .thunderstorm, .likely),
            ("Rain Showers Likely And Patchy Fog", .rainShowers, .likely),
            ("Showers Likely And Slight Chance Thunderstorms", .thunderstorm, .possible),
            // In a sequence, the most certain statement counts.
            ("Slight Chance Thunderstorms then Thunderstorms", .thunderstorm, nil),
            ("Chance Rain then Rain Likely", .rain, .likely),
            ("Mostly Cloudy then Chance Light Rain", .rainLight, .possible),
            ("Rain then Slight Chance Thunderstorms", .thunderstorm, .possible), ("Mostly Sunny", .mostlyClear, nil),
            // From a weather station.
            ("Thunderstorms in Vicinity", .thunderstorm, .possible), ("Light Rain", .rainLight, nil),
        ] as [(String, Condition, Likelihood?)])
    func wordsStateLikelihood(words: String, condition: Condition, likelihood: Likelihood?) {
        let sky = NWSSky(icon: nil, words: words)
        #expect(sky.condition == condition)
        #expect(sky.likelihood == likelihood)
    }

    @Test(
        arguments: [
            ("day/rain,20", nil, .rain, .possible), ("day/rain,50", nil, .rain, .possible),
            ("day/rain,60", nil, .rain, .likely), ("day/rain,70", nil, .rain, .likely),
            ("day/rain,80", nil, .rain, nil),
            ("day/rain", nil, .rain, nil), ("day/tsra_hi,20/rain,90", nil, .rain, nil),
            ("day/rain,20/rain,90", nil, .rain, nil),
            // Words take precedence.
            ("day/tsra,20", "Thunderstorms Likely", .thunderstorm, .likely),
            ("day/snow,90", "Chance Snow", .snow, .possible),
            ("day/tsra_hi", "Slight Chance Showers", .thunderstorm, .possible),
            ("day/sct", "Isolated Rain Showers", .partlyCloudy, nil),
            // The more dangerous of both.
            ("day/rain", "Thunderstorms and Rain", .thunderstorm, nil), ("day/bkn", "Light Snow", .snowLight, nil),
            ("day/ovc", "Funnel Cloud", .tornado, nil), ("day/haze", "Heavy Thunderstorms", .thunderstorm, nil),
            ("day/rain,60", "Chance Thunderstorms", .rain, .likely), ("night/few", "Mostly Cloudy", .mostlyClear, nil),
        ] as [(String, String?, Condition, Likelihood?)])
    func iconsStateLikelihood(icon: String, words: String?, condition: Condition, likelihood: Likelihood?) {
        let sky = NWSSky(icon: "https://api.weather.gov/icons/land/\(icon)?size=small", words: words)
        #expect(sky.condition == condition)
        #expect(sky.likelihood == likelihood)
    }

    @Test func worstConditionHasHighestStatedLikelihood() {
        let worst = StatedCondition.worst(of: [
            StatedCondition(condition: .rain), StatedCondition(condition: .thunderstorm, likelihood: .possible),
            StatedCondition(condition: .thunderstorm, likelihood: .likely),
        ])
        #expect(worst == StatedCondition(condition: .thunderstorm, likelihood: .likely))
        #expect(StatedCondition.worst(of: []) == nil)
    }
}
