public import Weather

extension SearchFailure {
    /// What is wrong and what to do, in one plain sentence without a final period.
    public var sentence: String {
        switch self {
        case .tooShort(let least):
            "a search needs at least \(least) letters"
        case .tooLong(let most):
            "a search has \(most) letters at most"
        case .unacceptable(let text):
            "no place has \(text.quoted) in its name; search for letters, such as: weatherctl search montev"
        case .notFound(let query, let failure, let problem):
            "no place is called \(query.quoted)"
                + (failure.map { " (only the offline list was asked: \($0.sentence))" } ?? "")
                + (problem.map { "; \($0.limitation)" } ?? "")
        case .postalCodeNotLookedUp(let query, let failure):
            "no place is called \(query.quoted); postal codes are looked up online, which is "
                + (failure.map { "not possible now: \($0.sentence)" } ?? "off with the sample provider")
        case .inexact(let query, let cities):
            "no place is called \(query.quoted); near it come \(Self.list(cities))"
        case .ambiguous(let query, let cities):
            "\(query.quoted) fits several: \(Self.list(cities)); \(Self.advice(query, cities))"
        case .gazetteer(let error):
            "the list of places cannot be used: \(error.sentence)"
        }
    }

    private static let shown = 4

    private static func list(_ cities: [City]) -> String {
        let names = cities.prefix(shown).map { $0.locality.fullText().plain(limit: 70) }
        return names.joined(separator: "; ") + (cities.count > shown ? "; and more" : "")
    }

    /// How one of them is asked for. Where the name and what it lies in have been said already, or are the same for two,
    /// only the position is left.
    private static func advice(_ query: String, _ cities: [City]) -> String {
        let labels = cities.prefix(shown).map { $0.locality.fullText() }
        guard let city = cities.first, !query.contains(","), Set(labels).count == labels.count else {
            return "say which by LAT,LON, which weatherctl search shows"
        }
        let name = [city.locality.name.plain(limit: 60)] + city.locality.surroundings.prefix(1)
        return "say which, such as \"\(name.joined(separator: ", "))\""
    }
}

extension GazetteerError {
    /// What is wrong with the file, as the rest of a sentence.
    var fault: String {
        switch self {
        case .notInstalled(let path), .missing(let path): "there is no \(path.plain(limit: 160))"
        case .notRead(let path, let reason): "\(path.plain(limit: 160)) cannot be read (\(reason.plain(limit: 80)))"
        case .damaged(let path, let reason): "\(path.plain(limit: 160)) is damaged (\(reason.plain(limit: 80)))"
        case .worker(let failure): failure.sentence
        }
    }

    /// What to do about it.
    ///
    /// - Parameter key: where the configuration names the file.
    func remedy(key: String = "location.gazetteer in config.toml") -> String {
        switch self {
        case .notInstalled: "install the package weatherd-places"
        case .missing: "correct \(key), or remove it and install the package weatherd-places"
        case .notRead, .damaged: "install the package weatherd-places again, or name another file as \(key)"
        case .worker(let failure): failure.advice
        }
    }

    /// The same with what to do, in one plain sentence without a final period.
    fileprivate var sentence: String { "\(fault); \(remedy())" }

    /// What a search without a result has left out, and what to do.
    fileprivate var limitation: String {
        switch self {
        case .notInstalled: "to search for smaller places too, \(remedy())"
        case .worker: sentence
        case .missing, .notRead, .damaged: "only the largest cities were searched: \(sentence)"
        }
    }
}
