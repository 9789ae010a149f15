// Bytes, since comparing characters would link Unicode tables into the client.
extension String {
    /// Whether the text begins with these bytes.
    @inline(never)
    package func begins(with prefix: String) -> Bool {
        utf8.starts(with: prefix.utf8)
    }

    /// The text without its first `count` bytes, which must end at a character boundary.
    @inline(never)
    package func dropping(_ count: Int) -> String {
        String(decoding: utf8.dropFirst(count), as: UTF8.self)
    }
}
