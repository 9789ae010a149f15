import Languages
import Weather

// Quantities in the user's units and language.

extension Style {
    var words: any Words { language.words(in: region) }

    /// The number with this many decimals, with the language's decimal separator.
    ///
    /// - Parameter minus: the typographic minus sign, except for programs.
    func number(_ value: Double, decimals: Int = 0, minus: String = "\u{2212}") -> String {
        var text = value.text(decimals: decimals)
        if text.utf8.first == UInt8(ascii: "-") { text.replaceSubrange(...text.startIndex, with: minus) }
        guard decimals > 0, words.decimalSign != "." else { return text }
        return String(text.map { $0 == "." ? Character(words.decimalSign) : $0 })
    }

    /// `14 km/h`, with the unit in the form after the number.
    func quantity(_ number: String, _ unit: UnitSymbol) -> String { "\(number) \(words.symbol(unit, after: number))" }

    func temperature(_ celsius: Double, decimals: Int = 0) -> String {
        let unit = units.temperature
        return number(unit.converted(celsius), decimals: decimals) + (unit == .kelvin ? " " : words.degreeSpace)
            + words.symbol(unit.symbol)
    }

    /// The speed without direction; "calm" below Beaufort force 1.
    func wind(_ metersPerSecond: Double) -> String {
        Self.isCalm(metersPerSecond)
            ? words.phrase(.calm) : wind(metersPerSecond, decimals: units.wind.decimals)
    }

    /// The speed as a number, even if calm.
    func wind(_ metersPerSecond: Double, decimals: Int) -> String {
        quantity(number(units.wind.converted(metersPerSecond), decimals: decimals), units.wind.symbol)
    }

    /// Whether the wind is below Beaufort force 1.
    static func isCalm(_ metersPerSecond: Double) -> Bool {
        Units.Wind.beaufort.converted(metersPerSecond) <= 0
    }

    func pressure(_ hectopascals: Double) -> String { pressure(hectopascals, decimals: units.pressure.decimals) }

    func pressure(_ hectopascals: Double, decimals: Int) -> String {
        quantity(number(units.pressure.converted(hectopascals), decimals: decimals), units.pressure.symbol)
    }

    func precipitation(_ millimeters: Double) -> String {
        precipitation(millimeters, decimals: units.precipitation.decimals)
    }

    func precipitation(_ millimeters: Double, decimals: Int) -> String {
        let unit = units.precipitation
        return quantity(number(unit.converted(millimeters), decimals: decimals), unit.symbol)
    }

    func snowDepth(_ millimeters: Double) -> String {
        snowDepth(millimeters, in: units.snowDepth, decimals: units.snowDepth.decimals(of: millimeters))
    }

    func snowDepth(_ millimeters: Double, in unit: Units.SnowDepth, decimals: Int) -> String {
        quantity(number(unit.converted(millimeters), decimals: decimals), unit.symbol)
    }

    func distance(_ meters: Double) -> String { distance(meters, decimals: units.distance.decimals(of: meters)) }

    func distance(_ meters: Double, decimals: Int) -> String {
        quantity(number(units.distance.converted(meters), decimals: decimals), units.distance.symbol)
    }

    /// `8.0 km`, `10 km or more`
    func visibility(_ meters: Double, isAtLeast: Bool) -> String {
        isAtLeast ? words.orMore(distance(meters)) : distance(meters)
    }

    /// A height in metres, or in feet with miles.
    func height(_ meters: Double, decimals: Int = 0) -> String {
        let isMetric = units.distance == .kilometers
        return quantity(
            number(isMetric ? meters : meters / Self.metersPerFoot, decimals: decimals), isMetric ? .meters : .feet)
    }

    /// The height of a level of the air, which no forecast knows to a foot: to 100 feet.
    func level(_ meters: Double) -> String {
        let step = 100 * Self.metersPerFoot
        return height(units.distance == .kilometers ? meters : (meters / step).rounded() * step)
    }

    static let metersPerFoot = 0.3048

    /// `+1.2°`
    func temperatureDifference(_ kelvins: Double) -> String {
        let unit = units.temperature
        let difference = unit.converted(kelvins) - unit.converted(0)
        let sign = unit == .kelvin ? " " + words.symbol(.kelvin) : "°"
        return (difference > 0 ? "+" : "") + number(difference, decimals: 1) + sign
    }

    func percent(_ share: Double) -> String { percent(share, decimals: 0) }

    func percent(_ share: Double, decimals: Int) -> String {
        words.percent(number(share, decimals: decimals))
    }

    /// The nearest of sixteen compass points to a direction in degrees clockwise from north.
    func compassPoint(_ degrees: Double) -> String {
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        let sector = Int(((turn.isFinite ? turn : 0) / 22.5).rounded())
        return words.compass[(sector + 16) % 16]
    }
}

// The default number of decimals.

extension Units.Wind {
    var decimals: Int { self == .metersPerSecond ? 1 : 0 }
}

extension Units.Pressure {
    var decimals: Int { self == .inchesOfMercury ? 2 : 0 }
}

extension Units.Precipitation {
    var decimals: Int { self == .inches ? 2 : 1 }
}

extension Units.SnowDepth {
    /// One below 10, otherwise none; none for millimetres.
    func decimals(of millimeters: Double) -> Int { self != .millimeters && converted(millimeters) < 9.95 ? 1 : 0 }
}

extension Units.Distance {
    /// One below 10, otherwise none.
    func decimals(of meters: Double) -> Int { converted(meters) < 9.95 ? 1 : 0 }
}
