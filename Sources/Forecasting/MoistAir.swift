import Glibc

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

    /// What the temperature feels like outside, °C, where the provider does not say.
    ///
    /// R. G. Steadman, "A universal scale of apparent temperature", Journal of Climate and Applied Meteorology 23, 1984,
    /// in the regression with radiation that the Australian Bureau of Meteorology publishes. As Open-Meteo does, the wind
    /// is taken at the height of a person, and the sun warms by a tenth of what it shines beyond 550 W/m².
    ///
    /// - Parameters:
    ///   - windSpeed: mean wind at 10 m, m/s.
    ///   - radiation: of sun and sky on level ground, W/m²; 0 at night.
    func feelsLike(windSpeed: Double, radiation: Double) -> Double {
        let vapourPressure = humidity / 100 * 6.105 * exp(17.27 * temperature / (237.7 + temperature))
        // At 2 m: the logarithmic profile over grass of FAO Irrigation and Drainage Paper 56, equation 47.
        let wind = windSpeed * 0.75
        let absorbed = max(0, radiation - 550) * 0.1
        return temperature + 0.348 * vapourPressure - 0.70 * wind + 0.70 * absorbed / (wind + 10) - 4.25
    }
}
