import Refreshing
import Testing
import WorkerProtocol

@testable import Configuration

/// `providers = "best"`.
struct BestProvidersTests {
    private func configuration(_ text: String, environment: [String: String] = [:]) throws -> Configuration {
        let file = try ConfigurationFile(path: "config.toml", bytes: Array(text.utf8))
        return try Configuration(ConfigurationValues(file: file, environment: environment))
    }

    @Test func keylessProvidersAreUsed() throws {
        let configuration = try configuration("providers = \"best\"\ncontact = \"me@example.org\"")
        #expect(configuration.services.ordersByAccuracy)
        #expect(configuration.services.providers.starts(with: [.openMeteo, .metNorway, .nws]))
        #expect(configuration.notices.isEmpty)
    }

    /// MET Norway's terms require it.
    @Test func metNorwayNeedsContact() throws {
        let configuration = try configuration("providers = \"best\"")
        #expect(configuration.services.providers.starts(with: [.openMeteo, .nws]))
        #expect(configuration.notices.contains { $0.hasPrefix("providers = \"best\" does not use met-norway") })
    }

    @Test func environmentOverridesTheFile() throws {
        let best = try configuration("providers = [\"nws\"]", environment: ["WEATHERD_PROVIDERS": "best"])
        #expect(best.services.ordersByAccuracy && best.services.providers.first == .openMeteo)
        let named = try configuration("providers = \"best\"", environment: ["WEATHERD_PROVIDERS": "nws"])
        #expect(!named.services.ordersByAccuracy && named.services.providers == [.nws])
    }
}
