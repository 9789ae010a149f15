public import Almanac
import Platform
public import Weather

extension LocationFailure {
    /// Why the source has no location and what to do, as one sentence without a period.
    public func sentence(of source: LocationSource) -> String {
        switch self {
        case .noBus(let reason):
            "\(source.name) cannot be queried, since the system bus is not available (\(reason.plain(limit: 120)))"
        case .notInstalled:
            "\(source.name) is not installed; install the package geoclue-2.0, or leave geoclue out of location.sources"
        case .refused(let reason):
            "\(source.name) denied weatherd access to the location (\(reason.plain(limit: 160))); start its agent with "
                + "the desktop, or allow weatherd in /etc/geoclue/geoclue.conf: [weatherd] allowed=true system=false users="
        case .timedOut(let seconds) where source == .geoClue:
            // Without an agent, GeoClue 2.6 never replies.
            "\(source.name) did not answer within \(seconds) s, possibly because its agent is not running; start it with the desktop: "
                + "/usr/libexec/geoclue-2.0/demos/agent"
        case .timedOut(let seconds):
            "\(source.name) did not answer within \(seconds) s"
        case .ended:
            "\(source.name) exited; retrying"
        case .failed(let reason):
            "\(source.name) failed (\(reason.plain(limit: 160)))"
        case .invalidPosition:
            "\(source.name) reported an invalid position"
        case .inaccurate(let metres):
            "\(source.name) knows the position only to within \(Int((metres / 1000).rounded()).grouped()) km, which is too "
                + "inaccurate for a place"
        case .noPlace(let timeZone?):
            "the time zone \(timeZone.plain(limit: 60)) does not indicate a location; set one such as Europe/Oslo with timedatectl"
        case .noPlace(nil):
            "the system has no time zone; set one such as Europe/Oslo with timedatectl"
        case .network(let failure):
            "\(source.name): \(failure.sentence)"
        case .unknownAddress:
            "\(source.name) has no location for this IP address"
        case .unconfirmed(let distance):
            "\(source.name) moved the place by \(Int((distance / 1000).rounded()).grouped()) km, possibly because of a VPN; "
                + "it will be accepted if confirmed in 10 minutes"
        }
    }
}

extension LocationSource {
    package var name: String {
        switch self {
        case .geoClue: "GeoClue"
        case .timeZone: "the time zone"
        case .ip: "the location service"
        }
    }
}

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

    /// Suggests a query for one of the cities: only the position if their full names are equal or were in the query.
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
    package var fault: String {
        switch self {
        case .notInstalled(let path), .missing(let path): "there is no \(path.plain(limit: 160))"
        case .notRead(let path, let reason): "\(path.plain(limit: 160)) cannot be read (\(reason.plain(limit: 80)))"
        case .damaged(let path, let reason): "\(path.plain(limit: 160)) is damaged (\(reason.plain(limit: 80)))"
        case .worker(let failure): failure.sentence
        }
    }

    /// - Parameter key: the configuration key of the file.
    package func remedy(key: String = "location.gazetteer in config.toml") -> String {
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

extension TimeZoneError {
    /// What fails without tzdata, as one sentence without a period.
    public var sentence: String { "time zones \(fault)" }

    /// Completes a sentence about time zones.
    package var fault: String {
        let reason =
            switch self {
            case .invalidName, .unknown: "tzdata is not installed"
            case .unreadable(let reason): "tzdata cannot be read: \(SystemError(code: reason).sentence)"
            case .damaged: "the files of tzdata are damaged"
            }
        return "are unknown, so times use the UTC offset of the forecast, or UTC; \(reason)"
    }
}
