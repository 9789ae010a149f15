import Glibc

/// The system's trusted certificate authorities.
enum SystemAuthorities: Sendable, Hashable {
    /// A directory of files named by subject hash (openssl-rehash(1)). Reading the few files that a server needs takes
    /// a fraction of the CPU time for a bundle.
    case directory(String)
    /// A bundle of certificates, as PEM.
    case bundle([UInt8])
    /// libcurl's built-in location.
    case built

    /// Directories of Debian, Arch, openSUSE and Alpine; and of Fedora.
    private static let directories = ["/etc/ssl/certs", "/etc/pki/ca-trust/extracted/pem/directory-hash"]
    private static let bundles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]

    /// The first that exists on this system.
    static func found(in directories: [String] = directories, bundles: [String] = bundles) -> SystemAuthorities {
        if let directory = directories.first(where: isHashed) { return .directory(directory) }
        return bundles.lazy.compactMap(contents).first.map(SystemAuthorities.bundle) ?? .built
    }

    /// Whether the directory has a file with a name such as `5443e9e3.0`.
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

    /// - Returns: nil for a missing or non-regular file, or one that is larger than any bundle.
    private static func contents(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
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
