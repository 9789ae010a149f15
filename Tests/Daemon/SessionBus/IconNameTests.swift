import Testing
import Weather

@testable import SessionBus

struct IconNameTests {
    /// The names of the freedesktop icon naming specification.
    private static let standard: Set<String> = [
        "weather-clear", "weather-clear-night", "weather-few-clouds", "weather-few-clouds-night", "weather-fog",
        "weather-overcast", "weather-severe-alert", "weather-showers", "weather-showers-scattered", "weather-snow",
        "weather-storm",
    ]

    @Test func everyConditionHasAStandardIcon() {
        for condition in Condition.allCases where condition != .unknown {
            for isDay in [true, false, nil] {
                let name = IconName.name(of: condition.rawValue, isDay: isDay)
                #expect(name.map(Self.standard.contains) == true, "\(condition): \(name ?? "none")")
            }
        }
        #expect(IconName.name(of: Condition.unknown.rawValue, isDay: true) == nil)
        #expect(IconName.name(of: "a later condition", isDay: true) == nil)
    }

    @Test func nightHasItsOwnIconOnlyWhereItsSkyIsVisible() {
        #expect(IconName.name(of: "clear", isDay: false) == "weather-clear-night")
        #expect(IconName.name(of: "partly-cloudy", isDay: false) == "weather-few-clouds-night")
        #expect(IconName.name(of: "clear", isDay: nil) == "weather-clear")
        #expect(IconName.name(of: "rain", isDay: false) == "weather-showers")
    }
}
