import Rendering
import Testing
import Weather

@testable import Configuration

/// Units are metric in every region. Where others are customary and none are configured, the user sees a hint how to
/// set them.
struct UnitsHintTests {
    @Test(arguments: [
        ("en_US.UTF-8", "", true), ("es_US", "", true), ("my_MM", "", true), ("en_GB.UTF-8", "", false),
        ("C", "", false), ("ru_RU.UTF-8", "", true), ("uk_UA", "", true), ("ja_JP", "", true), ("zh_CN", "", true),
        ("ru_RU.UTF-8", "units = \"metric\"", false),
        ("de_DE.UTF-8", "", false), ("en_US.UTF-8", "units = \"metric\"", false),
        ("en_US.UTF-8", "[units]\nwind = \"kn\"", false),
    ])
    func unitsHintIsShownWhereOthersAreCustomary(locale: String, text: String, expected: Bool) throws {
        let configuration = try configuration(text, environment: ["LANG": locale])
        #expect(configuration.style.hintsAtUnits == expected)
        if text.isEmpty { #expect(configuration.units == .metric) }
    }
}
