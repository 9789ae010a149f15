import Languages
public import Weather

/// The confirmation of `set-units`.
public enum UnitsSentence {
    /// `temperature in °C, wind in kn, …`
    public static func text(_ units: Units) -> String {
        // "in" would read as a preposition.
        let precipitation = units.precipitation == .inches ? "inches" : units.precipitation.symbol.international
        return """
            temperature in \(units.temperature.symbol.international), wind in \(units.wind.symbol.international), pressure in \(units.pressure.symbol.international), \
            precipitation in \(precipitation), distance in \(units.distance.symbol.international)
            """
    }
}
