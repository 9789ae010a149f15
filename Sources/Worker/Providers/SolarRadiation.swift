import Glibc

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
        let sine = sin(elevation * .pi / 180)
        guard sine > 0 else { return 0 }
        let clear = 1098 * sine * exp(-0.059 / sine)
        return clear * (1 - 0.75 * pow(min(max(cloudCover / 100, 0), 1), 3.4))
    }
}
