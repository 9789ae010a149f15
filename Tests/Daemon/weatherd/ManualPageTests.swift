import ClientProtocol
import Foundation
import Pages
import Rendering
import Testing
import Weather
import WorkerProtocol

@testable import Configuration
@testable import Refreshing
@testable import weatherd

/// The installed documentation matches the programs.
struct ManualPageTests {
    private static let project = URL(filePath: #filePath).appending(path: "../../../..").standardized

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.project.appending(path: path), encoding: .utf8)
    }

    @Test func configurationPageListsEveryKey() throws {
        let items = try text("docs/man/weatherd.toml.5").split(separator: "\n").filter { $0.hasPrefix(".It Ic ") }
        let keys = items.map { String($0.dropFirst(".It Ic ".count)) }
        #expect(keys.sorted() == ConfigurationKey.all.map(\.description).sorted())
    }

    @Test func configurationPageListsEveryLanguage() throws {
        let lines = try text("docs/man/weatherd.toml.5").split(separator: "\n")
        let item = lines.drop { $0 != ".It Ic language" }.dropFirst().prefix { !$0.hasPrefix(".It ") }
        let words = item.filter { $0.hasPrefix(".Cm ") }.flatMap { $0.split(separator: " ") }.map(String.init)
        #expect(Set(words).isSuperset(of: Command.Option.languages))
    }

    @Test func configurationPageListsEveryPlaceholder() throws {
        let lines = try text("docs/man/weatherd.toml.5").split(separator: "\n")
        let items = zip(lines, lines.dropFirst()).filter { $0.0.hasPrefix(".It {") }
        #expect(
            items.map { "\($0.0.dropFirst(4)) \($0.1)" } == Template.placeholders.map { "{\($0.name)} \($0.meaning)" })
    }

    /// The page lists texts as "all others".
    @Test func templatePageListsEveryQuantity() throws {
        let rows = try text("docs/templates.md").split(separator: "\n")
            .drop { $0 != "| kind | units | placeholders |" }.prefix { $0.hasPrefix("|") }
        let names = rows.dropFirst(2).compactMap { $0.split(separator: "|").last }.flatMap { cell in
            cell.split(separator: "`").map(String.init).filter { $0.first?.isLetter == true }
        }
        #expect(Set(names).isSubset(of: Template.placeholders.map(\.name)))
        #expect(Set(names).isSuperset(of: (Conditions.quantities + Conditions.comfort).compactMap(\.placeholder?.name)))
    }

    @Test func daemonPageListsEveryOption() throws {
        let items = try text("docs/man/weatherd.1").split(separator: "\n").filter { $0.hasPrefix(".It Fl ") }
        let named = Set(items.compactMap { $0.split(separator: " ").last { $0.hasPrefix("-") } }.map { "-" + $0 })
        let options = DaemonCommandLine.usage.split { " \n,[]".contains($0) }.filter { $0.hasPrefix("--") }.map(
            String.init)
        #expect(named == Set(options).subtracting(["--user", "--now"]))
    }

    @Test func daemonPageListsTheCredentialOfEveryKey() throws {
        let lines = try text("docs/man/weatherd.1").split(separator: "\n")
        let list = lines.drop { $0 != "credentials; the API keys are" }.prefix { !$0.hasPrefix(".It ") }
        let named = list.filter { $0.hasPrefix(".Ql ") }.map { String($0.split(separator: " ")[1]) }
        #expect(named == ProviderName.withKey.map(\.rawValue))
    }

    @Test func pageOfProvidersListsEveryService() throws {
        let table = try #require(Page("docs/providers.md").tables.first { $0.titles.first == "`providers`" })
        let named = table.rows.map { $0[0] }
        for provider in ProviderName.ofForecasts { #expect(named.contains("`\(provider.rawValue)`")) }
    }

    /// Without the `#` before each line, except for alternative notations.
    @Test func exampleHasEveryKeyAndIsValid() throws {
        let lines = try text("docs/examples/config.toml").split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("#") })
        let settings = lines.map { $0.dropFirst(2) }.filter { $0.first == "[" || $0.contains(" = ") }
        let words = ["units = ", "location = ", "alert = "]
        let others = settings.filter { line in !words.contains { line.hasPrefix($0) } }.joined(separator: "\n")
        let file = try ConfigurationFile(path: "config.toml", bytes: Array(others.utf8))
        // The names of thresholds are the user's.
        let (thresholds, keys) = (file.values.keys.filter { $0.thresholdName != nil }, ConfigurationKey.all)
        #expect(
            Set(file.values.keys).subtracting(thresholds)
                == Set(keys).subtracting([.units, .city, .alert] + ConfigurationKey.thresholds))
        #expect(thresholds.count == ConfigurationKey.thresholds.count)
        for word in words { #expect(settings.contains { $0.hasPrefix(word) }) }
    }

    /// Except keys without a default, or with one that depends on the locale.
    @Test func exampleShowsDefaults() throws {
        let own = [
            "contact", "ca-file", "proxy", "no-proxy", "location", "latitude", "longitude", "elevation", "name",
            "gazetteer", "alt", "tooltip", "at-least", "kinds", "file", "command", "models",
        ]
        let keys = ["units", "alert", "clock", "date-order", "api-key-file", "one-call"]
        let lines = try text("docs/examples/config.toml").split(separator: "\n").map { $0.dropFirst(2) }
        let settings = lines.filter { line in
            line.first == "["
                || line.contains(" = ") && !(own + keys).contains { line.hasPrefix($0 + " = ") }
        }
        let file = try ConfigurationFile(path: "config.toml", bytes: Array(settings.joined(separator: "\n").utf8))
        var shown = try Configuration(ConfigurationValues(file: file, environment: [:]))
        #expect(shown.style.keepsShortTemplate, "a value in the file counts as configured")
        #expect(shown.style.keepsLanguage)
        (shown.style.keepsShortTemplate, shown.style.keepsLanguage) = (false, false)
        #expect(shown == Configuration())
    }

    @Test func changelogNamesThisRelease() throws {
        let releases = try text("CHANGELOG.md").split(separator: "\n").filter { $0.hasPrefix("## ") }
        let first = try #require(releases.first { $0 != "## [Unreleased]" })
        #expect(first.hasPrefix("## [\(Release.version)] - 20"), "\(first)")
    }

    /// Installation fills in the version.
    @Test func noOtherFileStatesTheVersion() throws {
        for page in ["weatherd.1", "weatherctl.1", "weatherd.toml.5", "weatherd-protocol.7"] {
            let text = try text("docs/man/\(page)")
            #expect(text.contains("\n.Os weatherd\n"))
            #expect(!text.contains(Release.version))
        }
        for package in ["weatherd", "weatherd-places", "weatherd-gnome", "weatherd-plasma"] {
            #expect(try text("packaging/\(package).control").contains("\nVersion: @VERSION@\n"))
        }
    }
}
