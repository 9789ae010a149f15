/// Through which proxy each address is reached.
///
/// The daemon decides it without a connection, since it asks the kernel for a route to the proxy; the worker goes by the same.
public struct ProxyPolicy: Sendable, Hashable {
    /// How addresses of one kind are reached.
    public enum Rule: Sendable, Hashable {
        case direct
        case proxy(Proxy)
        /// By a proxy that cannot be used, which is of no interest as long as no address needs it.
        case unusable(Problem)
    }

    /// For addresses with TLS.
    public private(set) var secure = Rule.direct
    /// For those without.
    public private(set) var plain = Rule.direct
    public private(set) var exceptions = ProxyExceptions()

    /// Everything is reached directly.
    public init() {}

    /// One proxy for all.
    public init(_ proxy: Proxy, except exceptions: ProxyExceptions) {
        self.init(secure: .proxy(proxy), plain: .proxy(proxy), except: exceptions)
    }

    public init(secure: Rule, plain: Rule, except exceptions: ProxyExceptions) {
        (self.secure, self.plain, self.exceptions) = (secure, plain, exceptions)
    }

    /// Why the environment names no proxy that can be used.
    public struct Problem: Error, Sendable, Hashable {
        public let variable: String
        /// The rest of a sentence, without the value, in which a password may stand.
        public let sentence: String

        public init(variable: String, sentence: String) {
            (self.variable, self.sentence) = (variable, sentence)
        }
    }

    /// What a session's environment says of proxies, read as curl does: `https_proxy`, `http_proxy` and `all_proxy`, or the same
    /// in capitals, but for `HTTP_PROXY`, which a web server may set to what a stranger sends.
    public init(variables: [String: String], except exceptions: ProxyExceptions) {
        func rule(_ names: [String]) -> Rule {
            let names = names + ["all_proxy", "ALL_PROXY"]
            guard let name = names.first(where: { variables[$0]?.isEmpty == false }), let text = variables[name] else {
                return .direct
            }
            do throws(Proxy.Problem) {
                return .proxy(try Proxy(text))
            } catch {
                return .unusable(Problem(variable: name, sentence: error.sentence))
            }
        }
        self.init(
            secure: rule(["https_proxy", "HTTPS_PROXY"]), plain: rule(["http_proxy"]), except: exceptions)
    }

    /// - Returns: nil when the address is reached directly.
    /// - Throws: when it would be reached through a proxy that cannot be used.
    public func proxy(for url: String) throws(Problem) -> Proxy? {
        guard let address = WebAddress(url) else { return nil }
        if exceptions.contains(host: address.host, port: address.port) { return nil }
        switch address.isSecure ? secure : plain {
        case .direct: return nil
        case .proxy(let proxy): return proxy
        case .unusable(let problem): throw problem
        }
    }
}
