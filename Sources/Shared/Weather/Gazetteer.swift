/// Which gazetteer file is in use.
public enum GazetteerStatus: Sendable, Hashable {
    /// The gazetteer, with all places.
    case complete(path: String)
    /// The list of cities, and why the gazetteer is not available.
    case citiesOnly(path: String, GazetteerError)
    /// Neither file, and why the gazetteer is not available.
    case unusable(GazetteerError)

    /// The file in use; if none is usable, the gazetteer; nil when no worker could check.
    public var path: String? {
        switch self {
        case .complete(let path), .citiesOnly(let path, _): path
        case .unusable(.notInstalled(let path)), .unusable(.missing(let path)): path
        case .unusable(.notRead(let path, _)), .unusable(.damaged(let path, _)): path
        case .unusable(.worker): nil
        }
    }

    /// Whether a file is usable.
    public var isUsable: Bool {
        if case .unusable = self { false } else { true }
    }

    /// Why the gazetteer is not in use; nil when it is.
    public var problem: GazetteerError? {
        switch self {
        case .complete: nil
        case .citiesOnly(_, let error), .unusable(let error): error
        }
    }
}

/// Why the gazetteer is not available. The list of cities is then the fallback.
public enum GazetteerError: Error, Sendable, Hashable {
    /// The package weatherd-places is not installed.
    case notInstalled(path: String)
    /// The configured file does not exist.
    case missing(path: String)
    /// A read error of the system; `reason` is its description, such as "Permission denied".
    case notRead(path: String, reason: String)
    /// The file has another format version, or is damaged.
    case damaged(path: String, reason: String)
    /// The worker for the query failed.
    case worker(WorkerFailure)
}

/// A settlement found by a search.
public struct City: Sendable, Hashable {
    public var coordinate: Coordinate
    public var locality: Locality
    /// Inhabitants; nil when unknown.
    public var population: Int?
    /// The name that matched the query, if it was not `locality.name`; otherwise nil.
    public var matchedName: String?
    /// The type of `matchedName`; without one, `translated` for a name in the user's language that is not the place's own.
    public var matchedKind = NameKind.other
    /// IATA code; nil for a settlement.
    public var airportCode: String?
    /// The corrected query; nil when it was not misspelled.
    public var correction: String?

    public enum NameKind: Sendable, Hashable {
        /// GeoNames' own name, if the user's language has another.
        case own
        /// A name in another language.
        case translated
        /// A former name, another spelling or a code.
        case other
    }

    public init(coordinate: Coordinate, locality: Locality, population: Int? = nil, matchedName: String? = nil) {
        self.coordinate = coordinate
        self.locality = locality
        self.population = population
        self.matchedName = matchedName
    }
}

/// Why a search found no city.
public enum SearchFailure: Error, Sendable, Hashable {
    /// The query is shorter than `least` letters.
    case tooShort(least: Int)
    /// The query is longer than `most` letters.
    case tooLong(most: Int)
    /// The query contains something that no place name contains.
    case unacceptable(String)
    /// No city has this name. `online`: why there was no online search; nil if it found nothing either. `gazetteer`:
    /// why only the list of cities was searched; nil if the whole gazetteer was.
    case notFound(String, online: FetchFailure?, gazetteer: GazetteerError? = nil)
    /// No city has this name, and the query may be a postal code, which requires an online search. The failure is the
    /// reason why there was none; nil when only the sample provider is configured, which uses no network.
    case postalCodeNotLookedUp(String, FetchFailure?)
    /// No exact match; these are similar, best first.
    case inexact(String, [City])
    /// Several cities have this name, best first; at least two.
    case ambiguous(String, [City])
    case gazetteer(GazetteerError)
}

/// The codes under which place names in a language are stored.
public enum LanguageCodes {
    /// English, the language of GeoNames' own names.
    public static let english = "en"

    /// Best first: `pt_BR`, `pt`; `en` for English, `C` and `POSIX`.
    ///
    /// - Parameter locale: as in `LANG` or of BCP 47: `de_AT.UTF-8`, `pt-BR`, `zh-Hant-TW`.
    public static func codes(of locale: String) -> [String] {
        let parts = locale.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
        guard let first = parts.first?.lowercased(), first != english, first != "c", first != "posix" else {
            return [english]
        }
        // The country, after an optional script.
        let country = parts.dropFirst().first { $0.count == 2 }.map { [first + "_" + $0.uppercased()] } ?? []
        // Norwegian is stored under its two written forms.
        return country + [first == "no" ? "nb" : first]
    }

    /// The language of a code: `pt` of `pt_BR`.
    public static func language(of code: String) -> String {
        String(code.prefix { $0 != "_" })
    }
}
