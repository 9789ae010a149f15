import Weather
import WorkerProtocol

/// Trusted certificates, proxies, and when to do less: `[network]`.
struct NetworkSection {
    private(set) var network = NetworkSettings()
    private(set) var saving = SavingSettings()
    private(set) var notices: [String] = []
    private(set) var omissions: [ConfigurationError] = []

    /// The value of network.proxy that disables proxies, including the environment's.
    private static let noProxy = "off"

    init(_ values: ConfigurationValues) throws(ConfigurationError) {
        if let named = values.text(.certificateAuthorities) {
            let key = ConfigurationKey.certificateAuthorities
            guard let path = values.path(named) else {
                throw values.error(key, "must be the path of a file with certificates, which begins with / or ~/")
            }
            do throws(Authorities.Problem) {
                network.authorities = try Authorities(path: path)
            } catch {
                throw values.error(key, error.sentence)
            }
        }
        network.proxies = try Self.proxies(values)
        try takeSaving(values)
        omissions += [Self.tooManyExceptions(values)].compactMap(\.self)
        for word in values.list(.proxyExceptions) ?? [] where !ProxyExceptions.isAccepted(word) {
            notices.append(
                "network.no-proxy: \"\(word.prefix(Self.shownLetters))\" is not a host such as example.org, .lan or 10.0.0.0/8, and has no effect"
            )
        }
    }

    private mutating func takeSaving(_ values: ConfigurationValues) throws(ConfigurationError) {
        if let metered = try values.take(
            .metered, { SavingSettings.Metered(rawValue: $0) },
            orSay: { "must be one of \(SavingSettings.Metered.allCases.map(\.rawValue).joined(separator: ", "))" })
        {
            saving.metered = metered
        }
        func saves(_ key: ConfigurationKey) throws(ConfigurationError) -> Bool? {
            try values.take(key, { ["less": true, "normal": false][$0] }, orSay: { "must be one of less, normal" })
        }
        if let saves = try saves(.battery) { saving.savesOnBattery = saves }
        if let saves = try saves(.locked) { saving.savesWhenLocked = saves }
    }

    /// The maximum length of an invalid host in an error, characters.
    private static let shownLetters = 100

    /// The error for too many exceptions; nil if all fit.
    private static func tooManyExceptions(_ values: ConfigurationValues) -> ConfigurationError? {
        let limit = ProxyExceptions.mostWords
        func problem(_ count: Int) -> String {
            "\(count) hosts; the limit is \(limit), so the last \(count - limit) go through the proxy"
        }
        if let words = values.list(.proxyExceptions) {
            return words.count > limit ? values.error(.proxyExceptions, problem(words.count)) : nil
        }
        let count = ProxyExceptions.words(in: values.variables).count
        guard count > limit, let variable = ProxyExceptions.variableName(in: values.variables) else { return nil }
        return ConfigurationError(source: .environment(variable: variable), problem: problem(count))
    }

    private static func proxies(_ values: ConfigurationValues) throws(ConfigurationError) -> ProxyPolicy {
        let exceptions =
            values.list(.proxyExceptions).map(ProxyExceptions.init(bounding:))
            ?? ProxyExceptions(variables: values.variables)
        if let address = values.text(.proxy) {
            guard address != noProxy else { return ProxyPolicy() }
            let proxy: Proxy
            do throws(Proxy.Problem) {
                proxy = try Proxy(address)
            } catch {
                // The URL is not quoted, since it may contain a password.
                throw values.error(.proxy, error.sentence + ", or \"\(noProxy)\" for none")
            }
            if proxy.hasCredentials, let path = values.fileThatOthersCanRead(with: .proxy) {
                throw values.error(
                    .proxy, "other users can read the password in \(path); fix with: chmod 600 \(path)")
            }
            return ProxyPolicy(proxy, except: exceptions)
        }
        return ProxyPolicy(variables: values.variables, except: exceptions)
    }
}
