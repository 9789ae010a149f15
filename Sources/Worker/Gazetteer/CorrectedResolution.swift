public import Weather
public import WorkerProtocol

extension Gazetteer {
    /// The city that a query refers to. A misspelled query is resolved as its correction.
    ///
    /// - Parameters:
    ///   - language: the names' language, as in `LANG` or of BCP 47.
    ///   - languages: further languages whose names are returned with each locality.
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
