import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch

// The services that a home's daemon queries, and their results.
extension Home {
    /// 2026-11-21 15:00 UTC.
    static let now = 1_795_273_200
    /// The key for services that require one.
    static let key = "c0ffee5ec7e75ec7e7c0ffee5ec7e755"

    /// The home of an earlier run, whose cached forecast is due for a refresh. The provider no longer answers.
    static func withCachedForecast(from provider: LoopbackServer) throws -> Home {
        let home = try Home(provider: provider, now: Forecast.now)
        let daemon = try home.start()
        try home.awaitRefresh()
        guard try daemon.stop() == 0 else { throw Failure("the daemon did not stop") }
        home.clock?.now += 1200
        provider.respond { _ in .hang }
        return home
    }

    /// Sets the forecast providers in this order, with keys where required.
    func setProviders(_ services: [WeatherService]) throws {
        environment["WEATHERD_PROVIDERS"] = services.map(\.id).joined(separator: ",")
        for service in services { try setAddress(of: service) }
    }

    func setAddress(of service: WeatherService) throws {
        let prefix = "WEATHERD_" + service.id.uppercased().replacing("-", with: "_")
        environment[prefix + "_URL"] = service.url
        guard ["openweathermap", "pirate-weather"].contains(service.id) else { return }
        environment[prefix + "_API_KEY_FILE"] = try keyFile(service.id + ".key")
    }

    /// A file with the key in it; returns its path.
    func keyFile(_ name: String, mode: mode_t = 0o600) throws -> String {
        try directory.write(Self.key + "\n", to: name)
        guard chmod(directory.file(name), mode) == 0 else { throw Failure("chmod: \(errno)") }
        return directory.file(name)
    }

    /// Watches the request until its reply is as expected.
    @discardableResult
    func watch(_ request: String, until isExpected: ([String]) throws -> Bool) throws -> [String] {
        let client = try client()
        try client.send("watch \(request)\n")
        while true {
            if case .ok(let lines) = try client.reply(), try isExpected(lines) { return lines }
        }
    }

    /// Returns when the object in the reply was fetched at the current time.
    func awaitFetch(_ request: String) throws {
        try watch(request + " --output json") { lines in
            let object = try JSONSerialization.jsonObject(with: Data(lines.joined().utf8)) as? [String: Any]
            return UnixTime.parsing(object?["fetchedAt"]) == clock?.now
        }
    }

    /// Repeats the request until the reply is as expected, or until a fetch ends.
    func await(_ request: String, until isExpected: (Reply) -> Bool) throws {
        let end = Moment.now + Descriptor.patience
        while true {
            let reply = try ask(request)
            if isExpected(reply) { return }
            guard Moment.now < end else { throw Failure("\(request) still returns \(reply)") }
        }
    }

    /// The providers that back off, as in `status`.
    var backingOff: [String] {
        get throws {
            let list = try json("status")["restingProviders"] as? [[String: Any]] ?? []
            return list.compactMap { $0["provider"] as? String }.sorted()
        }
    }
}

extension RunningDaemon {
    /// Returns when the log contains the text; fails if it does not appear.
    func awaitLog(_ text: String, asking home: Home) throws {
        let end = Moment.now + Descriptor.patience
        while !log.contains(text) {
            guard Moment.now < end else { throw Failure("the log does not contain \"\(text)\": \(log)") }
            _ = try home.ask("version")
        }
    }
}
