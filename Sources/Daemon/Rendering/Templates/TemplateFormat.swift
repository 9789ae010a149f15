import Languages
import Weather

extension Template {
    /// The kind of a placeholder's value, which determines the formats it accepts.
    enum Kind: Hashable {
        case text
        /// Icons and times, which cannot be truncated.
        case symbol
        case temperature, wind, pressure, precipitation, snowDepth, distance
        /// A height above sea level: metres or feet, or a distance.
        case altitude
        case percent
        case index
    }

    /// A unit in a placeholder's format, which overrides the configured one.
    enum Unit: Hashable {
        case temperature(Units.Temperature)
        case wind(Units.Wind)
        case pressure(Units.Pressure)
        case precipitation(Units.Precipitation)
        case snowDepth(Units.SnowDepth)
        case distance(Units.Distance)
        case meters, feet
        /// The configured temperature unit, written as a degree sign alone.
        case degree
        /// The number in the configured unit, without the unit.
        case alone
    }

    /// A placeholder's format, after its colon: `[<|>|^][width][.precision[f]][unit]`.
    struct Format: Hashable {
        enum Alignment: Character {
            case left = "<"
            case right = ">"
            case center = "^"
        }

        /// nil to align numbers right and everything else left.
        var alignment: Alignment?
        /// The minimum width, 0 to 200 terminal columns.
        var width = 0
        /// The decimals of a number, 0 to 6, or the maximum width of a text, 1 to 200 columns; nil for the default.
        var precision: Int?
        /// nil for the configured unit.
        var unit: Unit?

        static let plain = Format()
        static let widths = 0...200
    }
}

extension Template.Kind {
    /// Fallen snow and snow on the ground use the same format.
    init(_ kind: QuantityKind) {
        self =
            switch kind {
            case .temperature: .temperature
            case .speed: .wind
            case .depth: .precipitation
            case .freshSnow, .snowCover: .snowDepth
            case .pressure: .pressure
            case .percent: .percent
            case .distance: .distance
            case .altitude: .altitude
            default: .index
            }
    }

    var isNumber: Bool { self != .text && self != .symbol }

    /// The valid precisions; nil when it accepts none.
    var precisions: ClosedRange<Int>? {
        switch self {
        case .symbol: nil
        case .text: 1...200
        default: 0...6
        }
    }

    /// The units that the kind accepts, and their names.
    var units: [(word: String, unit: Template.Unit)] {
        switch self {
        case .text, .symbol: []
        case .temperature:
            Units.Temperature.allCases.map { ($0.symbol.international, .temperature($0)) }
                + [("°", .degree), Self.numberAlone]
        case .wind: Units.Wind.allCases.map { ($0.symbol.international, .wind($0)) } + [Self.numberAlone]
        case .pressure: Units.Pressure.allCases.map { ($0.symbol.international, .pressure($0)) } + [Self.numberAlone]
        case .precipitation:
            Units.Precipitation.allCases.map { ($0.symbol.international, .precipitation($0)) } + [Self.numberAlone]
        case .snowDepth: Units.SnowDepth.allCases.map { ($0.symbol.international, .snowDepth($0)) } + [Self.numberAlone]
        case .distance: Units.Distance.allCases.map { ($0.symbol.international, .distance($0)) } + [Self.numberAlone]
        case .altitude:
            [(UnitSymbol.meters.international, .meters), (UnitSymbol.feet.international, .feet)] + Self.distance.units
        case .percent, .index: [Self.numberAlone]
        }
    }

    private static let numberAlone = (word: "n", unit: Template.Unit.alone)

    /// The unit with a name, in any spelling that `set-units` accepts; nil when the kind has no such unit.
    func unit(_ word: String) -> Template.Unit? {
        if let unit = units.first(where: { $0.word == word }) { return unit.unit }
        return switch self {
        case .temperature: Units.Temperature(spelling: word).map(Template.Unit.temperature)
        case .wind: Units.Wind(spelling: word).map(Template.Unit.wind)
        case .pressure: Units.Pressure(spelling: word).map(Template.Unit.pressure)
        case .precipitation: Units.Precipitation(spelling: word).map(Template.Unit.precipitation)
        case .snowDepth: Units.SnowDepth(spelling: word).map(Template.Unit.snowDepth)
        case .distance, .altitude: Units.Distance(spelling: word).map(Template.Unit.distance)
        case .text, .symbol, .percent, .index: nil
        }
    }
}

extension Template.Format {
    /// The text truncated to the precision and padded.
    func text(_ text: String) -> String {
        fitted(precision.map { text.cut(toColumns: $0) } ?? text, .left)
    }

    /// The text padded to the width.
    func fitted(_ text: String, _ usual: Alignment) -> String {
        let missing = width == 0 ? 0 : max(0, width - text.columns)
        guard missing > 0 else { return text }
        let left =
            switch alignment ?? usual {
            case .left: 0
            case .right: missing
            case .center: missing / 2
            }
        return String(repeating: " ", count: left) + text + String(repeating: " ", count: missing - left)
    }
}

extension String {
    /// The text truncated to a width of 1 or more columns, with an ellipsis.
    fileprivate func cut(toColumns limit: Int) -> String {
        guard columns > limit else { return self }
        var result = ""
        var width = 0
        for character in self {
            width += character.columns
            if width > limit - 1 { break }
            result.append(character)
        }
        while result.last == " " { result.removeLast() }
        return result + "…"
    }
}

extension Style {
    /// Formats a value in its kind's SI unit.
    func text(_ value: Double, _ kind: Template.Kind, _ format: Template.Format) -> String {
        if kind == .wind, format.unit == nil, format.precision == nil { return wind(value) }
        var style = self
        var snowDepth = units.snowDepth
        switch format.unit {
        case .temperature(let unit): style.units.temperature = unit
        case .wind(let unit): style.units.wind = unit
        case .pressure(let unit): style.units.pressure = unit
        case .precipitation(let unit): style.units.precipitation = unit
        case .snowDepth(let unit): snowDepth = unit
        case .distance(let unit): style.units.distance = unit
        case .degree, .alone, .meters, .feet, nil: break
        }
        let (number, usual) =
            kind == .snowDepth
            ? (snowDepth.converted(value), snowDepth.decimals(of: value)) : style.number(value, kind)
        let decimals = format.precision ?? usual
        // Scripts may parse the number.
        if format.unit == .alone { return style.number(number, decimals: decimals, minus: "-") }
        return switch kind {
        // The kelvin has no degree sign.
        case .temperature where format.unit == .degree && units.temperature != .kelvin:
            style.number(number, decimals: decimals) + "°"
        case .temperature: style.temperature(value, decimals: decimals)
        case .wind: style.wind(value, decimals: decimals)
        case .pressure: style.pressure(value, decimals: decimals)
        case .precipitation: style.precipitation(value, decimals: decimals)
        case .snowDepth: style.snowDepth(value, in: snowDepth, decimals: decimals)
        case .distance: style.distance(value, decimals: decimals)
        case .altitude: style.altitude(value, format)
        case .percent: style.percent(value, decimals: decimals)
        case .index, .text, .symbol: style.number(value, decimals: decimals)
        }
    }

    /// The value in the user's unit, and its default decimals.
    private func number(_ value: Double, _ kind: Template.Kind) -> (Double, decimals: Int) {
        switch kind {
        case .temperature: (units.temperature.converted(value), 0)
        case .wind: (units.wind.converted(value), units.wind.decimals)
        case .pressure: (units.pressure.converted(value), units.pressure.decimals)
        case .precipitation: (units.precipitation.converted(value), units.precipitation.decimals)
        case .distance: (units.distance.converted(value), units.distance.decimals(of: value))
        case .altitude: (units.distance == .kilometers ? value : value / Self.metersPerFoot, 0)
        case .percent, .index, .text, .symbol, .snowDepth: (value, 0)
        }
    }

    /// `2134 m`; in a unit of distance if the format has one.
    private func altitude(_ meters: Double, _ format: Template.Format) -> String {
        var style = self
        switch format.unit {
        case .distance(let unit):
            style.units.distance = unit
            return style.distance(meters, decimals: format.precision ?? unit.decimals(of: meters))
        case .meters: style.units.distance = .kilometers
        case .feet: style.units.distance = .miles
        default: break
        }
        return format.precision.map { style.height(meters, decimals: $0) } ?? style.level(meters)
    }
}
