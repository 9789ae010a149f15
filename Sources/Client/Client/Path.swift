import Glibc

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
