/// A partial choice of units: nil for quantities without a choice.
public struct UnitsChoice: Sendable, Hashable, Codable {
    public var temperature: Units.Temperature?
    public var wind: Units.Wind?
    public var pressure: Units.Pressure?
    public var precipitation: Units.Precipitation?
    public var distance: Units.Distance?

    /// No choices.
    public init() {}

    /// A choice for every quantity.
    public init(_ units: Units) {
        temperature = units.temperature
        wind = units.wind
        pressure = units.pressure
        precipitation = units.precipitation
        distance = units.distance
    }

    /// A word that is neither a system of units, nor a unit, nor `quantity=unit`.
    public struct UnknownUnit: Error, Hashable {
        public var word: String
        /// The accepted words, for the message.
        public var accepted: String
    }

    /// Words as in `set-units`: `metric`, `imperial`, `kn` or `wind=kn`; later words override earlier ones.
    public init(words: some Sequence<some StringProtocol>) throws(UnknownUnit) {
        for word in words { try add(word.lowercased()) }
    }

    /// The units with this choice applied.
    public func applied(to units: Units) -> Units {
        Units(
            temperature: temperature ?? units.temperature, wind: wind ?? units.wind,
            pressure: pressure ?? units.pressure, precipitation: precipitation ?? units.precipitation,
            distance: distance ?? units.distance)
    }

    /// This choice overridden by `other`.
    public func overlaid(by other: UnitsChoice) -> UnitsChoice {
        var result = self
        result.temperature = other.temperature ?? temperature
        result.wind = other.wind ?? wind
        result.pressure = other.pressure ?? pressure
        result.precipitation = other.precipitation ?? precipitation
        result.distance = other.distance ?? distance
        return result
    }

    /// Sets the unit `word` for a quantity as named in config.toml.
    public mutating func choose(_ word: String, for quantity: String) throws(UnknownUnit) {
        func unit<Unit: SpelledUnit>(_: Unit.Type) throws(UnknownUnit) -> Unit {
            guard let unit = Unit(spelling: word) else {
                let accepted = Unit.allCases.map(\.rawValue).joined(separator: ", ")
                throw UnknownUnit(word: word, accepted: "\(quantity) in \(accepted)")
            }
            return unit
        }
        switch quantity {
        case "temperature": temperature = try unit(Units.Temperature.self)
        case "wind": wind = try unit(Units.Wind.self)
        case "pressure": pressure = try unit(Units.Pressure.self)
        case "precipitation": precipitation = try unit(Units.Precipitation.self)
        case "distance": distance = try unit(Units.Distance.self)
        default: throw UnknownUnit(word: quantity, accepted: Self.quantities.joined(separator: ", "))
        }
    }

    /// The quantities with configurable units, as named in config.toml.
    public static let quantities = ["temperature", "wind", "pressure", "precipitation", "distance"]

    private mutating func add(_ word: String) throws(UnknownUnit) {
        switch word {
        case "metric": self = UnitsChoice(.metric)
        case "imperial": self = UnitsChoice(.imperial)
        default:
            guard let sign = word.firstIndex(of: "=") else { return try choose(word) }
            try choose(String(word[word.index(after: sign)...]), for: String(word[..<sign]))
        }
    }

    /// Sets a unit without its quantity: no spelling is a unit of two quantities.
    private mutating func choose(_ word: String) throws(UnknownUnit) {
        if let unit = Units.Temperature(spelling: word) {
            temperature = unit
        } else if let unit = Units.Wind(spelling: word) {
            wind = unit
        } else if let unit = Units.Pressure(spelling: word) {
            pressure = unit
        } else if let unit = Units.Precipitation(spelling: word) {
            precipitation = unit
        } else if let unit = Units.Distance(spelling: word) {
            distance = unit
        } else {
            throw UnknownUnit(word: word, accepted: Self.accepted)
        }
    }

    /// The accepted words, for the message.
    public static let accepted = "metric, imperial, or a unit such as kn or wind=kn"
}
