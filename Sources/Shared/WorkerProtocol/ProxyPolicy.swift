/// Decides which proxy a URL uses.
///
/// The daemon decides this too, without a connection, since it queries the kernel for the route to the proxy.
public struct ProxyPolicy: Sendable, Hashable {
    /// How URLs of one kind are reached.
    public enum Rule: Sendable, Hashable {
        case direct
        case proxy(Proxy)
        /// An unusable proxy, which is an error only when a URL needs it.
        case unusable(Problem)
    }

    /// For URLs with TLS.
    public private(set) var secure = Rule.direct
    /// For URLs without TLS.
    public private(set) var plain = Rule.direct
    public private(set) var exceptions = ProxyExceptions()

    /// Uses no proxy.
    public init() {}

    /// Uses one proxy for all URLs.
    public init(_ proxy: Proxy, except exceptions: ProxyExceptions) {
        self.init(secure: .proxy(proxy), plain: .proxy(proxy), except: exceptions)
    }

    public init(secure: Rule, plain: Rule, except exceptions: ProxyExceptions) {
        (self.secure, self.plain, self.exceptions) = (secure, plain, exceptions)
    }

    /// The proxies, each of which a redirect may lead to.
    public var all: [Proxy] {
        [secure, plain].compactMap {
            guard case .proxy(let proxy) = $0 else { return nil }
            return proxy
        }
    }

    /// Uses some proxies without user and password.
    public mutating func withholdCredentials(from isConcerned: (Proxy) -> Bool) {
        for rule in [\ProxyPolicy.secure, \ProxyPolicy.plain] {
            guard case .proxy(let proxy) = self[keyPath: rule], proxy.hasCredentials, isConcerned(proxy) else {
                continue
            }
            self[keyPath: rule] = .proxy(proxy.withoutCredentials)
        }
    }

    /// Why the environment has no usable proxy.
    public struct Problem: Error, Sendable, Hashable {
        public let variable: String
        /// Completes a sentence, without the value, which may contain a password.
        public let sentence: String

        public init(variable: String, sentence: String) {
            (self.variable, self.sentence) = (variable, sentence)
        }
    }

    /// Reads the environment as curl does: `https_proxy`, `http_proxy` and `all_proxy`, or the same in upper case,
    /// except `HTTP_PROXY`, which a CGI client can set.
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

    /// - Returns: nil for a direct connection.
    /// - Throws: when the URL would need an unusable proxy.
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
