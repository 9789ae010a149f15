import Glibc

/// A proxy server. Its description is `proxy.example.org:3128`, without user and password.
public struct Proxy: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// Uses `CONNECT`, also for URLs without TLS.
        case http
        /// SOCKS 5; the proxy resolves hostnames.
        case socks
    }

    public struct Credentials: Sendable, Hashable {
        public var user: String
        public var password: String
    }

    public let kind: Kind
    /// A hostname or an address, without brackets.
    public let host: String
    public let port: Int
    /// nil when the proxy needs none.
    public private(set) var credentials: Credentials?

    /// Whether a user and a password are set, which are secret.
    public var hasCredentials: Bool { credentials != nil }

    /// Why an address is not a usable proxy; completes a sentence. It never contains the address, which may contain a
    /// password.
    public struct Problem: Error, Sendable, Hashable {
        public let sentence: String

        static let noAddress = Problem(sentence: "must be the URL of a proxy, such as http://proxy.example.org:3128")
        static let tooLong = Problem(sentence: "must be the URL of a proxy with at most \(longestAddress) bytes")
        static let scheme = Problem(sentence: "must be an http:// or socks5:// proxy")
        static let socksCredentials = Problem(
            sentence: "user and password are not supported for a socks5:// proxy")
    }

    /// The longest URL, bytes, with a user and a password that are percent-encoded.
    public static let longestAddress = 8192

    /// - Parameter address: `http://user:password@proxy.example.org:3128`; the scheme defaults to `http`.
    public init(_ address: String) throws(Problem) {
        guard let url = URLParts(address.schemeSeparator != nil ? address : "http://" + address), let host = url.host,
            ["", "/"].contains(url.rest), let port = url.port(usual: url.scheme == "http" ? 80 : 1080),
            !url.hasUserInfo || url.credentials != nil
        else { throw .noAddress }
        switch url.scheme {
        case "http": kind = .http
        case "socks5", "socks5h": kind = .socks
        default: throw .scheme
        }
        self.host = host
        self.port = port
        credentials = url.credentials.map { Credentials(user: $0.user, password: $0.password) }
        guard kind == .http || credentials == nil else { throw .socksCredentials }
        guard self.address.utf8.count <= Self.longestAddress else { throw .tooLong }
    }

    /// The same proxy without user and password.
    public var withoutCredentials: Proxy {
        var proxy = self
        proxy.credentials = nil
        return proxy
    }

    /// The URL with the password; only for the process that connects to the proxy.
    public var address: String {
        let scheme = kind == .http ? "http" : "socks5"
        let user = credentials.map { "\(Self.encoded($0.user)):\(Self.encoded($0.password))@" } ?? ""
        return "\(scheme)://\(user)\(description)"
    }

    /// Percent-encodes all but the unreserved characters of RFC 3986.
    private static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": result.unicodeScalars.append(scalar)
            default: result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
    }
}

extension Proxy: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    public var debugDescription: String { description }
}

extension Proxy.Credentials: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "(a user and a password)" }
    public var debugDescription: String { description }
}

extension String {
    /// An IPv6 host without the brackets that URLs have.
    var withoutBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}

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

    /// All proxies in use, since a redirect may lead to either.
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

/// The hosts that bypass the proxy, in the format of `NO_PROXY` as curl reads it.
public struct ProxyExceptions: Sendable, Hashable {
    private enum Entry: Hashable {
        case everything
        /// A host and its subdomains, in lower case; a nil port matches all.
        case domain(String, port: Int?)
        /// A network with a prefix of `bits`.
        case network([UInt8], bits: Int, port: Int?)
    }

    /// The words as configured.
    public let words: [String]

    /// Maximum number of words that a worker accepts, and their maximum length in Unicode scalars.
    public static let mostWords = 10_000
    public static let longestWord = 1000
    private let entries: [Entry]

    /// - Parameter words: `*`, `example.org` or `.example.org` for that host and its subdomains, `192.0.2.7`,
    ///   `10.0.0.0/8`, each with an optional port: `example.org:8080`, `[2001:db8::1]:443`.
    public init(_ words: [String] = []) {
        self.words = words
        entries = words.compactMap { Self.entry($0.lowercased()) }
    }

    /// The same without the words beyond the limits.
    public init(bounding words: [String]) {
        self.init(words.prefix(Self.mostWords).filter { $0.utf8.count <= Self.longestWord })
    }

    /// Whether a word is a valid exception.
    public static func isAccepted(_ word: String) -> Bool {
        guard word.utf8.count <= longestWord else { return false }
        guard case .domain(let domain, _)? = entry(word.lowercased()) else { return entry(word) != nil }
        return domain.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789.-_".unicodeScalars.contains($0)
        }
    }

    /// Reads `no_proxy`, or else `NO_PROXY`, separated by commas or spaces.
    public init(variables: [String: String]) {
        self.init(bounding: Self.words(in: variables))
    }

    /// The words of the variable that is used; empty when none is set.
    public static func words(in variables: [String: String]) -> [String] {
        let list = variableName(in: variables).flatMap { variables[$0] } ?? ""
        return list.split { $0 == "," || $0.isWhitespace }.map(String.init)
    }

    /// The variable that is used; nil when none is set.
    public static func variableName(in variables: [String: String]) -> String? {
        ["no_proxy", "NO_PROXY"].first { variables[$0]?.isEmpty == false }
    }

    /// - Parameter host: a hostname or an address. Hostnames are not resolved, so a network only matches addresses.
    func contains(host: String, port: Int) -> Bool {
        let name = Self.name(host.lowercased())
        let number = [UInt8](ipAddress: name)
        return entries.contains { entry in
            switch entry {
            case .everything: true
            case .domain(let domain, let only):
                (only == nil || only == port) && (name == domain || name.hasSuffix("." + domain))
            case .network(let network, let bits, let only):
                (only == nil || only == port) && number.map { Self.isSame(network, $0, bits: bits) } ?? false
            }
        }
    }

    /// nil for an invalid word.
    private static func entry(_ word: String) -> Entry? {
        if word == "*" { return .everything }
        if let slash = word.firstIndex(of: "/") {
            guard let network = [UInt8](ipAddress: String(word[..<slash]).withoutBrackets),
                let bits = Int(word[word.index(after: slash)...]), (0...network.count * 8).contains(bits)
            else { return nil }
            return .network(network, bits: bits, port: nil)
        }
        let (host, port) = split(word)
        if let number = [UInt8](ipAddress: host.withoutBrackets) {
            return .network(number, bits: number.count * 8, port: port)
        }
        var domain = name(host)[...]
        if domain.hasPrefix("*.") { domain = domain.dropFirst() }
        while domain.hasPrefix(".") { domain = domain.dropFirst() }
        return domain.isEmpty ? nil : .domain(String(domain), port: port)
    }

    private static func split(_ word: String) -> (host: String, port: Int?) {
        // An IPv6 address contains colons.
        guard [UInt8](ipAddress: word) == nil, let colon = word.lastIndex(of: ":"),
            let port = Int(word[word.index(after: colon)...])
        else { return (word, nil) }
        return (String(word[..<colon]), port)
    }

    /// Without brackets, and without the trailing dot of a fully qualified name.
    private static func name(_ host: String) -> String {
        let name = host.withoutBrackets
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }

    private static func isSame(_ network: [UInt8], _ number: [UInt8], bits: Int) -> Bool {
        guard network.count == number.count else { return false }
        return zip(network, number).enumerated().allSatisfy { index, bytes in
            let counting = min(8, max(0, bits - index * 8))
            return (bytes.0 ^ bytes.1) >> (8 - counting) == 0
        }
    }
}

extension [UInt8] {
    /// The 4 or 16 bytes of an IP address; nil for other text.
    package init?(ipAddress text: String) {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            guard inet_pton(family, text, &bytes) != 1 else {
                self = bytes
                return
            }
        }
        return nil
    }
}
