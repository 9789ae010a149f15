import Platform

/// The user's settings for network access.
public struct NetworkSettings: Sendable, Hashable {
    public var proxies = ProxyPolicy()
    /// nil for the system's only.
    public var authorities: Authorities?

    public init() {}

    /// The URL of the host that a connection for this URL is made to: itself, or a proxy.
    @Sendable public func neighbour(of address: String) -> String {
        // With an unusable proxy, no connection is made.
        (try? proxies.proxy(for: address)).map { "http://\($0)" } ?? address
    }
}

extension NetworkSettings: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(proxies.secure)
        writer.value(proxies.plain)
        writer.texts(proxies.exceptions.words)
        writer.optional(authorities) { $0.byteString($1.pem) }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init()
        proxies = ProxyPolicy(
            secure: try reader.value(), plain: try reader.value(),
            except: ProxyExceptions(
                try reader.texts(
                    upTo: ProxyExceptions.mostWords, ofUpTo: ProxyExceptions.longestWord, as: "a no-proxy host")))
        authorities = try reader.optional { reader throws(Malformed) in
            guard let authorities = Authorities(pem: try reader.byteString(upTo: 4 << 20)) else {
                throw Malformed("invalid certificates")
            }
            return authorities
        }
    }
}

extension ProxyPolicy.Rule: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .direct: writer.byte(0)
        case .proxy(let proxy):
            writer.byte(1)
            writer.text(proxy.address)
        case .unusable(let problem):
            writer.byte(2)
            writer.text(problem.variable)
            writer.text(problem.sentence)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .direct
        case 1:
            let address = try reader.text(upTo: Proxy.longestAddress)
            do throws(Proxy.Problem) {
                self = .proxy(try Proxy(address))
            } catch {
                throw Malformed("an invalid proxy")
            }
        case 2:
            self = .unusable(
                ProxyPolicy.Problem(variable: try reader.text(upTo: 100), sentence: try reader.text(upTo: 1000)))
        default: throw Malformed("no rule")
        }
    }
}

/// Certificate authorities that are trusted in addition to the system's.
public struct Authorities: Sendable, Hashable {
    /// The certificates, as PEM.
    public let pem: [UInt8]

    /// Why a file has no usable certificates; completes a sentence.
    public struct Problem: Error, Sendable, Hashable {
        public let sentence: String
    }

    /// A bundle of all public authorities takes about 200 KiB.
    private static let sizeLimit = 4 << 20

    /// - Parameter pem: one or more certificates, with or without text in between.
    /// - Returns: nil when there is none, or one of them is damaged.
    public init?(pem: [UInt8]) {
        guard pem.count <= Self.sizeLimit, PEMCertificates.areWhole(in: pem) else { return nil }
        self.pem = pem
    }

    /// - Parameter path: a PEM file with one or more certificates.
    public init(path: String) throws(Problem) {
        let authorities: Authorities?
        do throws(FileProblem) {
            let bytes = try [UInt8](ofFile: path, forbidding: 0o002, atMost: Self.sizeLimit)
            authorities = Authorities(pem: bytes)
        } catch {
            switch error {
            case .failed(let error): throw Problem(sentence: "\(path) cannot be read: \(error.sentence)")
            case .notRegular: throw Problem(sentence: "\(path) is not a file")
            case .permissive:
                throw Problem(
                    sentence: "all users can write to \(path) and add authorities; fix with: chmod o-w \(path)")
            case .tooLong: authorities = nil
            }
        }
        guard let authorities else {
            throw Problem(sentence: "\(path) contains no complete certificate in PEM format")
        }
        self = authorities
    }
}

/// Checks PEM (RFC 7468). Whether a certificate is an authority's is left to the TLS library.
enum PEMCertificates {
    private static let begin = Array("-----BEGIN CERTIFICATE-----".utf8)
    private static let end = Array("-----END CERTIFICATE-----".utf8)

    /// Whether the text has at least one certificate, and none is truncated.
    static func areWhole(in text: [UInt8]) -> Bool {
        var count = 0
        var body: [UInt8]?
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let line = line.trimmed
            if line.elementsEqual(begin) {
                guard body == nil else { return false }
                body = []
            } else if line.elementsEqual(end) {
                guard let whole = body, isSequence(decoded(whole)) else { return false }
                (body, count) = (nil, count + 1)
            } else if body != nil {
                body?.append(contentsOf: line)
            }
        }
        return count > 0 && body == nil
    }

    /// Whether the bytes are exactly one ASN.1 sequence, as a certificate is (X.690, 8.1).
    private static func isSequence(_ bytes: [UInt8]?) -> Bool {
        guard let bytes, bytes.count >= 2, bytes[0] == 0x30 else { return false }
        guard bytes[1] >= 0x80 else { return bytes.count == 2 + Int(bytes[1]) && bytes[1] > 0 }
        let digits = Int(bytes[1] & 0x7F)
        guard (1...4).contains(digits), bytes.count > 2 + digits else { return false }
        return bytes[2..<2 + digits].reduce(0) { $0 << 8 | Int($1) } == bytes.count - 2 - digits
    }

    /// - Returns: nil when the text is not Base64 (RFC 4648, 4).
    private static func decoded(_ text: [UInt8]) -> [UInt8]? {
        let digits = text.prefix { $0 != UInt8(ascii: "=") }
        guard text.count.isMultiple(of: 4), text.count - digits.count <= 2,
            text[digits.count...].allSatisfy({ $0 == UInt8(ascii: "=") })
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        for (index, character) in digits.enumerated() {
            guard let digit = alphabet[Int(character)] else { return nil }
            bits = bits << 6 | UInt32(digit)
            if index % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> (6 - index % 4 * 2))) }
        }
        return bytes
    }

    /// The value of each Base64 digit.
    private static let alphabet: [UInt8?] = {
        var alphabet = [UInt8?](repeating: nil, count: 256)
        let characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, character) in characters.utf8.enumerated() { alphabet[Int(character)] = UInt8(value) }
        return alphabet
    }()
}

extension ArraySlice<UInt8> {
    /// Without spaces and tabs at either end.
    fileprivate var trimmed: ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return []
        }
        return self[first...last]
    }
}
