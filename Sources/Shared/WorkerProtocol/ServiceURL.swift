extension String {
    /// The host of a URL with its port if given, as shown in error messages: `api.open-meteo.com`, `127.0.0.1:8080`.
    public var urlHost: String {
        let afterScheme = schemeSeparator.map { self[$0.upperBound...] } ?? self[...]
        let authority = afterScheme.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return String(authority.split(separator: "@").last ?? "")
    }

    /// The position of the first `://`; nil when there is none.
    var schemeSeparator: Range<Index>? {
        guard let start = indices.first(where: { self[$0...].hasPrefix("://") }) else { return nil }
        return start..<index(start, offsetBy: 3)
    }

    /// The URL without trailing slashes, so that a path can be appended.
    public var asBaseURL: String {
        var url = self[...]
        while url.hasSuffix("/") { url.removeLast() }
        return String(url)
    }
}
