import Notifications
import Refreshing
import Testing
import Weather

@testable import Configuration

/// The table `[on.alert]` of config.toml.
struct AlertReactionTests {
    private func reactions(
        _ text: String = "", environment: [String: String] = [:]
    ) throws(ConfigurationError) -> Reactions {
        try configuration(text, environment: environment).reactions
    }

    @Test func filterStandsForANotification() throws {
        let reactions = try reactions("[on]\nalert = { at-least = \"severe\" }")
        #expect(reactions[.alert] == .notification)
        #expect(reactions.alerts.leastSeverity == .severe)
        #expect(try self.reactions("[on]\nalert = { favourites = true }").kinds == [.alert])
        #expect(try self.reactions("[on]\nalert = {}").kinds == [])
    }

    @Test func everyKeyIsRead() throws {
        let reactions = try reactions(
            """
            [on.alert]
            do = ["/bin/true"]
            at-least = "moderate"
            kinds = ["wind", "snow-ice"]
            except = ["fog"]
            favourites = true
            """)
        #expect(reactions[.alert] == .command(["/bin/true"]))
        var filter = AlertFilter()
        filter.leastSeverity = .moderate
        filter.kinds = [.wind, .snowIce]
        filter.exceptions = [.fog]
        filter.includesFavourites = true
        #expect(reactions.alerts == filter)
    }

    @Test func reactionDependsOnTheWarning() throws {
        let reactions = try reactions("[on]\nalert = { at-least = \"severe\", except = [\"fog\"] }")
        func reaction(_ severity: Alert.Severity, _ kind: Alert.Kind) -> Reaction? {
            reactions.reaction(to: .alert(Alert(id: "1", event: "x", severity: severity, kind: kind)))
        }
        #expect(reaction(.severe, .wind) == .notification)
        #expect(
            reaction(.moderate, .wind) == nil && reaction(.extreme, .fog) == nil && reaction(.unknown, .wind) == nil)
    }

    @Test func warningsOfFavouritesAreFetchedIfTheyAreNotified() throws {
        func fetches(_ text: String) throws -> Bool { try configuration(text).services.fetchesWarningsOfFavourites }
        #expect(try fetches("[on]\nalert = { favourites = true }"))
        #expect(try !fetches("[on]\nalert = \"notify\""))
        #expect(try !fetches("[on]\nalert = { favourites = true, do = \"off\" }"))
    }

    @Test func environmentTakesPrecedence() throws {
        let table = "[on]\nalert = { at-least = \"severe\" }"
        #expect(try reactions(table, environment: ["WEATHERD_ON_ALERT": "off"]).kinds == [])
        #expect(
            try reactions(table, environment: ["WEATHERD_ON_ALERT_AT_LEAST": "minor"]).alerts.leastSeverity == .minor)
        let word = "[on]\nalert = \"notify\""
        #expect(try reactions(word, environment: ["WEATHERD_ON_ALERT_DO": "off"]).kinds == [])
        #expect(try reactions(environment: ["WEATHERD_ON_ALERT_KINDS": "wind,rain"]).alerts.kinds == [.wind, .rain])
    }

    @Test(arguments: [
        ("at-least = \"bad\"", "at-least: invalid value \"bad\": must be one of minor, moderate, severe, extreme"),
        ("at-least = 3", "at-least: must be text in double quotes"),
        (
            "except = [\"hail\"]",
            """
            except: unknown kind "hail"; accepted: \(Alert.Kind.allCases.map(\.rawValue).joined(separator: ", "))
            """
        ),
        ("kinds = \"wind\"", "kinds: must be a list, such as [\"wind\"]"),
        ("kinds = []", "kinds: must not be empty; \"off\" for on.alert.do disables notifications of warnings"),
        ("favourites = \"yes\"", "favourites: must be true or false"),
        (
            "do = \"Notify\"",
            "do: must be \"notify\", \"off\", or a command as a list: [\"/home/me/bin/tell\", \"--loudly\"]"
        ),
    ])
    func invalidValueErrorListsAcceptedValues(line: String, error: String) {
        #expect(complaint("[on.alert]\n\(line)") == "config.toml:2: on.alert.\(error)")
    }
}
