import Glibc

/// Thermal indices as their authorities define them: what the weather does to people. Each function takes °C, % and m/s, and
/// returns nil outside the range of its formula. docs/comfort.md has the errors against published tables.
public enum Comfort {
    /// Heat index of the US National Weather Service, °C: what heat feels like in the shade.
    ///
    /// Source: <https://www.wpc.ncep.noaa.gov/html/heatindex_equation.shtml>: the regression of L. P. Rothfusz (Technical
    /// Attachment SR 90-23, 1990) with its adjustments for dry and humid air, or the simple formula where that gives less
    /// than 80 °F. Range: from 80 °F (26.7 °C) of air up to the chart's highest index, 137 °F (58.3 °C), and Steadman's highest
    /// temperature, 50 °C; beyond these, the regression is not valid.
    public static func heatIndex(temperature: Double, humidity: Double) -> Double? {
        let air = temperature * 1.8 + 32
        guard air >= 80, temperature <= 50, (0...100).contains(humidity) else { return nil }
        let simple = 0.5 * (air + 61 + 1.2 * (air - 68) + 0.094 * humidity)
        let index = (simple + air) / 2 < 80 ? simple : regression(air, humidity) + adjustment(air, humidity)
        return index < 137.5 ? (index - 32) / 1.8 : nil
    }

    /// °F.
    private static func regression(_ air: Double, _ humidity: Double) -> Double {
        let constant = -42.379 + 2.04901523 * air - 0.00683783 * air * air
        let linear = 10.14333127 - 0.22475541 * air + 0.00122874 * air * air
        let square = -0.05481717 + 0.00085282 * air - 0.00000199 * air * air
        return constant + (linear + square * humidity) * humidity
    }

    /// °F.
    private static func adjustment(_ air: Double, _ humidity: Double) -> Double {
        if humidity < 13, air <= 112 {
            return -(13 - humidity) / 4 * ((17 - (air - 95).magnitude) / 17).squareRoot()
        }
        if humidity > 85, air <= 87 { return (humidity - 85) / 10 * (87 - air) / 5 }
        return 0
    }

    /// Humidex of Environment Canada, without a unit: what humid heat feels like, on a scale like °C.
    ///
    /// Source: <https://climate.weather.gc.ca/glossary_e.html#humidex> (J. M. Masterton and F. A. Richardson, 1979). Range: from
    /// 20 °C, and at least 1 above the temperature, as Environment Canada reports it.
    public static func humidex(temperature: Double, dewPoint: Double) -> Double? {
        guard temperature >= 20, dewPoint > -273 else { return nil }
        let vapourPressure = 6.11 * exp(5417.7530 * (1 / 273.15 - 1 / (273.15 + dewPoint)))
        let index = temperature + 0.5555 * (vapourPressure - 10)
        return index >= temperature + 1 ? index : nil
    }

    /// Wind chill of the United States and Canada, °C: the calm air that cools the face as much.
    ///
    /// Source: R. Osczevski and M. Bluestein, "The new wind chill equivalent temperature chart", Bulletin of the American
    /// Meteorological Society 86 (10), 2005. Range: up to 10 °C (50 °F), from 4.8 km/h (3 mph) of wind at 10 m.
    public static func windChill(temperature: Double, windSpeed: Double) -> Double? {
        let speed = windSpeed * 3.6
        guard temperature <= 10, speed >= 4.8 else { return nil }
        let power = pow(speed, 0.16)
        return 13.12 + 0.6215 * temperature - 11.37 * power + 0.3965 * temperature * power
    }

    /// Wet-bulb temperature at sea level, °C: the lowest that evaporation can cool to.
    ///
    /// Source: R. Stull, "Wet-bulb temperature from relative humidity and air temperature", Journal of Applied Meteorology and
    /// Climatology 50 (11), 2011, equation 1. Range: −20 to 50 °C, 5 to 99 %, except for cold dry air: above the line of
    /// figure 3, 27.7 − 2.27 T %.
    public static func wetBulb(temperature: Double, humidity: Double) -> Double? {
        guard (-20...50).contains(temperature), (5...99).contains(humidity), humidity > 27.7 - 2.27 * temperature else {
            return nil
        }
        return temperature * atan(0.151977 * (humidity + 8.313659).squareRoot()) + atan(temperature + humidity)
            - atan(humidity - 1.676331) + 0.00391838 * pow(humidity, 1.5) * atan(0.023101 * humidity) - 4.686035
    }

    /// Wet bulb globe temperature, °C, in moderately strong sun and light wind: an upper bound under clouds and in wind.
    ///
    /// Source: the approximation of the Australian Bureau of Meteorology, <https://www.bom.gov.au/info/thermal_stress/>. Range:
    /// by day; it assumes sun.
    public static func wetBulbGlobe(temperature: Double, humidity: Double) -> Double? {
        guard temperature > -100, (0...100).contains(humidity) else { return nil }
        let vapourPressure = humidity / 100 * 6.105 * exp(17.27 * temperature / (237.7 + temperature))
        return 0.567 * temperature + 0.393 * vapourPressure + 3.94
    }
}

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
