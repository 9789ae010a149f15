import Glibc

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
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw Problem(sentence: "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Problem(sentence: "\(path) is not a file")
        }
        guard status.st_mode & 0o002 == 0 else {
            throw Problem(sentence: "all users can write to \(path) and add authorities; fix with: chmod o-w \(path)")
        }
        guard (1...Self.sizeLimit).contains(Int(status.st_size)) else { throw Self.noCertificate(path) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var length = 0
        while length < bytes.count {
            let rest = bytes.count - length
            let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress.map { $0 + length }, rest) }
            guard count > 0 else { break }
            length += count
        }
        guard let authorities = Authorities(pem: Array(bytes[..<length])) else { throw Self.noCertificate(path) }
        self = authorities
    }

    private static func noCertificate(_ path: String) -> Problem {
        Problem(sentence: "\(path) contains no complete certificate in PEM format")
    }
}
