public import Searching
public import Weather

extension Gazetteer {
    /// What is meant by a query that is to name one city. A misspelled query is resolved as its correction.
    ///
    /// - Parameters:
    ///   - language: the names' language, as in `LANG` or of BCP 47.
    ///   - languages: those whose names are kept with each locality besides; none when empty.
    public func resolveCorrecting(
        _ query: SearchQuery, language: String, keeping languages: Set<String> = []
    ) throws(GazetteerError) -> CityResolution {
        let resolution = try resolve(query, language: language, keeping: languages)
        guard case .none = resolution, let correction = try correction(of: query, language: language) else {
            return resolution
        }
        return try resolve(correction, language: language, keeping: languages).corrected(to: correction)
    }
}
