/// Whether precipitation is rain or snow.
public enum PrecipitationKind: Sendable, Hashable {
    case rain, snow

    /// At this temperature as much precipitation falls as snow as falls as rain, °C: the mean over the northern hemisphere of
    /// K. S. Jennings and others, "Spatial variation of the rain–snow temperature threshold …", Nature Communications 9, 2018.
    public static let snowTemperature = 1.0

    /// The depth of fresh snow from so much water. Forecasters assume ten to one where the snow's density is not known, though
    /// it is a third of that when wet and twice as much when dry (P. J. Roebber et al., "Improving Snowfall Forecasting by
    /// Diagnosing Snow Density", Weather and Forecasting 18, 2003).
    public static let snowPerWater = 10.0

    /// The condition of a rate of water, mm/h. Rain is light up to 2.5 mm/h and heavy above 7.6 mm/h (American Meteorological
    /// Society, Glossary of Meteorology, "rain"), snow light below 1 mm/h and heavy from 5 mm/h (WMO-No. 8, volume I, chapter
    /// 14, annex).
    public func condition(rate: Double) -> Condition {
        switch self {
        case .rain: rate <= 2.5 ? .rainLight : rate <= 7.6 ? .rain : .rainHeavy
        case .snow: rate < 1 ? .snowLight : rate < 5 ? .snow : .snowHeavy
        }
    }
}

extension Conditions {
    /// The share of snow in the water that falls, 0 to 1; nil when nothing falls, or it is unknown. Water that is not rain is
    /// snow, whatever its density.
    ///
    /// - Parameter snowPerWater: the depth of fresh snow from so much water, where the total or the rain is unknown.
    public func snowShare(snowPerWater: Double = PrecipitationKind.snowPerWater) -> Double? {
        if let rain, let total = precipitation, total > 0, snowfall != 0 { return min(max(1 - rain / total, 0), 1) }
        let snow = snowfall.map { $0 / snowPerWater }
        let total = max(precipitation ?? 0, (rain ?? 0) + (snow ?? 0))
        guard total > 0, (rain ?? 0) + (snow ?? 0) > 0 || rain == nil && snow != nil else { return nil }
        return min((snow ?? 0) / total, 1)
    }

    /// The kind of which there is more, as water; nil when nothing falls, or it is unknown.
    public var fallingKind: PrecipitationKind? { snowShare().map { $0 > 0.5 ? .snow : .rain } }
}

extension Condition {
    /// The precipitation that its name states; nil for none. Sleet counts as rain.
    public var precipitationKind: PrecipitationKind? {
        switch self {
        case .drizzle, .freezingDrizzle, .rainLight, .rain, .rainHeavy, .freezingRain, .sleet, .rainShowers,
            .thunderstorm, .thunderstormHail:
            .rain
        case .snowLight, .snow, .snowHeavy, .snowShowers: .snow
        case .clear, .mostlyClear, .partlyCloudy, .overcast, .fog, .haze, .smoke, .dust, .squall, .tornado, .unknown:
            nil
        }
    }
}
