import Weather

extension Place {
    /// Its name, or where it lies, or its position where nothing else is known: `34.9°S 56.16°W`.
    var displayName: String {
        knownName ?? coordinate.text
    }

    /// As the user gave it, or else by the gazetteer: `Montevideo`, `41 km SW of Funchal`; nil when neither is known.
    var knownName: String? {
        if let name = name?.plain(limit: 100), !name.isEmpty { return name }
        return locality?.text
    }

    /// The name, with region and country unless the user gave it: `Paris, Île-de-France, France`.
    var fullName: String {
        guard name == nil, let locality else { return displayName }
        return locality.fullText
    }
}

extension Locality {
    /// `Montevideo`, or how the position lies from it: `41 km SW of Funchal`.
    var text: String {
        guard let offset else { return plainName }
        // Within the limits of what the gazetteer knows of a settlement's middle, a metre more or less is no matter.
        let kilometres = max(1, Int((offset.distance / 1000).rounded()))
        return "\(kilometres.grouped) km \(compassPoint(offset.bearing)) of \(plainName)"
    }

    /// With what tells it from others of its name: `Springfield, Missouri, United States`.
    var fullText: String {
        ([text] + surroundings).joined(separator: ", ")
    }

    /// Region and country, as far as they are known and say more than the name.
    var surroundings: [String] {
        let region = region?.plain(limit: 80)
        let country = (country ?? countryCode)?.plain(limit: 80)
        // "Singapore, Singapore" and "Montevideo, Montevideo Department" tell nobody anything.
        return [
            region.flatMap { $0 == plainName || $0.hasPrefix(plainName + " ") ? nil : $0 },
            country.flatMap { $0 == plainName ? nil : $0 },
        ]
        .compactMap(\.self)
    }

    private var plainName: String { name.plain(limit: 100) }
}

extension Coordinate {
    /// To two decimals, about a kilometre, as many as are needed.
    var text: String {
        func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
            var number = value.magnitude.text(decimals: 2)
            while number.hasSuffix("0") { number.removeLast() }
            if number.hasSuffix(".") { number.removeLast() }
            return "\(number)°\(value < 0 ? negative : positive)"
        }
        return degrees(latitude, "N", "S") + " " + degrees(longitude, "E", "W")
    }
}

extension Int {
    /// With a comma between thousands: `1,270,737`.
    var grouped: String {
        let digits = String(magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return self < 0 ? "-" + text : text
    }
}
