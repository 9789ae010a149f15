import Refreshing
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Configuration

/// The settings of the `network` table.
struct NetworkConfigurationTests {
    private func network(
        _ text: String = "", _ environment: [String: String] = [:]
    ) throws(ConfigurationError) -> NetworkSettings {
        try configuration(text, environment: environment).services.network
    }

    private func direct(_ proxy: String, except: [String] = []) throws -> NetworkSettings {
        var settings = NetworkSettings()
        settings.proxies = ProxyPolicy(try Proxy(proxy), except: ProxyExceptions(except))
        return settings
    }

    @Test func withoutProxySettingsConnectionIsDirect() throws {
        #expect(try network() == NetworkSettings())
        #expect(try network("", ["HTTP_PROXY": "http://p:1", "NO_PROXY": "*"]).proxies != direct("p:1").proxies)
    }

    @Test func fileProxyOverridesEnvironmentProxy() throws {
        let session = ["ALL_PROXY": "socks5://other", "NO_PROXY": "a.test"]
        #expect(
            try network("[network]\nproxy = \"http://p:3128\"", session) == direct("http://p:3128", except: ["a.test"]))
        #expect(
            try network("[network]\nproxy = \"p:3128\"\nno-proxy = [\".lan\", \"10.0.0.0/8\"]", session)
                == direct("http://p:3128", except: [".lan", "10.0.0.0/8"]))
        #expect(try network("[network]\nproxy = \"off\"", session) == NetworkSettings())
        #expect(try network("", session) == direct("socks5://other", except: ["a.test"]))
        #expect(
            try network("[network]\nproxy = \"p:1\"", session.merging(["WEATHERD_NETWORK_PROXY": "p:2"]) { $1 })
                == direct("p:2", except: ["a.test"]))
        // An unusable proxy is no error if no request uses it.
        #expect(try network("[network]\nproxy = \"off\"", ["HTTPS_PROXY": "https://p"]) == NetworkSettings())
    }

    @Test func savingIsSet() throws {
        func saving(_ text: String, _ environment: [String: String] = [:]) throws -> SavingSettings {
            try configuration(text, environment: environment).services.saving
        }
        #expect(try saving("") == SavingSettings())
        var settings = SavingSettings()
        (settings.metered, settings.savesOnBattery, settings.savesWhenLocked) = (.off, false, false)
        let text = "[network]\nmetered = \"off\"\nbattery = \"normal\"\nlocked = \"normal\""
        #expect(try saving(text) == settings)
        settings.metered = .normal
        #expect(try saving(text, ["WEATHERD_NETWORK_METERED": "normal"]) == settings)
        (settings.savesOnBattery, settings.savesWhenLocked) = (true, true)
        #expect(try saving(text.replacing("normal", with: "less").replacing("off", with: "normal")) == settings)
    }

    /// As in sessions whose browser supports proxies that weatherd does not support.
    @Test func unusedProxyIsIgnored() throws {
        let session = ["ALL_PROXY": "socks4://p", "HTTPS_PROXY": "http://q:1"]
        _ = try network("", session)
        _ = try network("providers = [\"sample\"]", ["ALL_PROXY": "socks4://p"])
        let error = #expect(throws: ConfigurationError.self) {
            try network("[open-meteo]\nurl = \"http://weather.lan\"", session)
        }
        #expect(error?.source == .environment(variable: "ALL_PROXY"))
    }

    /// The city search also uses the proxy.
    @Test func proxyUsedBySearchAloneIsValidated() {
        let urls = [
            "OPEN_METEO_URL", "OPEN_METEO_AIR_QUALITY_URL", "MET_NORWAY_URL", "NWS_URL", "BRIGHT_SKY_URL",
            "ENVIRONMENT_CANADA_URL", "METEOALARM_URL", "PUBLIC_ALERTS_URL",
        ]
        var session = Dictionary(uniqueKeysWithValues: urls.map { ("WEATHERD_" + $0, "http://weather.lan") })
        session["HTTPS_PROXY"] = "socks4://p"
        let error = #expect(throws: ConfigurationError.self) { try network("", session) }
        #expect(error?.source == .environment(variable: "HTTPS_PROXY"))
    }

    @Test func invalidProxyExceptionsAreReported() throws {
        let text =
            "[network]\nno-proxy = [\".lan\", \"*.example.org\", \"10.0.0.0/8\", \"a:80\", \"*\", \"http://x\", \"10.0.0.0/99\"]"
        let notices = try configuration(text).notices
        #expect(
            notices.count == 2 && notices[0].hasPrefix("network.no-proxy: \"http://x\" is not a host"), "\(notices)")
        #expect(notices.last?.hasPrefix("network.no-proxy: \"10.0.0.0/99\" is not a host") == true)
    }

    @Test(
        arguments: [
            (
                "[network]\nproxy = \"https://me:secret@p\"", [:],
                """
                config.toml:2: network.proxy: must be an http:// or socks5:// proxy, or "off" \
                for none
                """
            ),
            (
                "", ["HTTPS_PROXY": "https://me:secret@p"],
                """
                HTTPS_PROXY: must be an http:// or socks5:// proxy; network.proxy in \
                config.toml overrides it
                """
            ),
            (
                "[nws]\nurl = \"https://me:secret@nws.test\"", [:],
                "config.toml:2: nws.url: must be a URL without user name and password"
            ),
            (
                "[network]\nno-proxy = \"*\"", [:],
                "config.toml:2: network.no-proxy: must be a list, such as [\".lan\"]"
            ),
            (
                "[network]\nmetered = \"never\"", [:],
                "config.toml:2: network.metered: invalid value \"never\": must be one of less, normal, off"
            ),
            (
                "[network]\nbattery = \"off\"", [:],
                "config.toml:2: network.battery: invalid value \"off\": must be one of less, normal"
            ),
            (
                "", ["WEATHERD_NETWORK_LOCKED": "yes"],
                "WEATHERD_NETWORK_LOCKED: network.locked: invalid value \"yes\": must be one of less, normal"
            ),
            (
                "[network]\nca-file = \"ca.pem\"", [:],
                """
                config.toml:2: network.ca-file: must be the path of a file with certificates, which begins with / or ~/
                """
            ),
            (
                "[network]\nca-file = \"~/no/ca.pem\"", ["HOME": "/nowhere"],
                "config.toml:2: network.ca-file: /nowhere/no/ca.pem cannot be read: No such file or directory"
            ),
        ] as [(String, [String: String], String)])
    func errorsAreReported(text: String, environment: [String: String], complaint: String) {
        let error = #expect(throws: ConfigurationError.self) { try network(text, environment) }
        #expect(error?.description == complaint)
    }
}
