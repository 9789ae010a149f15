// Sources word the same alert differently, and some add to its identifier.
extension Alert {
    /// Whether both have the authority's identifier of the same issue.
    func isSameIssue(as other: Alert) -> Bool { id == other.id || authorityID == other.authorityID }

    /// Whether both describe the same danger, with the same severity and the same times: as from two sources.
    public func isSameWarning(as other: Alert) -> Bool {
        if isSameIssue(as: other) { return true }
        guard kind != .other, onset != nil, ends != nil else { return false }
        return kind == other.kind && severity == other.severity && onset == other.onset && ends == other.ends
    }

    /// The identifier without the prefix of the National Weather Service's interface, and the languages of Deutscher
    /// Wetterdienst's files.
    private var authorityID: String {
        var id = id[...]
        if id.hasPrefix("urn:oid:") { id = id.dropFirst(8) }
        for language in [".MUL", ".DEU", ".ENG", ".GER"] where id.hasSuffix(language) { id = id.dropLast(4) }
        return String(id)
    }
}
