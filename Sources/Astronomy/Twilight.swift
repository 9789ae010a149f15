public import Weather

/// How dark it is before sunrise and after sunset, from light to dark. Each lasts while the Sun's centre is no further
/// below the horizon than its depth.
public enum Twilight: CaseIterable, Sendable, Hashable {
    /// There is light enough to work by outside.
    case civil
    /// The horizon at sea can be seen.
    case nautical
    /// The faintest stars cannot be seen yet.
    case astronomical

    /// How far below the horizon the Sun's centre is where the twilight begins or ends, degrees.
    public var depth: Double {
        switch self {
        case .civil: 6
        case .nautical: 12
        case .astronomical: 18
        }
    }
}

/// The first and the last light of one twilight on one day.
public struct TwilightTimes: Sendable, Hashable {
    /// When the twilight begins; nil when it has lasted since the evening before, or `isReached` is false.
    public var dawn: UnixTime?
    /// When the twilight ends, which may be past midnight; nil when it lasts into the next morning, or `isReached` is
    /// false.
    public var dusk: UnixTime?
    /// Whether the Sun comes so high that day. It does not in the depth of the polar night.
    public var isReached: Bool

    public init(dawn: UnixTime?, dusk: UnixTime?, isReached: Bool) {
        self.dawn = dawn
        self.dusk = dusk
        self.isReached = isReached
    }

    /// Whether the night never gets darker than this twilight.
    public var lastsAllNight: Bool { isReached && dawn == nil && dusk == nil }
}
