import Glibc

/// The options of the C library's resolver (resolv.conf(5)). By default, it waits 5 seconds for each name server in turn, so an
/// unreachable first one, as after a change of network, would fail every lookup.
public enum ResolverOptions {
    private static let path = "/etc/resolv.conf"
    /// Maximum size of resolv.conf that is read, bytes.
    private static let longest = 64 << 10
    private static let variable = "RES_OPTIONS"

    /// With several name servers, each is queried three times with a timeout of one second. A late answer is still accepted, so
    /// a name server may take two seconds. One of them alone would shorten or prolong what the user has set.
    private static let defaults = [("timeout", 1), ("attempts", 3)]

    /// Sets the variable of this process, unless the user has set it. No other thread may run.
    public static func apply() {
        guard let options = text(for: contents(path) ?? []) else { return }
        setenv(variable, options, 0)
    }

    /// The options to add; nil for none, as when the user has set one of them. A single name server is waited for as long as the
    /// C library does.
    ///
    /// - Parameter file: the bytes of resolv.conf.
    static func text(for file: [UInt8]) -> String? {
        var servers = 0
        var known: Set<Substring> = []
        for line in String(decoding: file, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let words = line.split { $0 == " " || $0 == "\t" }
            switch words.first {
            case "nameserver" where words.count > 1: servers += 1
            case "options": for word in words.dropFirst() { known.insert(word.prefix { $0 != ":" }) }
            default: break
            }
        }
        guard servers > 1, !defaults.contains(where: { known.contains($0.0[...]) }) else { return nil }
        return defaults.map { "\($0.0):\($0.1)" }.joined(separator: " ")
    }

    /// nil unless it is a regular file.
    private static func contents(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: longest)
        let count = read(descriptor, &bytes, bytes.count)
        return count < 0 ? nil : Array(bytes[..<count])
    }
}
