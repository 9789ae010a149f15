import Weather

/// Properties of freshly fallen snow.
enum FreshSnow {
    /// The depth of fresh snow from this depth of water, mm, by `PrecipitationKind.snowPerWater`.
    static func depth(ofWater millimetres: Double) -> Double {
        (millimetres * PrecipitationKind.snowPerWater).rounded(decimals: 3)
    }

    /// The depth of water in this depth of fresh snow, mm.
    static func water(ofDepth millimetres: Double) -> Double {
        (millimetres / PrecipitationKind.snowPerWater).rounded(decimals: 3)
    }
}
