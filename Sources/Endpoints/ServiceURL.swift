extension String {
    /// The host of a web address, with its port where one is given, as error messages show it: `api.open-meteo.com`, `127.0.0.1:8080`.
    public var urlHost: String {
        let afterScheme = firstRange(of: "://").map { self[$0.upperBound...] } ?? self[...]
        let authority = afterScheme.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return String(authority.split(separator: "@").last ?? "")
    }

    /// The address of a service as people write it, without the slashes that it may end in, so that a path can follow.
    public var asBaseURL: String {
        var url = self[...]
        while url.hasSuffix("/") { url.removeLast() }
        return String(url)
    }
}
