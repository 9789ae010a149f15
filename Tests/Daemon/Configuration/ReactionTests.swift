import Notifications
import Testing
import Weather

@testable import Configuration

/// The section `[on]` of config.toml.
struct ReactionTests {
    private func reactions(
        _ text: String = "", environment: [String: String] = [:]
    ) throws(ConfigurationError) -> Reactions {
        try configuration(text, environment: environment).reactions
    }

    @Test func reactionsAreOffByDefault() throws {
        #expect(try reactions().kinds.isEmpty)
        #expect(try reactions("[on]\nalert = \"off\"").kinds.isEmpty)
        #expect(try reactions("[on]\nalert = \"notify\"").kinds == [.alert])
        #expect(try reactions().deadline == .seconds(30))
    }

    @Test func notificationsAndCommandsAreRead() throws {
        let reactions = try reactions(
            """
            [on]
            alert = "notify"
            rain = ["/home/me/bin/x", "--flag", "a b", "$(touch x)", ""]
            frost = ["~/bin/x"]
            lost = ["notify-send", "lost, and \\"gone\\""]
            back = ["notify"]
            deadline = "2m"
            """, environment: ["HOME": "/home/you"])
        #expect(reactions[.alert] == .notification)
        #expect(reactions[.rain] == .command(["/home/me/bin/x", "--flag", "a b", "$(touch x)", ""]))
        #expect(reactions[.frost] == .command(["/home/you/bin/x"]))
        #expect(reactions[.lost] == .command(["notify-send", "lost, and \"gone\""]))
        #expect(reactions[.back] == .notification)
        #expect(reactions.deadline == .seconds(120))
    }

    @Test func environmentOverridesFile() throws {
        let text = "[on]\nalert = [\"/bin/x\"]\nrain = \"notify\""
        let environment = ["WEATHERD_ON_ALERT": "off", "WEATHERD_ON_RAIN": "/bin/y,-v", "WEATHERD_ON_LOST": "notify"]
        let reactions = try reactions(text, environment: environment)
        #expect(reactions[.alert] == nil)
        #expect(reactions[.rain] == .command(["/bin/y", "-v"]))
        #expect(reactions[.lost] == .notification)
    }

    @Test(arguments: [
        "alert = \"/bin/x\"", "alert = \"Notify\"", "alert = true", "alert = []", "alert = [\"\"]",
        "alert = [\"/bin/x\", 7]",
    ])
    func invalidHookErrorListsAcceptedValues(line: String) {
        #expect(
            complaint("icons = \"ascii\"\n[on]\n\(line)")
                == """
                config.toml:3: on.alert: must be "notify", "off", or a command as a list: \
                ["/home/me/bin/tell", "--loudly"]
                """)
    }

    @Test func missingProgramIsReported() throws {
        func notices(_ command: String) throws -> [String] {
            try configuration("[on]\nrain = [\"\(command)\"]", environment: ["PATH": "/usr/bin:/bin"]).notices
        }
        #expect(try notices("/nowhere/x") == ["on.rain: program not found or not executable: /nowhere/x"])
        #expect(try notices("weatherd-is-not-here").count == 1)
        #expect(try notices("true").isEmpty)
        #expect(try notices("/bin/sh").isEmpty)
    }

    @Test func otherErrorsAreReported() {
        #expect(
            complaint("on.rain = [\"bin/x\"]")
                == """
                config.toml:1: on.rain: invalid program "bin/x": must be a name or a path that begins with / or ~/
                """)
        #expect(
            complaint("[on]\nhail = \"notify\"")
                == """
                config.toml:2: on.hail: is not a weatherd setting; the keys are \
                \(WeatherEvent.Kind.keys.map { "on.\($0.rawValue), " }.joined())on.deadline
                """)
        #expect(complaint("[on]\ndeadline = \"soon\"").hasPrefix("config.toml:2: on.deadline: invalid value \"soon\""))
        #expect(complaint("[on]\ndeadline = \"2h\"") == "config.toml:2: on.deadline: must be a duration of at most 1h")
        #expect(
            complaint(environment: ["WEATHERD_ON_FROST": "bin/x"]).hasPrefix(
                "WEATHERD_ON_FROST: on.frost: invalid program \"bin/x\""))
    }
}
