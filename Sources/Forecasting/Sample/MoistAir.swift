import Foundation

/// Air of a temperature and a humidity, and what follows from the two.
struct MoistAir {
    /// °C.
    var temperature: Double
    /// Relative, above 0 to 100 %.
    var humidity: Double

    /// Temperature at which the air would be saturated, °C; never above its own.
    ///
    /// Magnus' formula with the coefficients over water of D. Sonntag, "Important new values of the physical constants
    /// of 1986, vapour pressure formulations …", Zeitschrift für Meteorologie 70 (5), 1990.
    var dewPoint: Double {
        let exponent = log(humidity / 100) + 17.62 * temperature / (243.12 + temperature)
        return 243.12 * exponent / (17.62 - exponent)
    }

    /// What the temperature feels like in a wind of so many m/s, °C.
    ///
    /// R. G. Steadman, "Norms of apparent temperature in Australia", Australian Meteorological Magazine 43, 1994, in
    /// the form without radiation that the Australian Bureau of Meteorology uses.
    func feelsLike(windSpeed: Double) -> Double {
        let vapourPressure = humidity / 100 * 6.105 * exp(17.27 * temperature / (237.7 + temperature))
        return temperature + 0.33 * vapourPressure - 0.70 * windSpeed - 4
    }
}
