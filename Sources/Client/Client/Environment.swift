import ClientProtocol
import Glibc

/// The value of an environment variable; nil when unset.
package func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}

extension String {
    /// The locale of messages (locale(7)), such as `de_AT.UTF-8`; nil for none, for `C`, `POSIX`, and text that is not a
    /// locale's name.
    package static var messageLocale: String? {
        for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            guard let locale = environment(variable), !locale.isEmpty else { continue }
            return locale.isLanguage ? locale : nil
        }
        return nil
    }

    /// Whether it may be the name of a locale: short, without spaces and control characters, and not in capitals.
    private var isLanguage: Bool {
        (utf8.first ?? 0) >= UInt8(ascii: "a") && utf8.count < 40 && utf8.allSatisfy { (0x21..<0x7F).contains($0) }
    }

    /// The path of the daemon's socket.
    package static var socket: String {
        SocketPath.resolve(
            override: environment("WEATHERD_SOCKET"), runtimeDirectory: environment("XDG_RUNTIME_DIR"), user: getuid())
    }
}

extension String {
    /// The target of a symbolic link; nil when it cannot be read.
    package init?(linkAt path: String) {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &text, text.count)
        guard length >= 0 else { return nil }
        self = String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The parent directory.
    package var directory: String {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }
}
