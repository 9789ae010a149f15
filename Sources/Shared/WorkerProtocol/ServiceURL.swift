extension String {
    /// The host of a URL with its port if given, as shown in error messages: `api.open-meteo.com`, `127.0.0.1:8080`.
    public var urlHost: String {
        let afterScheme = schemeSeparator.map { self[$0.upperBound...] } ?? self[...]
        let authority = afterScheme.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return String(authority.split(separator: "@").last ?? "")
    }

    /// The position of the first `://`; nil when there is none.
    var schemeSeparator: Range<Index>? {
        guard let start = indices.first(where: { self[$0...].hasPrefix("://") }) else { return nil }
        return start..<index(start, offsetBy: 3)
    }

    /// The URL without trailing slashes, so that a path can be appended.
    public var asBaseURL: String {
        var url = self[...]
        while url.hasSuffix("/") { url.removeLast() }
        return String(url)
    }
}

/// The parts of a URL with an authority (RFC 3986, 3), not validated.
struct URLParts {
    /// In lower case.
    let scheme: String
    /// As in the URL: `user:password`; nil for none.
    private let userInfo: Substring?
    /// Without brackets; nil for none.
    let host: String?
    /// The text after the colon that follows the host.
    private let portDigits: Substring
    /// Path, query and fragment.
    let rest: Substring

    /// - Returns: nil for a text without `://`, or with blanks or control characters.
    init?(_ text: String) {
        guard let colon = text.schemeSeparator,
            text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace })
        else { return nil }
        scheme = text[..<colon.lowerBound].lowercased()
        let authority = text[colon.upperBound...].prefix { !"/?#".contains($0) }
        rest = text[authority.endIndex...]
        let at = authority.lastIndex(of: "@")
        userInfo = at.map { authority[..<$0] }
        let server = at.map { authority[authority.index(after: $0)...] } ?? authority
        let name: Substring
        if server.hasPrefix("[") {
            guard let end = server.firstIndex(of: "]") else { return nil }
            name = server[server.index(after: server.startIndex)..<end]
            let behind = server[server.index(after: end)...]
            guard behind.isEmpty || behind.hasPrefix(":") else { return nil }
            portDigits = behind.dropFirst()
        } else {
            name = server.prefix { $0 != ":" }
            portDigits = server[name.endIndex...].dropFirst()
        }
        host = name.isEmpty ? nil : String(name)
    }

    /// The given port, or else the usual one; nil for an invalid port.
    func port(usual: Int) -> Int? {
        if portDigits.isEmpty { return usual }
        guard portDigits.utf8.count <= 5, portDigits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(portDigits), (1...65_535).contains(port)
        else { return nil }
        return port
    }

    /// Percent-decoded; nil without a user, or when the encoding is invalid.
    var credentials: (user: String, password: String)? {
        guard let userInfo else { return nil }
        let user = userInfo.prefix { $0 != ":" }
        let password = userInfo[user.endIndex...].dropFirst()
        guard let user = Self.decoded(user), let password = Self.decoded(password) else { return nil }
        return (user, password)
    }

    /// Whether there is a user, valid or not.
    var hasUserInfo: Bool { userInfo != nil }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

/// A URL that can be requested: `http` or `https`, a host, and a valid port.
public struct WebAddress: Sendable, Hashable {
    public let isSecure: Bool
    /// A hostname or an address, without brackets.
    public let host: String
    public let port: Int

    /// The maximum length, bytes.
    private static let longest = 8192

    /// nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest, let address = URLParts(text),
            address.scheme == "https" || address.scheme == "http",
            let host = address.host, Self.isHost(host)
        else { return nil }
        isSecure = address.scheme == "https"
        guard let port = address.port(usual: isSecure ? 443 : 80) else { return nil }
        (self.host, self.port) = (host, port)
    }

    /// Letters, digits and punctuation of a hostname, or an IPv6 address with its zone.
    private static func isHost(_ host: String) -> Bool {
        let signs = host.contains(":") ? "-._:%" : "-._"
        return host.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9": true
            default: scalar.isASCII ? signs.unicodeScalars.contains(scalar) : scalar.properties.isAlphabetic
            }
        }
    }
}
