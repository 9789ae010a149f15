import Foundation

/// Through which proxy each address is reached.
public struct ProxyPolicy: Sendable, Hashable {
    /// nil when addresses are reached directly; a problem where it is of no interest as long as there are none.
    private typealias Way = Result<Proxy?, Problem>

    /// To addresses with TLS.
    private var secure = Way.success(nil)
    /// To those without.
    private var plain = Way.success(nil)
    private var exceptions = ProxyExceptions()

    /// Everything is reached directly.
    public init() {}

    /// One proxy for all.
    public init(_ proxy: Proxy, except exceptions: ProxyExceptions) {
        (secure, plain, self.exceptions) = (.success(proxy), .success(proxy), exceptions)
    }

    /// Why the environment names no proxy that can be used.
    public struct Problem: Error, Sendable, Hashable {
        public let variable: String
        /// The rest of a sentence, without the value, in which a password may stand.
        public let sentence: String
    }

    /// What a session's environment says of proxies, read as curl does: `https_proxy`, `http_proxy` and `all_proxy`, or the same
    /// in capitals, but for `HTTP_PROXY`, which a web server may set to what a stranger sends.
    public init(variables: [String: String], except exceptions: ProxyExceptions) {
        func way(_ names: [String]) -> Way {
            let names = names + ["all_proxy", "ALL_PROXY"]
            guard let name = names.first(where: { variables[$0]?.isEmpty == false }), let text = variables[name] else {
                return .success(nil)
            }
            do throws(Proxy.Problem) {
                return .success(try Proxy(text))
            } catch {
                return .failure(Problem(variable: name, sentence: error.sentence))
            }
        }
        secure = way(["https_proxy", "HTTPS_PROXY"])
        plain = way(["http_proxy"])
        self.exceptions = exceptions
    }

    /// - Returns: nil when the address is reached directly.
    /// - Throws: when it would be reached through a proxy that cannot be used.
    public func proxy(for url: String) throws(Problem) -> Proxy? {
        guard let url = URLComponents(string: url), let host = url.host else { return nil }
        let isSecure = url.scheme?.lowercased() == "https"
        if exceptions.contains(host: host, port: url.port ?? (isSecure ? 443 : 80)) { return nil }
        return try (isSecure ? secure : plain).get()
    }
}
