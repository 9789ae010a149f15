import Weather

/// Precipitation that changes into another kind within a spell belongs to the same family.
enum SpellFamily: CaseIterable {
    case liquid, snow, sleet, freezing
    /// Thunderstorms, and wind as dangerous as theirs.
    case storm
}

extension Condition {
    /// nil for conditions without precipitation or storm.
    var family: SpellFamily? {
        switch self {
        case .drizzle, .rainLight, .rain, .rainHeavy, .rainShowers: .liquid
        case .snowLight, .snow, .snowHeavy, .snowShowers: .snow
        case .sleet: .sleet
        case .freezingDrizzle, .freezingRain: .freezing
        case .thunderstorm, .thunderstormHail, .squall, .tornado: .storm
        case .clear, .mostlyClear, .partlyCloudy, .overcast, .fog, .haze, .smoke, .dust, .unknown: nil
        }
    }

    var isShower: Bool { self == .rainShowers || self == .snowShowers }

    /// Whether it only limits visibility.
    var isObscuration: Bool { [.fog, .haze, .smoke, .dust].contains(self) }

    var intensity: SpellIntensity {
        switch self {
        case .rainHeavy, .snowHeavy: .heavy
        case .rain, .rainShowers, .snow: .moderate
        case .drizzle: .drizzle
        default: .light
        }
    }
}

enum SpellIntensity: Int, Comparable {
    case drizzle, light, moderate, heavy

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension Collection where Element: Comparable {
    /// The greatest value that at least half of the elements reach; nil without elements.
    var reachedByHalf: Element? {
        filter { value in 2 * count { $0 >= value } >= count }.max()
    }
}

extension SpellFamily {
    /// The one condition of a spell, from those of its hours. Mixed intensities become one that at least half of the hours reach;
    /// ice, hail and storms are not averaged away.
    func condition(of hours: [Condition]) -> Condition? {
        let isShowery = 2 * hours.count(where: \.isShower) >= hours.count
        guard let intensity = hours.map(\.intensity).reachedByHalf else { return nil }
        return switch (self, intensity) {
        case (.storm, _): hours.max { $0.severity < $1.severity }
        case (.freezing, _): hours.contains(.freezingRain) ? .freezingRain : .freezingDrizzle
        case (.sleet, _): .sleet
        case (.liquid, .heavy): .rainHeavy
        case (.liquid, _) where isShowery: .rainShowers
        case (.liquid, .moderate): .rain
        case (.liquid, .light): .rainLight
        case (.liquid, .drizzle): .drizzle
        case (.snow, .heavy): .snowHeavy
        case (.snow, _) where isShowery: .snowShowers
        case (.snow, .moderate): .snow
        case (.snow, _): .snowLight
        }
    }
}
