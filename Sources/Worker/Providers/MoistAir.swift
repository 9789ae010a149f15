import Glibc

/// Humid air, and quantities derived from its temperature and humidity.
struct MoistAir {
    /// °C.
    var temperature: Double
    /// Relative, above 0 to 100 %.
    var humidity: Double

    /// °C; at most `temperature`.
    ///
    /// Magnus formula with the coefficients over water of D. Sonntag, "Important new values of the physical constants
    /// of 1986, vapour pressure formulations …", Zeitschrift für Meteorologie 70 (5), 1990.
    var dewPoint: Double {
        let exponent = log(humidity / 100) + 17.62 * temperature / (243.12 + temperature)
        return 243.12 * exponent / (17.62 - exponent)
    }

    /// Vapour pressure over water at a dew point in °C, hPa, by the same formula.
    static func vapourPressure(dewPoint: Double) -> Double {
        6.112 * exp(17.62 * dewPoint / (243.12 + dewPoint))
    }

    /// Relative humidity, 0 to 100 %, by the same formula.
    static func humidity(temperature: Double, dewPoint: Double) -> Double {
        func exponent(_ celsius: Double) -> Double { 17.62 * celsius / (243.12 + celsius) }
        return min(100, 100 * exp(exponent(dewPoint) - exponent(temperature)))
    }

    /// Apparent temperature outdoors, °C, for providers without one.
    ///
    /// R. G. Steadman, "A universal scale of apparent temperature", Journal of Climate and Applied Meteorology 23,
    /// 1984, in the regression with radiation of the Australian Bureau of Meteorology. As in Open-Meteo, the wind is
    /// reduced to 2 m, and a tenth of the radiation beyond 550 W/m² warms.
    ///
    /// - Parameters:
    ///   - windSpeed: mean wind at 10 m, m/s.
    ///   - radiation: global horizontal radiation, W/m²; 0 at night.
    func feelsLike(windSpeed: Double, radiation: Double) -> Double {
        let vapourPressure = humidity / 100 * 6.105 * exp(17.27 * temperature / (237.7 + temperature))
        // At 2 m: the logarithmic profile over grass of FAO Irrigation and Drainage Paper 56, equation 47.
        let wind = windSpeed * 0.75
        let absorbed = max(0, radiation - 550) * 0.1
        return temperature + 0.348 * vapourPressure - 0.70 * wind + 0.70 * absorbed / (wind + 10) - 4.25
    }
}
