/// A key, compared bytewise: character comparison would treat two encodings of a letter as equal, and takes quadratic time
/// for combining marks.
struct TOMLKey: Hashable {
    let text: String

    static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}

/// The path of a value or a table.
struct TOMLKeyPath {
    private(set) var parents: [TOMLKey] = []
    private(set) var name: TOMLKey
    /// All keys of a path are on one line.
    let line: Int

    init(name: TOMLKey, line: Int) {
        (self.name, self.line) = (name, line)
    }

    mutating func append(_ key: TOMLKey) {
        parents.append(name)
        name = key
    }
}
