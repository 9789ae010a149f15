import Refreshing
import Testing
import WorkerProtocol

@testable import Configuration

/// Settings that a worker would refuse: found when they are read, and not used.
struct JobLimitsTests {
    private static let longPath = "/" + String(repeating: "p", count: 4095)

    @Test(
        arguments: [
            (
                "location.gazetteer = \"\(longPath)\"", [:],
                "config.toml:1: location.gazetteer: must be a path of at most 4095 bytes, without a null character"
            ),
            (
                "location.gazetteer = \"/a\\u0000b\"", [:],
                "config.toml:1: location.gazetteer: must be a path of at most 4095 bytes, without a null character"
            ),
            (
                "network.no-proxy = [\(Array(repeating: "\"a.test\"", count: 40_000).joined(separator: ","))]", [:],
                """
                config.toml:1: network.no-proxy: 40000 hosts; the limit is 10000, so the last 30000 go through the \
                proxy
                """
            ),
            (
                "", ["NO_PROXY": Array(repeating: "a", count: 10_001).joined(separator: " ")],
                "NO_PROXY: 10001 hosts; the limit is 10000, so the last 1 go through the proxy"
            ),
        ] as [(String, [String: String], String)])
    func optionalSettingIsLeftOut(text: String, environment: [String: String], problem: String) throws {
        let configuration = try configuration(text, environment: environment)
        #expect(configuration.omissions.map(\.description) == [problem])
        #expect(configuration.services.problem(gazetteer: configuration.gazetteer) == nil)
    }

    @Test(
        arguments: [
            (
                "network.proxy = \"http://u:\(String(repeating: "%41", count: 10_000))@p:1\"",
                "network.proxy: must be the URL"
            ),
            ("language = \"de_\(String(repeating: "A", count: 5000))\"", "language: invalid value"),
            ("contact = \"\(String(repeating: "c", count: 101))\"", "contact: invalid value"),
            ("nws.url = \"http://h/\(String(repeating: "u", count: 8192))\"", "nws.url: invalid value"),
        ])
    func errorIsReported(text: String, problem: String) {
        #expect(complaint(text).hasPrefix("config.toml:1: \(problem)"))
    }

    @Test func longLocaleIsIgnored() throws {
        let environment = ["LANG": "de_" + String(repeating: "A", count: 5000)]
        #expect(try configuration(environment: environment).services.locale == "en")
    }

    /// The longest accepted settings make jobs within the limits.
    @Test func longestSettingsMakeValidJobs() throws {
        let hosts = (0..<10_000).map { "\"\($0)\(String(repeating: "h", count: 250))\"" }.joined(separator: ",")
        let text = """
            contact = "\(String(repeating: "c", count: 100))"
            language = "de_\(String(repeating: "A", count: 97))"
            open-meteo.models = [\((0..<10).map { "\"\($0)\(String(repeating: "m", count: 63))\"" }.joined(separator: ","))]
            nws.url = "http://h/\(String(repeating: "u", count: 8183))"
            location.gazetteer = "\(Self.longPath.dropLast())"
            [network]
            proxy = "http://u:\(String(repeating: "a", count: 8000))@p:1"
            """
        let configuration = try configuration(text)
        #expect(configuration.omissions.isEmpty)
        var network = configuration.services.network
        network.proxies = ProxyPolicy(
            secure: network.proxies.secure, plain: network.proxies.plain,
            except: ProxyExceptions(hosts.split(separator: ",").map(String.init)))
        var services = configuration.services
        services.network = network
        #expect(services.problem(gazetteer: configuration.gazetteer) == nil)
    }

    @Test func problemOfAnUncoveredLimitIsFound() {
        var services = ServiceSettings()
        services.contact = String(repeating: "c", count: 5000)
        #expect(services.problem(gazetteer: nil) != nil)
        #expect(ServiceSettings().problem(gazetteer: Self.longPath + "p") != nil)
        #expect(ServiceSettings().problem(gazetteer: nil) == nil)
    }
}
