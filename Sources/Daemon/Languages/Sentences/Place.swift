public import Weather

extension Place {
    /// The name, the nearest settlement, or else the position: `34.9°S 56.16°W`.
    package func displayName(in words: any Words = Language.english.words) -> String {
        knownName(in: words) ?? coordinate.text(in: words)
    }

    /// The user's name, or else the gazetteer's: `Montevideo`, `41 km SW of Funchal`; nil when there is neither.
    package func knownName(in words: any Words = Language.english.words) -> String? {
        if let name = name?.plain(limit: 100), !name.isEmpty { return name }
        return locality?.text(in: words)
    }

    /// The name with region and country, unless the user chose it: `Paris, Île-de-France, France`.
    package func fullName(in words: any Words = Language.english.words) -> String {
        guard name == nil, let locality else { return displayName(in: words) }
        return locality.fullText(in: words)
    }
}

extension Locality {
    /// `Montevideo`, or the offset from it: `41 km SW of Funchal`.
    package func text(in words: any Words = Language.english.words) -> String {
        guard let offset else { return plainName }
        // The gazetteer's coordinates of settlements are not more precise than this.
        let kilometres = max(1, Int((offset.distance / 1000).rounded()))
        let distance = words.quantity(kilometres.grouped(by: words.groupSign), .kilometers)
        return words.position(distance, words.compassPoint(offset.bearing), of: plainName)
    }

    /// The name with region and country, which distinguish namesakes: `Springfield, Missouri, United States`.
    package func fullText(in words: any Words = Language.english.words) -> String {
        ([text(in: words)] + surroundings).joined(separator: words.listSeparator)
    }

    /// Region and country, if known and different from the name.
    package var surroundings: [String] {
        let region = region?.plain(limit: 80)
        let country = (country ?? countryCode)?.plain(limit: 80)
        // Avoids "Singapore, Singapore", "Montevideo, Montevideo Department" and "Berlin, State of Berlin".
        return [
            region.flatMap { $0 == country || isNamedAfterIt($0) ? nil : $0 },
            country.flatMap { $0 == plainName ? nil : $0 },
        ]
        .compactMap(\.self)
    }

    /// Whether a region is named after the settlement: `Montevideo Department`, `State of Berlin`, `Wilaya d’Alger`; but not
    /// `New York` for `York`.
    private func isNamedAfterIt(_ region: String) -> Bool {
        guard !plainName.isEmpty else { return false }
        if region == plainName || region.hasPrefix(plainName + " ") || region.hasSuffix("’" + plainName)
            || region.hasSuffix("'" + plainName)
        {
            return true
        }
        guard region.hasSuffix(" " + plainName) else { return false }
        // Prepositions and articles are in lower case.
        let last = region.dropLast(plainName.count + 1).split(separator: " ").last
        return last?.first?.isLowercase ?? false
    }

    private var plainName: String { name.plain(limit: 100) }
}

extension Coordinate {
    /// In English.
    package var text: String { text(in: Language.english.words) }

    /// `34.9°S 56.16°W`: at most two decimals, about a kilometre.
    package func text(in words: any Words) -> String {
        func degrees(_ value: Double) -> String {
            var number = value.magnitude.text(decimals: 2)
            while number.hasSuffix("0") { number.removeLast() }
            if number.hasSuffix(".") { number.removeLast() }
            return String(number.map { $0 == "." ? Character(words.decimalSign) : $0 })
        }
        return words.coordinate(
            latitude: degrees(latitude), isNorth: latitude >= 0, longitude: degrees(longitude), isEast: longitude >= 0)
    }
}

extension Int {
    /// With a thousands separator: `1,270,737`.
    package func grouped(by sign: String = ",") -> String {
        let digits = String(magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += sign }
            text.append(digit)
        }
        return self < 0 ? "-" + text : text
    }
}

/// Messages about places.
public enum PlaceSentence {
    public static let badCoordinate =
        "invalid position: must be LAT,LON in degrees, with a latitude between -90 and 90 and a longitude between -180 and 180"
    /// The error for an argument that is neither a name nor a position.
    public static let noName =
        "invalid place: must be a favourite, a city of at least 2 letters, or LAT,LON in degrees, such as 59.91,10.75"
    public static let noSource =
        "automatic location is disabled; add geoclue, timezone or ip to location.sources in config.toml"
    /// Appended to the error for an unknown place.
    public static let otherWays = "; use LAT,LON, or find it with 'weatherctl search'"
    public static let noSettlement =
        "the places around this position are not known; 'weatherctl doctor' checks the gazetteer"
    /// - Parameter count: the number of places.
    public static func noSuchPlace(_ position: Int, count: Int) -> String {
        count == 0
            ? "there are no places to switch to; add one with 'weatherctl places add CITY'"
            : "no place \(position): must be between 0 and \(count - 1)"
    }

    public static func notInPlaces(_ name: String) -> String {
        """
        \"\(name.plain(limit: 100))\" is not one of your places; list them with 'weatherctl places --output names', or show \
        another with 'weatherctl set-location'
        """
    }

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

    /// Reports that a search found places only after a spelling correction.
    package static func showing(_ correction: String, insteadOf query: String) -> String {
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
    ///   - place: the current place; nil while it is being detected.
    ///   - isAutomatic: whether no place is configured.
    public static func configured(_ place: Place?, isAutomatic: Bool) -> String {
        guard isAutomatic else { return "location as configured: " + (place.map(described) ?? "none") }
        return "no place is configured, so " + automatic(place)
    }

    /// The configured place, while another one is used: `Oslo (59.91°N 10.75°E), configured; to return to it, run …`.
    package static func unused(_ place: Place) -> String {
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

    /// In English, like the sentences.
    private static func englishName(of place: Place) -> String { place.translated(to: "en").displayName() }

    /// The name and the location, in English: `Home (Montevideo, Uruguay, 34.9°S 56.2°W)`. Makes a forgotten minus sign
    /// noticeable.
    package static func described(_ place: Place) -> String {
        let place = place.translated(to: "en")
        guard place.knownName() != nil else { return place.displayName() }
        let surroundings = place.name == nil ? nil : place.locality?.fullText()
        return
            "\(place.fullName()) (\([surroundings, place.coordinate.text].compactMap(\.self).joined(separator: ", ")))"
    }
}

extension FavouritesError {
    /// What is wrong and what to do, as one sentence without a period.
    public var sentence: String {
        switch self {
        case .nameTaken(let place):
            "a favourite named \(place.displayName()) already exists (\(place.coordinate.text)); "
                + "use another name"
        case .alreadyThere(let place):
            "this position is already a favourite: \(place.displayName())"
        case .notAFavourite(let name):
            "no favourite named \(name.quoted); run 'weatherctl places' for a list"
        case .ambiguous(let name, let places):
            "several favourites match \(name.quoted): "
                + places.map { "\($0.fullName()) (\($0.coordinate.text))" }.joined(separator: ", ")
                + "; use coordinates"
        case .noSuchPosition(let position, let count):
            count == 0
                ? "there are no favourites to move"
                : "no position \(position): must be between 1 and \(count)"
        case .full(let limit):
            "the limit of \(limit) favourites has been reached; remove one with 'weatherctl places remove PLACE'"
        }
    }
}
