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
