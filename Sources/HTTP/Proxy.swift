import Foundation

/// A server that takes connections and passes them on to the services. Printed, it is `proxy.example.org:3128`, without
/// its user and password.
public struct Proxy: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// Asked with `CONNECT`, also for addresses without TLS.
        case http
        /// SOCKS 5; it looks up the names of the services itself.
        case socks
    }

    struct Credentials: Sendable, Hashable {
        var user: String
        var password: String
    }

    let kind: Kind
    /// A name or a number, the latter without brackets.
    let host: String
    let port: Int
    /// nil when the proxy asks for none.
    let credentials: Credentials?

    /// Whether it is told a user and a password, which nobody else is to know.
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
        let address = address.contains("://") ? address : "http://" + address
        guard let url = URLComponents(string: address),
            let host = url.host?.withoutBrackets, !host.isEmpty, ["", "/"].contains(url.path), url.query == nil,
            url.fragment == nil,
            let port = WebAddress.port(in: address, usual: url.scheme?.lowercased() == "http" ? 80 : 1080)
        else { throw .noAddress }
        switch url.scheme?.lowercased() {
        case "http": kind = .http
        case "socks5", "socks5h": kind = .socks
        default: throw .scheme
        }
        self.host = host
        self.port = port
        credentials = url.user.map { Credentials(user: $0, password: url.password ?? "") }
        guard kind == .http || credentials == nil else { throw .socksCredentials }
    }
}

extension Proxy: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    public var debugDescription: String { description }
}

extension String {
    /// The number of an IPv6 host as it is, of which addresses have brackets around it.
    var withoutBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
