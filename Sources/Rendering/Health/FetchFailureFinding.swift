import Weather
import Wire

extension FetchFailure {
    /// What it means for whoever wants the weather, and what is to be done.
    ///
    /// - Parameter beginning: what is said before.
    func finding(_ subject: String, _ beginning: String = "", in configuration: ConfigurationPlace) -> Finding {
        Finding(mendsItself ? .note : .wrong, subject, beginning + sentence, advice: advice(configuration))
    }

    /// Whether time alone mends it.
    private var mendsItself: Bool {
        switch self {
        case .rateLimited, .serviceFailed, .budgetSpent, .interrupted: true
        default: false
        }
    }

    private func advice(_ configuration: ConfigurationPlace) -> String {
        switch self {
        case .noNetwork:
            "connect this machine; weatherd notices that by itself"
        case .hostNotFound(let host):
            "see whether names are looked up here: getent hosts \(host.name)"
        case .unreachable(let host, _), .timedOut(let host, _):
            "see whether it can be reached: curl -sS -o /dev/null https://\(host.plain(limit: 80)) ; behind a proxy, "
                + "name that as \(configuration.key("network.proxy"))"
        case .untrusted:
            "look at the clock with date, and sign in where the network wants that; an authority of your own is named as "
                + configuration.key("network.ca-file")
        case .rateLimited, .budgetSpent:
            "nothing: it is asked again by itself; a longer refresh-interval or fewer favourites take fewer requests"
        case .serviceFailed:
            "nothing: it is asked again by itself; a second one in \(configuration.key("providers")) would stand in"
        case .interrupted:
            "retrying automatically; if it happens again, see journalctl --user -u weatherd and report the crash"
        case .keyRefused:
            "put a valid key into the file that the configuration names, then: systemctl --user reload weatherd"
        case .notCovered:
            "name one beside it in \(configuration.key("providers")) that covers the place, such as open-meteo, then: "
                + "systemctl --user \(again(configuration)) weatherd"
        case .refused, .malformed, .tooLarge:
            "name another one first in \(configuration.key("providers")), then: systemctl --user \(again(configuration)) "
                + "weatherd; it may be that a newer weatherd is needed"
        case .worker(let failure):
            failure.advice
        }
    }

    /// A daemon that runs does not see another environment.
    private func again(_ configuration: ConfigurationPlace) -> String {
        configuration.variables["providers"] == nil ? "reload" : "restart"
    }
}

extension String {
    /// Without its port.
    fileprivate var name: String { plain(limit: 80).split(separator: ":").first.map(String.init) ?? "" }
}
