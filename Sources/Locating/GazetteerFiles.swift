import Weather

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
    var gazetteer: String { named ?? installed }

    func openGazetteer() throws(GazetteerError) -> GazetteerFile {
        do throws(GazetteerError) {
            return try GazetteerFile(path: gazetteer, kind: .gazetteer)
        } catch .missing(let path) where named == nil {
            throw .notInstalled(path: path)
        }
    }

    /// Runs queries once, on the gazetteer, or else on the list of cities.
    func read<Value>(
        _ index: GazetteerIndex, _ work: (GazetteerQuery) throws -> Value
    ) throws(GazetteerError) -> Value {
        do throws(GazetteerError) {
            return try openGazetteer().read(index, work)
        } catch {
            guard let cities, let value = try? GazetteerFile(path: cities, kind: .cities).read(index, work) else {
                throw error
            }
            return value
        }
    }
}
