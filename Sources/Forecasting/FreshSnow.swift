import Weather

/// Properties of freshly fallen snow.
enum FreshSnow {
    /// The depth of fresh snow from this depth of water, mm.
    ///
    /// The usual snow ratio of 10:1; actual ratios range from a third of that for wet snow to twice as much for dry
    /// snow (P. J. Roebber et al., "Improving Snowfall Forecasting by Diagnosing Snow Density", Weather and Forecasting
    /// 18, 2003).
    static func depth(ofWater millimetres: Double) -> Double {
        (millimetres * PrecipitationKind.snowPerWater).rounded(decimals: 3)
    }

    /// The depth of water in this depth of fresh snow, mm.
    static func water(ofDepth millimetres: Double) -> Double {
        (millimetres / PrecipitationKind.snowPerWater).rounded(decimals: 3)
    }
}
