import Weather
import Wire

extension FetchFailure {
    /// What it means for whoever wants the weather, and what is to be done.
    ///
    /// - Parameter beginning: what is said before.
    func finding(_ subject: String, _ beginning: String = "") -> Finding {
        Finding(mendsItself ? .note : .wrong, subject, beginning + sentence, advice: advice)
    }

    /// Whether time alone mends it.
    private var mendsItself: Bool {
        switch self {
        case .rateLimited, .serviceFailed, .budgetSpent: true
        default: false
        }
    }

    private var advice: String {
        switch self {
        case .noNetwork:
            "connect this machine; weatherd notices that by itself"
        case .hostNotFound(let host):
            "see whether names are looked up here: getent hosts \(host.name)"
        case .unreachable(let host, _), .timedOut(let host, _):
            "see whether it can be reached: curl -sS -o /dev/null https://\(host.plain(limit: 80)) ; behind a proxy, "
                + "name that as network.proxy in config.toml"
        case .untrusted:
            "look at the clock with date, and sign in where the network wants that; an authority of your own is named as "
                + "network.ca-file in config.toml"
        case .rateLimited, .budgetSpent:
            "nothing: it is asked again by itself; a longer refresh-interval or fewer favourites take fewer requests"
        case .serviceFailed:
            "nothing: it is asked again by itself; a second one in providers of config.toml would stand in"
        case .keyRefused:
            "put a valid key into the file that config.toml names, then: systemctl --user reload weatherd"
        case .notCovered:
            "name one beside it in providers of config.toml that covers the place, such as open-meteo, then: "
                + "systemctl --user reload weatherd"
        case .refused, .malformed, .tooLarge:
            "name another one first in providers of config.toml, then: systemctl --user reload weatherd; it may be that a "
                + "newer weatherd is needed"
        }
    }
}

extension String {
    /// Without its port.
    fileprivate var name: String { plain(limit: 80).split(separator: ":").first.map(String.init) ?? "" }
}
