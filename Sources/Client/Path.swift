import Glibc

extension String {
    /// What a symbolic link says; nil when it cannot be read.
    package init?(linkAt path: String) {
        var text = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = text.withUnsafeMutableBytes {
            readlink(path, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
        }
        guard length >= 0 else { return nil }
        self = String(decoding: text.prefix(length), as: UTF8.self)
    }

    /// The directory that a path lies in.
    package var directory: String {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }
}
