public import Weather

extension SearchFailure {
    /// What is wrong and what to do, as one sentence without a period.
    public var sentence: String {
        switch self {
        case .tooShort(let least):
            "a search needs at least \(least) letters"
        case .tooLong(let most):
            "a search has at most \(most) letters"
        case .unacceptable(let text):
            "no place has \(text.quoted) in its name; use letters, such as 'weatherctl search montev'"
        case .notFound(let query, let failure, let problem):
            "no place named \(query.quoted) was found"
                + (failure.map { " (only the offline list was searched: \($0.sentence))" } ?? "")
                + (problem.map { "; \($0.limitation)" } ?? "")
        case .postalCodeNotLookedUp(let query, let failure):
            "no place named \(query.quoted) was found; postal codes require an online search, which is "
                + (failure.map { "unavailable: \($0.sentence)" } ?? "off with the sample provider")
        case .inexact(let query, let cities):
            "no place named \(query.quoted) was found; similar names: \(Self.list(cities))"
        case .ambiguous(let query, let cities):
            "several places match \(query.quoted): \(Self.list(cities)); \(Self.advice(query, cities))"
        case .gazetteer(let error):
            "city search unavailable: \(error.sentence)"
        }
    }

    private static let shown = 4

    private static func list(_ cities: [City]) -> String {
        let names = cities.prefix(shown).map { $0.locality.fullText().plain(limit: 70) }
        return names.joined(separator: "; ") + (cities.count > shown ? "; and more" : "")
    }

    /// Suggests a query for one of the cities; only the position if their full names are equal or were already given.
    private static func advice(_ query: String, _ cities: [City]) -> String {
        let labels = cities.prefix(shown).map { $0.locality.fullText() }
        guard let city = cities.first, !query.contains(","), Set(labels).count == labels.count else {
            return "use coordinates from 'weatherctl search'"
        }
        let name = [city.locality.name.plain(limit: 60)] + city.locality.surroundings.prefix(1)
        return "specify one, such as \"\(name.joined(separator: ", "))\""
    }
}

extension GazetteerError {
    /// What is wrong with the file; completes a sentence.
    var fault: String {
        switch self {
        case .notInstalled(let path), .missing(let path): "there is no \(path.plain(limit: 160))"
        case .notRead(let path, let reason): "\(path.plain(limit: 160)) cannot be read (\(reason.plain(limit: 80)))"
        case .damaged(let path, let reason): "\(path.plain(limit: 160)) is damaged (\(reason.plain(limit: 80)))"
        case .worker(let failure): failure.sentence
        }
    }

    /// - Parameter key: the configuration key of the file.
    func remedy(key: String = "location.gazetteer in config.toml") -> String {
        switch self {
        case .notInstalled: "install the package weatherd-places"
        case .missing: "correct \(key), or remove it and install the package weatherd-places"
        case .notRead, .damaged: "install the package weatherd-places again, or name another file as \(key)"
        case .worker(let failure): failure.advice
        }
    }

    /// What is wrong and what to do, as one sentence without a period.
    fileprivate var sentence: String { "\(fault); \(remedy())" }

    /// What limited a search without results, and what to do.
    fileprivate var limitation: String {
        switch self {
        case .notInstalled: "to search for smaller places too, \(remedy())"
        case .worker: sentence
        case .missing, .notRead, .damaged: "only the largest cities were searched: \(sentence)"
        }
    }
}
