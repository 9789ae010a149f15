import Weather
import WorkerProtocol

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
