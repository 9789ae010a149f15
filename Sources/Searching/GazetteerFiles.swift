/// Where the places of the world are.
public struct GazetteerFiles: Sendable, Hashable {
    /// The gazetteer that the configuration names; nil when it names none.
    public var named: String?
    /// The gazetteer of the package weatherd-places, which need not be installed.
    public var installed: String
    /// The list of the largest cities, which comes with weatherd and answers when the gazetteer cannot; nil for none.
    public var cities: String?

    public init(named: String? = nil, installed: String, cities: String? = nil) {
        self.named = named
        self.installed = installed
        self.cities = cities
    }

    /// The same with the gazetteer that a configuration names, if it names one.
    public func naming(_ named: String?) -> GazetteerFiles {
        GazetteerFiles(named: named, installed: installed, cities: cities)
    }

    /// The path of the gazetteer.
    public var gazetteer: String { named ?? installed }

    /// What has to be readable to search in them: the files, and in place of an installed gazetteer that is missing the
    /// directory that it comes to when it is installed.
    public func paths(exists: (String) -> Bool) -> [String] {
        let isAwaited = named == nil && !exists(installed)
        let directory = installed.lastIndex(of: "/").map { String(installed[..<$0]) }
        return [isAwaited ? directory ?? installed : gazetteer] + [cities].compactMap(\.self)
    }
}
