import Foundation

/// Through which proxy each address is reached.
public struct ProxyPolicy: Sendable, Hashable {
    /// For addresses with TLS; nil when they are reached directly.
    private var secure: Proxy?
    /// For those without.
    private var plain: Proxy?
    private var exceptions = ProxyExceptions()

    /// Everything is reached directly.
    public init() {}

    /// One proxy for all.
    public init(_ proxy: Proxy, except exceptions: ProxyExceptions) {
        (secure, plain, self.exceptions) = (proxy, proxy, exceptions)
    }

    /// Why the environment names no proxy that can be used.
    public struct Problem: Error, Sendable, Hashable {
        public let variable: String
        /// The rest of a sentence, without the value, in which a password may stand.
        public let sentence: String
    }

    /// What a session's environment says of proxies, read as curl does: `https_proxy`, `http_proxy` and `all_proxy`, or the same
    /// in capitals, but for `HTTP_PROXY`, which a web server may set to what a stranger sends.
    public init(variables: [String: String], except exceptions: ProxyExceptions) throws(Problem) {
        func proxy(_ names: [String]) throws(Problem) -> Proxy? {
            let names = names + ["all_proxy", "ALL_PROXY"]
            guard let name = names.first(where: { variables[$0]?.isEmpty == false }), let text = variables[name] else {
                return nil
            }
            do throws(Proxy.Problem) {
                return try Proxy(text)
            } catch {
                throw Problem(variable: name, sentence: error.sentence)
            }
        }
        secure = try proxy(["https_proxy", "HTTPS_PROXY"])
        plain = try proxy(["http_proxy"])
        self.exceptions = exceptions
    }

    /// - Returns: nil when the address is reached directly.
    func proxy(for url: String) -> Proxy? {
        guard let url = URLComponents(string: url), let host = url.host else { return nil }
        let isSecure = url.scheme?.lowercased() == "https"
        guard let proxy = isSecure ? secure : plain else { return nil }
        return exceptions.contains(host: host, port: url.port ?? (isSecure ? 443 : 80)) ? nil : proxy
    }
}
