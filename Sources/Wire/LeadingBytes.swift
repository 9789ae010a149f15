// Bytes, since characters are told apart by tables, which the client would have to bring with it.
extension String {
    /// Whether the text begins with these bytes.
    @inline(never)
    package func begins(with prefix: String) -> Bool {
        utf8.starts(with: prefix.utf8)
    }

    /// The text without so many of its first bytes, which end where a character does.
    @inline(never)
    package func dropping(_ count: Int) -> String {
        String(decoding: utf8.dropFirst(count), as: UTF8.self)
    }
}
