public import Weather

/// What is said of places, and of their absence.
public enum PlaceSentence {
    public static let badCoordinate =
        "a position is LAT,LON in degrees: a latitude from -90 to 90 and a longitude from -180 to 180"
    /// Where something stands that is neither a name nor a position.
    public static let noName =
        "a place is a favourite, a city of at least 2 letters, or LAT,LON in degrees, such as 59.91,10.75"
    public static let noSource =
        "nobody may be asked where this machine is: location.sources in config.toml is empty; name geoclue, timezone or ip"
    /// Stands behind the sentence that there is no such place.
    public static let otherWays = "; give its position as LAT,LON, or look for it with: weatherctl search"
    public static let tooMany = "too many places were asked for lately; try again in 10 minutes"

    /// Why no place is the current one, and how to have one.
    ///
    /// - Parameters:
    ///   - failures: why the sources of the location have none to give; those without an entry are still being asked.
    ///   - isAutomatic: whether the machine is looked for at all.
    public static func noLocation(
        isAutomatic: Bool = false, failures: [LocationSource: LocationFailure] = [:]
    ) -> String {
        let choose = "set yours with: weatherctl set-location CITY, or weatherctl set-location LAT LON [NAME]"
        guard isAutomatic else { return "no location is set; \(choose)" }
        guard !failures.isEmpty else { return "the location is not known yet; \(choose)" }
        let reasons = LocationSource.allCases.compactMap { source in
            failures[source].map { "\($0.sentence(of: source))" }
        }
        return "the location could not be found: \(reasons.joined(separator: "; ")); \(choose)"
    }

    /// What `set-location` confirms: `location set to Montevideo (34.9°S 56.2°W)`.
    ///
    /// - Parameter correction: what a misspelled name was taken for; nil when it was not misspelled.
    public static func set(_ place: Place, takenFor correction: String? = nil) -> String {
        "location set to \(described(place))" + taken(for: correction)
    }

    private static func taken(for correction: String?) -> String {
        correction.map { "; spelling corrected to \($0.quoted)" } ?? ""
    }

    /// That a search has found nothing until a misspelling was corrected.
    static func showing(_ correction: String, insteadOf query: String) -> String {
        "no place is called \(query.quoted); showing results for \(correction.quoted)"
    }

    /// What `set-location auto` confirms.
    public static func automatic(_ place: Place?) -> String {
        guard let place else { return "the location is now found automatically; it is being looked for" }
        return "the location is now found automatically: \(described(place))"
    }

    public static func added(_ place: Place, takenFor correction: String? = nil) -> String {
        "\(described(place)) is now a favourite" + taken(for: correction)
    }

    public static func moved(_ place: Place, to position: Int) -> String {
        "\(place.displayName()) is now favourite \(position)"
    }

    public static func renamed(_ place: Place, to name: String) -> String {
        "\(place.displayName()) is now called \(name.plain(limit: 100))"
    }

    /// - Parameter isCurrent: whether it goes on being the current place.
    public static func removed(_ place: Place, isCurrent: Bool) -> String {
        "\(place.displayName()) is no longer a favourite"
            + (isCurrent ? "; it stays the current place until you set another: weatherctl set-location auto" : "")
    }

    /// That the current place is none of the favourites.
    public static func isCurrent(_ place: Place) -> String {
        "\(place.displayName()) is the current place and no favourite; set another with weatherctl set-location"
    }

    /// The name and where that is: `Home (Montevideo, Uruguay, 34.9°S 56.2°W)`. A minus sign that was left out shows.
    static func described(_ place: Place) -> String {
        guard place.knownName() != nil else { return place.displayName() }
        let surroundings = place.name == nil ? nil : place.locality?.fullText()
        return
            "\(place.fullName()) (\([surroundings, place.coordinate.text].compactMap(\.self).joined(separator: ", ")))"
    }
}
