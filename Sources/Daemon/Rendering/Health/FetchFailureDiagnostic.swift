import ClientProtocol
import Weather

extension FetchFailure {
    /// The diagnostic for a failed fetch, with advice.
    ///
    /// - Parameters:
    ///   - beginning: text before the sentence.
    ///   - scheme: of the service's address: `https`.
    func finding(
        _ subject: String, _ beginning: String = "", scheme: String, in configuration: ConfigurationPlace
    ) -> Diagnostic {
        Diagnostic(
            traits.isTemporary ? .note : .wrong, subject, beginning + sentence, advice: advice(configuration, scheme))
    }

    private func advice(_ configuration: ConfigurationPlace, _ scheme: String) -> String {
        switch self {
        case .noNetwork:
            "connect this machine; weatherd detects that"
        case .hostNotFound(let host):
            "check name resolution with: getent hosts \(host.name)"
        case .noRoute(let host, _), .unreachable(let host, _), .timedOut(let host, _):
            "check the connection with: curl -sS -o /dev/null \(scheme)://\(host.plain(limit: 80)) ; behind a proxy, set "
                + configuration.key("network.proxy")
        case .proxyFailed:
            "check the proxy, and \(configuration.key("network.proxy")); weatherd detects when it works again"
        case .proxyRefused:
            "correct the user and the password in \(configuration.key("network.proxy")), then: systemctl --user "
                + "\(configuration.variables["network.proxy"] == nil ? "reload" : "restart") weatherd"
        case .webPage:
            "sign in to the network, whose page was probably the response; otherwise put another provider first "
                + "(\(configuration.key("providers"))), then: systemctl --user \(again(configuration)) weatherd"
        case .serviceFailed where code == .signInRequired:
            "sign in to the network, for example by opening http://example.org in a browser; weatherd detects that"
        case .untrusted:
            "check the clock, and sign in to the network if required; for a private certificate authority, set "
                + configuration.key("network.ca-file")
        case .rateLimited, .budgetSpent:
            "retrying automatically; use a longer refresh-interval or fewer favourites to send fewer requests"
        case .serviceFailed:
            "retrying automatically; add a second provider as a fallback to \(configuration.key("providers"))"
        case .interrupted:
            "retrying automatically; if it happens again, see journalctl --user -u weatherd and report the crash"
        case .keyRefused:
            "put a valid key into the configured key file, then: systemctl --user reload weatherd"
        case .settingRefused(_, let setting, _):
            "correct \(configuration.key(setting.plain(limit: 80))), then: systemctl --user \(again(configuration)) weatherd"
        case .notCovered:
            "add a provider that covers the place, such as open-meteo, to \(configuration.key("providers")), then: "
                + "systemctl --user \(again(configuration)) weatherd"
        case .refused, .malformed, .unreadableWarnings, .tooLarge, .tooComplex:
            "put another provider first (\(configuration.key("providers"))), then: systemctl --user \(again(configuration)) "
                + "weatherd; a newer weatherd may be required"
        case .worker(let failure):
            failure.advice
        }
    }

    /// A running daemon keeps its environment.
    private func again(_ configuration: ConfigurationPlace) -> String {
        configuration.variables["providers"] == nil ? "reload" : "restart"
    }
}

extension String {
    /// Without its port.
    fileprivate var name: String { plain(limit: 80).split(separator: ":").first.map(String.init) ?? "" }
}
