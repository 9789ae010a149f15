import ClientProtocol
import Rendering
import Testing
import Weather

/// What `doctor` says about the language, and the addresses in its advice.
@Suite struct DaemonAdviceTests {
    private func health(isPlain: Bool = false) throws -> DaemonHealth {
        let status = DaemonStatus(
            place: try Montevideo.scene().place, locationSource: .geoClue, favourites: 2, provider: openMeteo,
            freshness: .fresh, age: 240, version: "0.1.0", timeZone: "America/Montevideo", readerZone: "Europe/Oslo")
        return DaemonHealth(
            status: status, isAutomatic: true,
            services: [
                .init(
                    provider: "open-meteo", host: "api.open-meteo.com", isPlain: isPlain, outcome: .failure(timeout))
            ], gazetteer: .complete(path: "/usr/share/weatherd/gazetteer.sqlite"))
    }

    @Test func aLocaleWithoutTranslationIsNamed() throws {
        var health = try health()
        #expect(!health.findings.contains { $0.subject == "language" })
        health.unsupportedLocale = "nl_NL"
        let finding = try #require(health.findings.first { $0.subject == "language" })
        #expect(finding.state == .note && finding.found.contains("nl_NL"))
        #expect(finding.advice?.contains("set language in config.toml to one of en, es") == true)
    }

    /// The command in the advice has the address that is used.
    @Test(arguments: [(false, "https://api.open-meteo.com "), (true, "http://api.open-meteo.com ")])
    func adviceHasTheSchemeOfTheAddress(isPlain: Bool, address: String) throws {
        let finding = try #require(try health(isPlain: isPlain).findings.first { $0.subject == "open-meteo" })
        #expect(finding.advice?.contains(" \(address)") == true)
    }
}
