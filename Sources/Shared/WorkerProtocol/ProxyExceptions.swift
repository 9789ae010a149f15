import Glibc

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
        let number = Self.number(name)
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
            guard let network = number(String(word[..<slash]).withoutBrackets),
                let bits = Int(word[word.index(after: slash)...]), (0...network.count * 8).contains(bits)
            else { return nil }
            return .network(network, bits: bits, port: nil)
        }
        let (host, port) = split(word)
        if let number = number(host.withoutBrackets) { return .network(number, bits: number.count * 8, port: port) }
        var domain = name(host)[...]
        if domain.hasPrefix("*.") { domain = domain.dropFirst() }
        while domain.hasPrefix(".") { domain = domain.dropFirst() }
        return domain.isEmpty ? nil : .domain(String(domain), port: port)
    }

    private static func split(_ word: String) -> (host: String, port: Int?) {
        // An IPv6 address contains colons.
        guard number(word) == nil, let colon = word.lastIndex(of: ":"),
            let port = Int(word[word.index(after: colon)...])
        else { return (word, nil) }
        return (String(word[..<colon]), port)
    }

    /// Without brackets, and without the trailing dot of a fully qualified name.
    private static func name(_ host: String) -> String {
        let name = host.withoutBrackets
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }

    /// The 4 or 16 bytes of an IP address; nil for a hostname.
    private static func number(_ host: String) -> [UInt8]? {
        for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: size)
            if inet_pton(family, host, &bytes) == 1 { return bytes }
        }
        return nil
    }

    private static func isSame(_ network: [UInt8], _ number: [UInt8], bits: Int) -> Bool {
        guard network.count == number.count else { return false }
        return zip(network, number).enumerated().allSatisfy { index, bytes in
            let counting = min(8, max(0, bits - index * 8))
            return (bytes.0 ^ bytes.1) >> (8 - counting) == 0
        }
    }
}
