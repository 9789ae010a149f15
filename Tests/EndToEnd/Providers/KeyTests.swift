import ClientProtocol
import Dialects
import Foundation
import LoopbackHTTP
import Refreshing
import Scratch
import Testing
import Weather

/// A way in which a service can leak a request's key.
struct Leak: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var handler: @Sendable (InventedWeather, any Dialect) -> LoopbackServer.Handler

    private init(_ name: String, _ answer: @escaping LoopbackServer.Handler) {
        testDescription = name
        handler = { _, _ in answer }
    }

    private init(_ name: String, inWeather corrupt: @escaping @Sendable (String) -> String) {
        testDescription = name
        handler = { weather, dialect in
            { request in
                let answer = dialect.answer(path: request.path, query: request.query, about: weather)
                return .json(corrupt(String(decoding: answer?.body ?? [], as: UTF8.self)))
            }
        }
    }

    private static let url = "http://127.0.0.1/forecast?appid=\(Home.key)"

    /// The key with an escape for its first letter.
    private static func spelled(_ start: String) -> String {
        start + String(Home.key.utf8.first ?? 0, radix: 16) + Home.key.dropFirst()
    }

    static let all = [
        Leak("the weather", inWeather: { $0 }),
        Leak("the weather, in unknown words") { text in
            text.replacing(#""icon":"cloudy""#, with: #""icon":"\#(Home.key)""#)
                .replacing(#""timezone":"Europe\/Oslo""#, with: #""timezone":"\#(Home.key)""#)
                .replacing(#""name":"Somewhere""#, with: #""name":"\#(Home.key)""#)
        },
        Leak("a forecast that is cut off") { #"{"message":"\#(Home.key)"# + $0.prefix(500) },
        Leak("401") { _ in
            .json(#"{"cod":401,"message":"Invalid API key \#(Home.key), see \#(url)"}"#, status: 401)
        },
        Leak("403") { _ in .json(#"{"message":"\#(Home.key) is forbidden"}"#, status: 403) },
        Leak("400") { _ in .json(#"{"cod":"400","message":"wrong: \#(url)","detail":"\#(url)"}"#, status: 400) },
        Leak("429") { _ in .json(#"{"cod":429,"message":"\#(Home.key) is blocked"}"#, status: 429) },
        Leak("an error in a 200") { _ in .json(#"{"cod":500,"error":"\#(url)","message":"\#(url)","code":500}"#) },
        Leak("a web page") { _ in .json("<!DOCTYPE html><html>\(url)</html>") },
        Leak("nothing but the key") { _ in .json(Home.key) },
        Leak("a redirect to nowhere") { _ in .redirect(to: "http://127.0.0.1:9/\(Home.key)?appid=\(Home.key)") },
        Leak("redirects in a circle") { .redirect(to: $0.path + "?appid=\(Home.key)&units=metric") },
        Leak("a redirect to what is no address") { _ in .redirect(to: "gopher://\(Home.key).test/") },
        Leak("no HTTP") { _ in .raw(Array("\(Home.key)\r\n".utf8)) },
        Leak("reset") { _ in .reset },
        Leak("with an escape") { _ in .json(#"{"message":"no: \#(spelled(#"\u00"#)) !"}"#, status: 400) },
        Leak("with a mark of direction in it") { _ in
            .json("{\"message\":\"no: \(Home.key.prefix(5))\u{202D}\(Home.key.dropFirst(5))\"}", status: 403)
        },
        Leak("with a control character in it") { _ in
            .json(#"{"message":"no: \#(Home.key.prefix(5))\u0007\#(Home.key.dropFirst(5))"}"#, status: 500)
        },
        Leak(
            "in the weather, with a line break in it",
            inWeather: { weather in
                weather.replacing(
                    #""name":"Somewhere""#, with: #""name":"\#(Home.key.prefix(5))\n\#(Home.key.dropFirst(5))""#)
            }),
        Leak("in a header that is kept") { _ in
            .json("{}", headers: ["Last-Modified": Home.key, "Expires": Home.key])
        },
    ]
}

/// An API key is sent to its service only.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct KeyTests {
    private static let names = ProviderName.withKey.map(\.rawValue)

    @Test(arguments: Leak.all, Speaker.withKey)
    func keyIsNeverPrinted(leak: Leak, speaker: Speaker) async throws {
        try await WeatherService.running([speaker.dialect]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.oslo.place)
            try home.setProviders(services)
            home.environment["WEATHERD_AIR_PROVIDERS"] =
                speaker.dialect.id == "openweathermap" ? "openweathermap" : "open-meteo"
            services[0].respond(with: leak.handler(.of(.oslo, at: Home.now), speaker.dialect))
            let daemon = try home.start(setting: speaker.setting)
            try home.awaitRefresh()
            #expect(!services[0].requests.isEmpty)
            for view in ["status", "short", "current", "hourly", "daily", "alerts", "air", "places"] {
                for output in ["text", "json"] {
                    let reply = try home.ask("\(view) --output \(output)")
                    #expect(!showsKey(text(of: reply)), "\(view): \(reply)")
                }
            }
            let search = try home.ask("search Xqzt")
            #expect(!"\(search)".contains(Home.key))
            #expect(try daemon.stop() == 0)
            #expect(!showsKey(daemon.log), "\(daemon.log)")
            for name in home.storedFiles {
                let files = ["state/weatherd/", "cache/weatherd/"].compactMap { home.bytes($0 + name) }
                for file in files { #expect(!showsKey(String(decoding: file, as: UTF8.self)), "\(name)") }
            }
        }
    }

    private func text(of reply: Reply) -> String {
        switch reply {
        case .ok(let lines): lines.joined(separator: "\n")
        case .error(_, let message): message
        }
    }

    /// Whether the key is readable in a text, regardless of what separates its letters.
    private func showsKey(_ text: String) -> Bool {
        let letters = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 }))
        return letters.contains(Home.key)
    }

    /// In plain words, with advice.
    @Test func rejectedKeyIsReportedWithReason() async throws {
        let words = [
            "OpenWeatherMap rejected the API key: Invalid API key; new keys take up to two hours to work",
            "HOST rejected the API key: check the key in the file set by api-key-file",
        ]
        for (dialect, words) in zip([OpenWeatherMapDialect(), DarkSkyDialect()] as [any Dialect], words) {
            try await WeatherService.running([dialect]) { services in
                let home = try Home(provider: nil, now: Home.now)
                try home.setProviders(services)
                services[0].respond { _ in
                    .json(#"{"cod":401,"message":"Invalid API key. Please see the FAQ."}"#, status: 401)
                }
                let daemon = try home.start()
                try home.awaitRefresh()
                let sentence = words.replacing("HOST", with: services[0].host)
                #expect(try home.ask("status").lines.contains("last-error: \(sentence)"))
                #expect(try home.weatherctl("short").errors.hasSuffix("last error: \(sentence)\n"))
                #expect(daemon.log.contains(sentence), "\(daemon.log)")
                #expect(try daemon.stop() == 0)
            }
        }
    }

    @Test(arguments: names, [0o640, 0o604, 0o644, 0o660] as [mode_t])
    func keyReadableByOthersIsStartError(provider: String, mode: mode_t) throws {
        let home = try Home(provider: nil)
        let path = try home.keyFile("key", mode: mode)
        let variable = "WEATHERD_\(provider.uppercased().replacing("-", with: "_"))_API_KEY_FILE"
        home.environment["WEATHERD_PROVIDERS"] = provider
        home.environment[variable] = path
        let end = try home.weatherd()
        #expect(end.status == 78)
        #expect(
            end.errors.contains("other users can read the key in \(path); fix with: chmod 600 \(path)"),
            "\(end.errors)")
        #expect(end.errors.contains("\(provider).api-key-file"), "\(end.errors)")
        #expect(!end.errors.contains(Home.key))
    }

    @Test(arguments: names)
    func missingKeyIsStartError(provider: String) throws {
        let home = try Home(provider: nil)
        home.environment["WEATHERD_PROVIDERS"] = provider
        let end = try home.weatherd()
        #expect(end.status == 78)
        #expect(end.errors.contains("\(provider) needs a key: write it to a file that only you can read"))
    }

    /// The first provider needs no key.
    @Test(arguments: names)
    func providerWithoutKeyIsLeftOutUntilReload(provider: String) async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { server in
            let home = try Home(provider: server, now: Forecast.now)
            let path = home.directory.file("late.key")
            home.environment["WEATHERD_PROVIDERS"] = "open-meteo,\(provider)"
            home.environment["WEATHERD_\(provider.uppercased().replacing("-", with: "_"))_API_KEY_FILE"] = path
            #expect(try home.weatherd("--check-config").status == 0)
            let daemon = try home.launch()
            try daemon.manager.wait(for: "READY=1")
            try home.awaitRefresh()
            #expect(try home.ask("short") == .ok(["⛅ 22°C"]))
            let problem = "\(provider).api-key-file: cannot read the key from \(path): No such file or directory"
            #expect(try home.ask("status").lines.contains("left-out-providers: \(provider) (\(problem))"))
            #expect(try home.ask("doctor").lines.contains { $0.contains("wrong \(provider) \"not used: \(problem)\"") })
            #expect(daemon.log.contains("\(problem); \(provider) is not used"), "\(daemon.log)")
            _ = try home.keyFile("late.key")
            daemon.process.signal(SIGHUP)
            try daemon.manager.wait(for: "READY=1")
            #expect(try home.ask("status").lines.contains("left-out-providers: -"))
            #expect(try daemon.stop() == 0)
        }
    }

    /// As systemd passes it.
    @Test func keyIsReadFromSystemdCredential() async throws {
        try await WeatherService.running([OpenWeatherMapDialect()]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.oslo.place)
            try home.setProviders(services)
            home.environment["WEATHERD_OPENWEATHERMAP_API_KEY_FILE"] = nil
            try FileManager.default.createDirectory(
                atPath: home.directory.file("credentials"), withIntermediateDirectories: true)
            _ = try home.keyFile("credentials/openweathermap", mode: 0o400)
            services[0].report(.of(.oslo, at: Home.now))
            let daemon = try home.start(setting: ["CREDENTIALS_DIRECTORY": home.directory.file("credentials")])
            try home.awaitRefresh()
            #expect(try home.json("short")["provider"] as? String == "openweathermap")
            #expect(services[0].requests.allSatisfy { $0.query["appid"] == Home.key })
            #expect(try daemon.stop() == 0)
        }
    }
}
