public import Weather

/// Messages about places.
public enum PlaceSentence {
    public static let badCoordinate =
        "invalid position: must be LAT,LON in degrees, with a latitude between -90 and 90 and a longitude between -180 and 180"
    /// For an argument that is neither a name nor a position.
    public static let noName =
        "invalid place: must be a favourite, a city of at least 2 letters, or LAT,LON in degrees, such as 59.91,10.75"
    public static let noSource =
        "automatic location is disabled; add geoclue, timezone or ip to location.sources in config.toml"
    /// Appended to the error for an unknown place.
    public static let otherWays = "; use LAT,LON, or find it with 'weatherctl search'"
    public static let noSettlement =
        "the places around this position are not known; 'weatherctl doctor' checks the gazetteer"
    public static let tooMany = "too many places requested recently; try again in 10 minutes"

    /// Why there is no current place, and how to set one.
    ///
    /// - Parameters:
    ///   - failures: the failures of the location sources; sources without an entry have not answered yet.
    ///   - isAutomatic: whether the location is automatic.
    public static func noLocation(
        isAutomatic: Bool = false, failures: [LocationSource: LocationFailure] = [:]
    ) -> String {
        let choose = "set yours with: weatherctl set-location CITY, or weatherctl set-location LAT LON [NAME]"
        guard isAutomatic else { return "no location is set; \(choose)" }
        guard !failures.isEmpty else { return "the location is not known yet; \(choose)" }
        let reasons = LocationSource.allCases.compactMap { source in
            failures[source].map { "\($0.sentence(of: source))" }
        }
        return "the location could not be detected: \(reasons.joined(separator: "; ")); \(choose)"
    }

    /// The confirmation of `set-location`: `location set to Montevideo (34.9°S 56.2°W)`.
    ///
    /// - Parameter correction: the corrected spelling; nil when it was correct.
    public static func set(_ place: Place, takenFor correction: String? = nil) -> String {
        "location set to \(described(place))" + taken(for: correction)
    }

    private static func taken(for correction: String?) -> String {
        correction.map { "; spelling corrected to \($0.quoted)" } ?? ""
    }

    /// A search only found places after a spelling correction.
    static func showing(_ correction: String, insteadOf query: String) -> String {
        "no place named \(query.quoted) was found; showing results for \(correction.quoted)"
    }

    /// The confirmation of `set-location auto`.
    ///
    /// - Parameter configured: the configured place, which is not used; nil for none.
    public static func automatic(_ place: Place?, insteadOf configured: Place? = nil) -> String {
        let found = place.map { ": " + described($0) } ?? "; detecting the location"
        let other = configured.map { "; not used: \(unused($0))" }
        return "automatic location is on" + found + (other ?? "")
    }

    /// The confirmation of `set-location default`.
    ///
    /// - Parameters:
    ///   - place: nil while it is being detected.
    ///   - isAutomatic: whether no place is configured.
    public static func configured(_ place: Place?, isAutomatic: Bool) -> String {
        guard isAutomatic else { return "location as configured: " + (place.map(described) ?? "none") }
        return "no place is configured, so " + automatic(place)
    }

    /// The configured place, while another one is used: `Oslo (59.91°N 10.75°E), configured; to return to it, run …`.
    static func unused(_ place: Place) -> String {
        "\(described(place)), configured; to return to it, run 'weatherctl set-location default'"
    }

    public static func added(_ place: Place, takenFor correction: String? = nil) -> String {
        "\(described(place)) is now a favourite" + taken(for: correction)
    }

    public static func moved(_ place: Place, to position: Int) -> String {
        "\(englishName(of: place)) is now favourite \(position)"
    }

    public static func renamed(_ place: Place, to name: String) -> String {
        "\(englishName(of: place)) is now named \(name.plain(limit: 100))"
    }

    /// - Parameter isCurrent: whether it remains the current place.
    public static func removed(_ place: Place, isCurrent: Bool) -> String {
        "\(englishName(of: place)) is no longer a favourite"
            + (isCurrent
                ? "; it remains the current place; to detect the location, run 'weatherctl set-location auto'" : "")
    }

    /// The current place is not a favourite.
    public static func isCurrent(_ place: Place) -> String {
        "\(englishName(of: place)) is the current place, not a favourite; use 'weatherctl set-location' to change it"
    }

    /// In English, as the sentences are.
    private static func englishName(of place: Place) -> String { place.translated(to: "en").displayName() }

    /// The name and the location, in English: `Home (Montevideo, Uruguay, 34.9°S 56.2°W)`. Makes a forgotten minus sign
    /// noticeable.
    static func described(_ place: Place) -> String {
        let place = place.translated(to: "en")
        guard place.knownName() != nil else { return place.displayName() }
        let surroundings = place.name == nil ? nil : place.locality?.fullText()
        return
            "\(place.fullName()) (\([surroundings, place.coordinate.text].compactMap(\.self).joined(separator: ", ")))"
    }
}
