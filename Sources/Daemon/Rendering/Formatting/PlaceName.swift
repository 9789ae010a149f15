import Languages
import Weather

extension Place {
    /// The name, the nearest settlement, or else the position: `34.9°S 56.16°W`.
    func displayName(in style: Style = Style()) -> String {
        knownName(in: style) ?? coordinate.text(in: style)
    }

    /// The user's name, or else the gazetteer's: `Montevideo`, `41 km SW of Funchal`; nil when there is neither.
    func knownName(in style: Style = Style()) -> String? {
        if let name = name?.plain(limit: 100), !name.isEmpty { return name }
        return locality?.text(in: style)
    }

    /// The name with region and country, unless the user chose it: `Paris, Île-de-France, France`.
    func fullName(in style: Style = Style()) -> String {
        guard name == nil, let locality else { return displayName(in: style) }
        return locality.fullText(in: style)
    }
}

extension Locality {
    /// `Montevideo`, or the offset from it: `41 km SW of Funchal`.
    func text(in style: Style = Style()) -> String {
        guard let offset else { return plainName }
        // The gazetteer's coordinates of a settlement are no more exact than this.
        let kilometres = max(1, Int((offset.distance / 1000).rounded()))
        let words = style.words
        let distance = style.quantity(kilometres.grouped(by: words.groupSign), .kilometers)
        return words.position(distance, style.compassPoint(offset.bearing), of: plainName)
    }

    /// With region and country, which distinguish namesakes: `Springfield, Missouri, United States`.
    func fullText(in style: Style = Style()) -> String {
        ([text(in: style)] + surroundings).joined(separator: style.words.listSeparator)
    }

    /// Region and country, if known and different from the name.
    var surroundings: [String] {
        let region = region?.plain(limit: 80)
        let country = (country ?? countryCode)?.plain(limit: 80)
        // Avoids "Singapore, Singapore", "Montevideo, Montevideo Department" and "Berlin, State of Berlin".
        return [
            region.flatMap { $0 == country || isNamedAfterIt($0) ? nil : $0 },
            country.flatMap { $0 == plainName ? nil : $0 },
        ]
        .compactMap(\.self)
    }

    /// Whether a region is called after the settlement: `Montevideo Department`, `State of Berlin`, `Wilaya d’Alger`; but
    /// not `New York` beside `York`.
    private func isNamedAfterIt(_ region: String) -> Bool {
        guard !plainName.isEmpty else { return false }
        if region == plainName || region.hasPrefix(plainName + " ") || region.hasSuffix("’" + plainName)
            || region.hasSuffix("'" + plainName)
        {
            return true
        }
        guard region.hasSuffix(" " + plainName) else { return false }
        // A preposition or an article is in lower case.
        let last = region.dropLast(plainName.count + 1).split(separator: " ").last
        return last?.first?.isLowercase ?? false
    }

    private var plainName: String { name.plain(limit: 100) }
}

extension Coordinate {
    /// In English.
    var text: String { text(in: Style()) }

    /// `34.9°S 56.16°W`: at most two decimals, about a kilometre.
    func text(in style: Style) -> String {
        func degrees(_ value: Double) -> String {
            var number = value.magnitude.text(decimals: 2)
            while number.hasSuffix("0") { number.removeLast() }
            if number.hasSuffix(".") { number.removeLast() }
            return String(number.map { $0 == "." ? Character(style.words.decimalSign) : $0 })
        }
        return style.words.coordinate(
            latitude: degrees(latitude), isNorth: latitude >= 0, longitude: degrees(longitude), isEast: longitude >= 0)
    }
}

extension Int {
    /// With a thousands separator: `1,270,737`.
    func grouped(by sign: String = ",") -> String {
        let digits = String(magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += sign }
            text.append(digit)
        }
        return self < 0 ? "-" + text : text
    }
}
