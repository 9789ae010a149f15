import Notifications
import Refreshing
import Testing
import Weather

@testable import Configuration

/// The tables `[threshold.NAME]` and `[brief]` of config.toml.
struct ThresholdConfigurationTests {
    private func reactions(
        _ text: String = "", environment: [String: String] = [:]
    ) throws(ConfigurationError) -> Reactions {
        try configuration(text, environment: environment).reactions
    }

    @Test func thresholdsAreRead() throws {
        let reactions = try reactions(
            """
            [threshold.black-ice]
            when = "temperature < 0 °C"
            do = ["/bin/true"]
            hysteresis = 2
            within = "3h"

            [threshold.air]
            when = "aqi > 100"

            [threshold.quiet]
            when = "uv >= 6"
            do = "off"
            """)
        #expect(reactions.thresholds.map(\.name) == ["air", "black-ice"], "by name, and without what is off")
        let ice = try #require(reactions.thresholds.last)
        #expect(ice.rule.text == "temperature < 0 °C" && ice.hysteresis == 2 && ice.within == 10_800)
        #expect(reactions[threshold: "black-ice"] == .command(["/bin/true"]))
        #expect(reactions[threshold: "air"] == .notification, "which is what a threshold is for")
        #expect(reactions.kinds == [.threshold])
    }

    @Test func environmentSetsAndOverridesThresholds() throws {
        let text = "[threshold.gale]\nwhen = \"gusts > 60 km/h\""
        let environment = [
            "WEATHERD_THRESHOLD_GALE_WHEN": "gusts > 90 km/h", "WEATHERD_THRESHOLD_BLACK_ICE_WHEN": "temperature < 0",
            "WEATHERD_THRESHOLD_BLACK_ICE_DO": "/bin/true,-v",
        ]
        let configuration = try configuration(text, environment: environment)
        #expect(configuration.reactions.thresholds.map(\.rule.text) == ["temperature < 0", "gusts > 90 km/h"])
        #expect(configuration.reactions[threshold: "black-ice"] == .command(["/bin/true", "-v"]))
        #expect(configuration.notices == ["WEATHERD_THRESHOLD_GALE_WHEN overrides threshold.gale.when in config.toml"])
    }

    @Test func airQualityIsFetchedForThresholds() throws {
        #expect(try configuration("[threshold.x]\nwhen = \"pm25 > 25\"").services.keepsAirFresh)
        #expect(try !configuration("[threshold.x]\nwhen = \"uv > 6\"").services.keepsAirFresh)
        #expect(try !configuration("[threshold.x]\nwhen = \"aqi > 60\"\ndo = \"off\"").services.keepsAirFresh)
    }

    @Test(arguments: [
        (
            "when = \"temperature\"",
            """
            2: threshold.x.when: must be a quantity, <, <=, > or >=, and a number with or without a unit, such as "gusts > 60 \
            km/h" or "temperature < 0"
            """
        ),
        (
            "when = \"temprature < 0\"",
            "2: threshold.x.when: unknown quantity \"temprature\"; did you mean \"temperature\"?"
        ),
        (
            "when = \"gust > 60 knits\"",
            "2: threshold.x.when: unknown unit \"knits\" of gusts; accepted: ms, kmh, mph, kn, bft"
        ),
        ("when = \"uv > 6 km\"", "2: threshold.x.when: unknown unit \"km\" of uv; it has none"),
        ("when = \"humidity > 101\"", "2: threshold.x.when: humidity must be compared with a number from 0 to 100"),
        ("when = 7", "2: threshold.x.when: must be text in double quotes"),
        (
            "when = \"uv > 6\"\nhysteresis = -1",
            """
            3: threshold.x.hysteresis: invalid value "-1": must be a number of at least 0, in the unit of the threshold
            """
        ),
        (
            "when = \"uv > 6\"\nwithin = \"90m\"\ndo = \"notify\"\nhysteresis = \"x\"",
            "5: threshold.x.hysteresis: must be a number"
        ),
        (
            "when = \"uv > 6\"\nwithin = \"30m\"",
            "3: threshold.x.within: invalid value \"30m\": must be a duration from 1h to 48h"
        ),
        (
            "when = \"uv > 6\"\ndoo = \"notify\"",
            "3: threshold.x.doo: is not a weatherd setting; did you mean threshold.x.do?"
        ),
    ])
    func invalidThresholdErrorListsAcceptedValues(lines: String, error: String) {
        #expect(complaint("[threshold.x]\n\(lines)") == "config.toml:\(error)")
    }

    @Test func incompleteAndMisnamedThresholdsAreErrors() {
        #expect(
            complaint("[threshold.x]\ndo = \"notify\"").hasPrefix(
                "config.toml:2: threshold.x.do: requires threshold.x.when, which must be a quantity"))
        #expect(
            complaint("[threshold.Cold]\nwhen = \"uv > 6\"")
                == """
                config.toml:1: threshold.Cold: a threshold's name must consist of 1 to 40 lower-case letters, digits \
                and hyphens
                """)
        #expect(complaint("threshold = 1").hasPrefix("config.toml:1: threshold: "))
        #expect(complaint("[threshold]\nwhen = \"uv > 6\"").hasPrefix("config.toml:2: threshold.when: "))
    }

    @Test func errorsOfOneThresholdDoNotHideOthers() throws {
        let text = """
            [threshold.a]
            when = "uv"
            within = "3h"
            [threshold.b]
            do = "notify"
            within = "3h"
            [threshold.c]
            when = "uv > 6"
            within = "x"
            """
        let file = try ConfigurationFile(tolerating: "config.toml", bytes: Array(text.utf8))
        let mistakes = ConfigurationMistakes(
            ConfigurationFiles.Contents(files: [file], main: file.path), environment: [:]
        ) { _, _ in }
        .all
        #expect(mistakes.map(\.key) == ["threshold.a.when", "threshold.b.do", "threshold.c.within"])
    }

    // MARK: - The daily brief

    @Test func briefNeedsOneOfTimeAndReaction() throws {
        #expect(try reactions().kinds == [])
        let timed = try reactions("[brief]\nat = \"06:30\"")
        #expect(timed[.brief] == .notification && timed.briefTime == TimeOfDay(written: "6:30"))
        let done = try reactions("brief.do = [\"/bin/true\"]")
        #expect(done[.brief] == .command(["/bin/true"]) && done.briefTime == .morning)
        #expect(try reactions("[brief]\nat = \"06:30\"\ndo = \"off\"").kinds == [])
        #expect(try reactions(environment: ["WEATHERD_BRIEF_AT": "22:00"]).kinds == [.brief])
        #expect(
            complaint("[brief]\nat = \"7 am\"")
                == "config.toml:2: brief.at: invalid value \"7 am\": must be a time from \"00:00\" to \"23:59\"")
        #expect(complaint("[brief]\nat = 07:00:00") == "config.toml:2: brief.at: must be text in double quotes")
    }
}
