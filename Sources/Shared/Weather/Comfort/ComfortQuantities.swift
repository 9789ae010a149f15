/// The thermal indices of the conditions. They are computed when shown, and not stored.
extension Conditions {
    /// In the order of the JSON, after `quantities`.
    public static let comfort: [Quantity<Conditions>] = [.heatIndex, .humidex, .windChill, .wetBulb, .wetBulbGlobe]
}

extension Quantity<Conditions> {
    public static let heatIndex = Quantity(
        derived: "heatIndex", .temperature,
        placeholder: TemplatePlaceholder("heat-index", "heat index; unknown in cool air")
    ) { both($0.temperature, $0.humidity, Comfort.heatIndex) }
    public static let humidex = Quantity(
        derived: "humidex", .humidex, placeholder: TemplatePlaceholder("humidex", "humidex; unknown in cool or dry air")
    ) { both($0.temperature, $0.dewPoint, Comfort.humidex) }
    public static let windChill = Quantity(
        derived: "windChill", .temperature,
        placeholder: TemplatePlaceholder("wind-chill", "wind chill; unknown in warm air and when calm")
    ) { both($0.temperature, $0.windSpeed, Comfort.windChill) }
    public static let wetBulb = Quantity(
        derived: "wetBulb", .temperature, placeholder: TemplatePlaceholder("wet-bulb", "wet-bulb temperature")
    ) { both($0.temperature, $0.humidity, Comfort.wetBulb) }
    public static let wetBulbGlobe = Quantity(
        derived: "wbgt", .temperature,
        placeholder: TemplatePlaceholder("wbgt", "wet bulb globe temperature in the sun; unknown at night")
    ) { $0.isDay == false ? nil : both($0.temperature, $0.humidity, Comfort.wetBulbGlobe) }

    /// The index of two numbers, in tenths, as exact as the formulas are; nil when one is unknown.
    private static func both(_ one: Double?, _ other: Double?, _ index: (Double, Double) -> Double?) -> Double? {
        guard let one, let other, let value = index(one, other) else { return nil }
        // Adding zero turns -0 into 0.
        return (value * 10).rounded() / 10 + 0
    }
}
