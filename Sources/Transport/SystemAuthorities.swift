import Glibc

/// Where the system has the certificates of the authorities that it trusts.
enum SystemAuthorities: Sendable, Hashable {
    /// A directory in which each file is named by the hash of its authority's name, as openssl-rehash(1) makes it. To read the
    /// few files that a server needs costs a fraction of the processor time that a whole bundle takes.
    case directory(String)
    /// The certificates of a bundle, as PEM.
    case bundle([UInt8])
    /// Where libcurl was built to look for them.
    case built

    /// Directories of Debian, Arch, openSUSE and Alpine; and of Fedora.
    private static let directories = ["/etc/ssl/certs", "/etc/pki/ca-trust/extracted/pem/directory-hash"]
    private static let bundles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]

    /// What this system has.
    static func found(in directories: [String] = directories, bundles: [String] = bundles) -> SystemAuthorities {
        if let directory = directories.first(where: isHashed) { return .directory(directory) }
        return bundles.lazy.compactMap(contents).first.map(SystemAuthorities.bundle) ?? .built
    }

    /// Whether the directory has a file named such as `5443e9e3.0`.
    private static func isHashed(_ path: String) -> Bool {
        guard let directory = opendir(path) else { return false }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let isHash = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                let name = bytes.prefix { $0 != 0 }
                return name.count == 10 && name[8] == UInt8(ascii: ".")
                    && name.prefix(8).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            }
            if isHash { return true }
        }
        return false
    }

    /// - Returns: nil for a file that is not there, or is longer than any bundle.
    private static func contents(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count < 4 << 20 {
            let count = read(descriptor, &part, part.count)
            guard count > 0 else { return count < 0 || bytes.isEmpty ? nil : bytes }
            bytes += part[..<count]
        }
        return nil
    }
}
