import Glibc
import Weather
import WorkerProtocol

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

/// Estimates global horizontal radiation where no provider measures or models it.
struct SolarRadiation {
    /// Of the sun's centre, -90 to 90 degrees.
    var elevation: Double
    /// 0 to 100 %.
    var cloudCover: Double

    /// W/m²; 0 at night.
    ///
    /// Clear sky: B. Haurwitz, "Insolation in relation to cloudiness and cloud density", Journal of Meteorology 2,
    /// 1945, with the coefficients in M. Reno, C. Hansen and J. Stein, "Global horizontal irradiance clear sky models",
    /// Sandia report SAND2012-2389, 2012. Clouds: F. Kasten and G. Czeplak, "Solar and terrestrial radiation dependent
    /// on the amount and type of cloud", Solar Energy 24, 1980.
    var global: Double {
        let sine = sin(elevation.radians)
        guard sine > 0 else { return 0 }
        let clear = 1098 * sine * exp(-0.059 / sine)
        return clear * (1 - 0.75 * pow(min(max(cloudCover / 100, 0), 1), 3.4))
    }
}

/// Properties of freshly fallen snow.
enum FreshSnow {
    /// The depth of fresh snow from this depth of water, mm, by `PrecipitationKind.snowPerWater`.
    static func depth(ofWater millimetres: Double) -> Double {
        (millimetres * PrecipitationKind.snowPerWater).rounded(decimals: 3)
    }

    /// The depth of water in this depth of fresh snow, mm.
    static func water(ofDepth millimetres: Double, perWater ratio: Double = PrecipitationKind.snowPerWater) -> Double {
        (millimetres / ratio).rounded(decimals: 3)
    }

    /// The depth of fresh snow from so much water with which a service computes its snowfall. Open-Meteo: "7 centimeter snow =
    /// 10 millimeter precipitation water equivalent" (<https://open-meteo.com/en/docs>).
    static func perWater(of provider: Provider) -> Double {
        provider.id == ProviderFacts.openMeteo.identity.id ? 7 : PrecipitationKind.snowPerWater
    }
}

extension QuantityKind {
    /// A provider's number in the unit of its kind, to three decimals; nil when it is out of range, since no number is better
    /// than a wrong one.
    func believed(_ number: Double?) -> Double? {
        guard let number, range.contains(number) else { return nil }
        return number.rounded(decimals: 3)
    }
}

extension Double {
    /// Rounds to a number of decimals, without the noise of binary fractions (0.07 × 10 is 0.7000000000000001).
    func rounded(decimals: Int) -> Double {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        // Adding zero turns -0 into 0.
        return (self * scale).rounded() / scale + 0
    }
}
