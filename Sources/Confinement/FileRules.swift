import CLinux
import Glibc

/// Which files the worker is left, by landlock(7).
enum FileRules {
    /// What libcurl, OpenSSL, the C library's resolver with its modules, and Swift's runtime read. What is not there is passed by.
    static let system = [
        // Authorities and the settings of TLS: Debian, Arch and Fedora.
        "/etc/ssl", "/usr/lib/ssl", "/usr/share/ca-certificates", "/usr/local/share/ca-certificates",
        "/etc/ca-certificates", "/etc/pki", "/etc/crypto-policies", "/usr/share/crypto-policies",
        // How names are looked up; /etc/resolv.conf is often a link to one of the directories.
        "/etc/resolv.conf", "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager/resolv.conf",
        "/run/NetworkManager/no-stub-resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/gai.conf",
        "/etc/host.conf",
        "/etc/services", "/etc/protocols",
        // Modules that are loaded when a name is first looked up.
        "/etc/ld.so.cache", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib",
        "/usr/share/zoneinfo", "/etc/localtime",
        "/dev/urandom", "/dev/random", "/dev/null", "/sys/devices/system/cpu",
        // libdispatch opens /proc/THREAD/stat for each thread of Swift's pool, and traps where it cannot. Of other processes
        // Landlock hides memory, environment and files; their names and arguments can be read.
        "/proc",
    ]

    /// Rights of linux/landlock.h, by the version that brought them.
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
        /// bind_tcp, from the fourth on. Whom it connects to is the user's to say.
        static func network(version: Int32) -> UInt64 { version >= 4 ? 1 << 0 : 0 }
        /// Abstract sockets and signals, from the sixth on.
        static func scope(version: Int32) -> UInt64 { version >= 6 ? 1 << 0 | 1 << 1 : 0 }
    }

    /// - Returns: what is in force. Privileges must have been given up already.
    static func apply(readable: [String]) -> ConfinementReport.State {
        let version = weatherd_landlock_version()
        guard version > 0 else { return .absent(systemError: version == 0 ? ENOSYS : errno) }
        var rules = weatherd_landlock_ruleset(
            files: Right.files(version: version), network: Right.network(version: version),
            scope: Right.scope(version: version))
        // Older kernels know a shorter structure, and take a longer one whose end is empty.
        let ruleset = weatherd_landlock_create(&rules, MemoryLayout<weatherd_landlock_ruleset>.size)
        guard ruleset >= 0 else { return .absent(systemError: errno) }
        defer { close(ruleset) }
        for path in system + readable { allow(path, ruleset) }
        return weatherd_landlock_restrict(ruleset) == 0
            ? .inForce(version: Int(version)) : .absent(systemError: errno)
    }

    /// O_PATH, which the Glibc module leaves out.
    private static let pathOnly: Int32 = 0o10000000

    /// Has a file read, or a directory and all below it.
    private static func allow(_ path: String, _ ruleset: Int32) {
        let descriptor = open(path, pathOnly | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return }
        let isDirectory = status.st_mode & S_IFMT == S_IFDIR
        _ = weatherd_landlock_allow(
            ruleset, isDirectory ? Right.readFile | Right.readDirectory : Right.readFile, descriptor)
    }
}
