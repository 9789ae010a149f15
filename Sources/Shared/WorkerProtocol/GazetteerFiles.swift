/// The files with the world's places and regions.
public struct GazetteerFiles: Sendable, Hashable {
    /// The configured gazetteer; nil for none.
    public var named: String?
    /// The gazetteer of the optional package weatherd-places.
    public var installed: String
    /// The list of the largest cities, which ships with weatherd and is the fallback; nil for none.
    public var cities: String?
    /// The regions of warnings; nil for none.
    public var regions: String?

    /// The borders of countries; nil for none.
    public var borders: String?

    /// Maximum length of a path, bytes: PATH_MAX without the terminator.
    public static let longestPath = 4095

    public init(
        named: String? = nil, installed: String, cities: String? = nil, regions: String? = nil,
        borders: String? = nil
    ) {
        self.named = named
        self.installed = installed
        self.cities = cities
        self.regions = regions
        self.borders = borders
    }

    /// The same with the configured gazetteer, if any.
    public func naming(_ named: String?) -> GazetteerFiles {
        GazetteerFiles(named: named, installed: installed, cities: cities, regions: regions, borders: borders)
    }

    /// The path of the gazetteer.
    public var gazetteer: String { named ?? installed }

    /// The paths of the files, which may not exist.
    public var all: [String] { [gazetteer] + [cities, regions, borders].compactMap(\.self) }

    /// The directory where the package installs the gazetteer, if it is not installed; nil when it is, or when the configuration
    /// sets another path.
    public func awaitedDirectory(exists: (String) -> Bool) -> String? {
        guard named == nil, !exists(installed) else { return nil }
        return installed.lastIndex(of: "/").map { String(installed[..<$0]) }
    }
}
