/// Snow as it lies when it has just fallen.
enum FreshSnow {
    /// The depth of so much water as fresh snow, mm.
    ///
    /// Ten of snow to one of water is what forecasters reckon with where nothing is known of the snow's density, though it is a third
    /// of that when wet and twice as much when dry (P. J. Roebber et al., "Improving Snowfall Forecasting by Diagnosing
    /// Snow Density", Weather and Forecasting 18, 2003).
    static func depth(ofWater millimetres: Double) -> Double {
        (millimetres * 10).rounded(decimals: 3)
    }

    /// The water that fresh snow of so many mm melts to, mm.
    static func water(ofDepth millimetres: Double) -> Double {
        (millimetres / 10).rounded(decimals: 3)
    }
}
