/// A server that takes connections and passes them on to the services. Printed, it is `proxy.example.org:3128`, without
/// its user and password.
public struct Proxy: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// Asked with `CONNECT`, also for addresses without TLS.
        case http
        /// SOCKS 5; it looks up the names of the services itself.
        case socks
    }

    public struct Credentials: Sendable, Hashable {
        public var user: String
        public var password: String
    }

    public let kind: Kind
    /// A name or a number, the latter without brackets.
    public let host: String
    public let port: Int
    /// nil when the proxy asks for none.
    public let credentials: Credentials?

    /// Whether it is sent a user and a password, which are secret.
    public var hasCredentials: Bool { credentials != nil }

    /// Why an address is not one of a proxy that can be used, as the rest of a sentence. It never holds the address, in which a
    /// password may stand.
    public struct Problem: Error, Sendable, Hashable {
        public let sentence: String

        static let noAddress = Problem(sentence: "takes the address of a proxy, such as http://proxy.example.org:3128")
        static let scheme = Problem(sentence: "takes a proxy that is reached by http:// or socks5://, and no other")
        static let socksCredentials = Problem(
            sentence: "takes no user and password for a socks5:// proxy, which weatherd cannot tell it")
    }

    /// - Parameter address: `http://user:password@proxy.example.org:3128`; without a scheme, that is `http`.
    public init(_ address: String) throws(Problem) {
        guard let url = URLParts(address.contains("://") ? address : "http://" + address), let host = url.host,
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
    }

    /// The address that it is made from again, with the password; for the process that connects to it, and nobody else.
    public var address: String {
        let scheme = kind == .http ? "http" : "socks5"
        let user = credentials.map { "\(Self.encoded($0.user)):\(Self.encoded($0.password))@" } ?? ""
        return "\(scheme)://\(user)\(description)"
    }

    /// All but the unreserved characters of RFC 3986 as percent and two digits.
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
    /// The number of an IPv6 host as it is, of which addresses have brackets around it.
    var withoutBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
