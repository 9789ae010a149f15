public import Weather

/// What `set-units` confirms.
public enum UnitsSentence {
    /// `temperature in °C, wind in kn, …`
    public static func text(_ units: Units) -> String {
        // "in" would read as a word of the sentence.
        let precipitation = units.precipitation == .inches ? "inches" : units.precipitation.symbol
        return """
            temperature in \(units.temperature.symbol), wind in \(units.wind.symbol), pressure in \(units.pressure.symbol), \
            precipitation in \(precipitation), distance in \(units.distance.symbol)
            """
    }
}
