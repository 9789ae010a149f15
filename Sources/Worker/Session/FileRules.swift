import CLinux
import Glibc
import Weather

/// The files that the worker may read, by landlock(7).
enum FileRules {
    /// What libcurl, OpenSSL, the C library's resolver with its modules, and the Swift runtime read. Missing paths are
    /// skipped.
    static let system = [
        // Certificate authorities and TLS settings on Debian, Arch and Fedora.
        "/etc/ssl", "/usr/lib/ssl", "/usr/share/ca-certificates", "/usr/local/share/ca-certificates",
        "/etc/ca-certificates", "/etc/pki", "/etc/crypto-policies", "/usr/share/crypto-policies",
        // Name resolution; /etc/resolv.conf is often a link into one of the directories.
        "/etc/resolv.conf", "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager/resolv.conf",
        "/run/NetworkManager/no-stub-resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/gai.conf",
        "/etc/host.conf",
        "/etc/services", "/etc/protocols",
        // Resolver modules, loaded at the first lookup.
        "/etc/ld.so.cache", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib",
        "/usr/share/zoneinfo", "/etc/localtime",
        "/dev/urandom", "/dev/random", "/dev/null", "/sys/devices/system/cpu",
    ]

    /// Access rights of linux/landlock.h, by the ABI version that introduced them.
    private enum Right {
        static let execute: UInt64 = 1 << 0
        static let writeFile: UInt64 = 1 << 1
        static let readFile: UInt64 = 1 << 2
        static let readDirectory: UInt64 = 1 << 3
        /// Execute to make_sym: bits 0 to 12.
        static let first: UInt64 = (1 << 13) - 1
        static let refer: UInt64 = 1 << 13
        static let truncate: UInt64 = 1 << 14
        static let deviceControl: UInt64 = 1 << 15

        static func files(version: Int32) -> UInt64 {
            first | (version >= 2 ? refer : 0) | (version >= 3 ? truncate : 0) | (version >= 5 ? deviceControl : 0)
        }
        /// bind_tcp, since version 4. connect_tcp stays allowed: the user configures the hosts.
        static func network(version: Int32) -> UInt64 { version >= 4 ? 1 << 0 : 0 }
        /// Abstract sockets and signals, since version 6.
        static func scope(version: Int32) -> UInt64 { version >= 6 ? 1 << 0 | 1 << 1 : 0 }
    }

    /// - Returns: the status of Landlock. Privileges must have been dropped already.
    static func apply(files: [String], directories: [String]) -> WorkerSandbox.Layer {
        let version = weatherd_landlock_version()
        guard version > 0 else { return .unavailable(systemError: version == 0 ? ENOSYS : errno) }
        var rules = weatherd_landlock_ruleset(
            files: Right.files(version: version), network: Right.network(version: version),
            scope: Right.scope(version: version))
        // Older kernels have a shorter structure, and accept a longer one whose rest is zero.
        let ruleset = weatherd_landlock_create(&rules, MemoryLayout<weatherd_landlock_ruleset>.size)
        guard ruleset >= 0 else { return .unavailable(systemError: errno) }
        defer { close(ruleset) }
        for path in system { allow(path, ruleset) { _ in true } }
        for path in files { allow(path, ruleset) { $0 == S_IFREG } }
        for path in directories { allow(path, ruleset) { $0 == S_IFDIR } }
        return weatherd_landlock_restrict(ruleset) == 0
            ? .inForce(version: Int(version)) : .unavailable(systemError: errno)
    }

    /// O_PATH, which the Glibc module lacks.
    private static let pathOnly: Int32 = 0o10000000

    /// Allows reading a file, or a directory and everything below it.
    ///
    /// - Parameter isAllowed: whether a file of this type (`S_IFMT`) is allowed.
    private static func allow(_ path: String, _ ruleset: Int32, if isAllowed: (mode_t) -> Bool) {
        let descriptor = open(path, pathOnly | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, isAllowed(status.st_mode & S_IFMT) else { return }
        let isDirectory = status.st_mode & S_IFMT == S_IFDIR
        _ = weatherd_landlock_allow(
            ruleset, isDirectory ? Right.readFile | Right.readDirectory : Right.readFile, descriptor)
    }
}
