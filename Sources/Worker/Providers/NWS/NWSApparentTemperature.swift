import Glibc
import Weather

/// Apparent temperature as the service defines it: wind chill at 50 °F and below, heat index at 80 °F and above, and
/// the temperature in between (<https://digital.weather.gov/staticpages/definitions.php>).
enum NWSApparentTemperature {
    /// °C; nil when the temperature is unknown, or the wind or humidity that it depends on.
    static func value(of conditions: Conditions) -> Double? {
        guard let celsius = conditions.temperature else { return nil }
        let temperature = Units.Temperature.fahrenheit.converted(celsius)
        let apparent: Double? =
            if temperature <= 50 {
                conditions.windSpeed.map { windChill(temperature, windSpeed: $0 / 0.44704) }
            } else if temperature >= 80 {
                // Also nil beyond the range of the regression.
                conditions.humidity.flatMap { humidity in
                    Comfort.heatIndex(temperature: celsius, humidity: humidity).map { _ in
                        heatIndex(temperature, humidity: humidity)
                    }
                }
            } else {
                temperature
            }
        guard let apparent else { return nil }
        let value = apparent == temperature ? celsius : Units.Temperature.fahrenheit.celsius(apparent)
        return QuantityKind.temperature.believed(value.rounded(decimals: 1))
    }

    /// °F; the temperature itself in a wind of 3 mph or less.
    ///
    /// The formula of 2001, <https://www.weather.gov/safety/cold-wind-chill-chart>.
    private static func windChill(_ temperature: Double, windSpeed: Double) -> Double {
        guard windSpeed > 3 else { return temperature }
        let power = pow(windSpeed, 0.16)
        return 35.74 + 0.6215 * temperature - 35.75 * power + 0.4275 * temperature * power
    }

    /// °F.
    ///
    /// The regression of L. P. Rothfusz, "The Heat Index Equation", 1990, with the adjustments of
    /// <https://www.wpc.ncep.noaa.gov/html/heatindex_equation.shtml>.
    private static func heatIndex(_ temperature: Double, humidity: Double) -> Double {
        let simple = 0.5 * (temperature + 61 + (temperature - 68) * 1.2 + humidity * 0.094)
        let mean = (simple + temperature) / 2
        guard mean >= 80 else { return mean }
        let (t, h) = (temperature, humidity)
        var index = -42.379 + 2.04901523 * t + 10.14333127 * h - 0.22475541 * t * h - 0.00683783 * t * t
        index += -0.05481717 * h * h + 0.00122874 * t * t * h + 0.00085282 * t * h * h - 0.00000199 * t * t * h * h
        if h < 13, t <= 112 {
            index -= (13 - h) / 4 * ((17 - abs(t - 95)) / 17).squareRoot()
        } else if h > 85, t <= 87 {
            index += (h - 85) / 10 * (87 - t) / 5
        }
        return index
    }
}
