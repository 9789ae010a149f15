public import Weather

/// The stages of twilight, from light to dark. Each lasts while the Sun's centre is no further below the horizon than
/// `depth`.
public enum Twilight: CaseIterable, Sendable, Hashable {
    /// Light enough to work outside.
    case civil
    /// The horizon at sea is visible.
    case nautical
    /// The faintest stars are not visible yet.
    case astronomical

    /// The Sun's depression at which the twilight begins or ends, degrees.
    public var depth: Double {
        switch self {
        case .civil: 6
        case .nautical: 12
        case .astronomical: 18
        }
    }
}

/// Start and end of one stage of twilight on one day.
public struct TwilightTimes: Sendable, Hashable {
    /// nil when the twilight has lasted since the evening before, or `isReached` is false.
    public var dawn: UnixTime?
    /// May be past midnight; nil when the twilight lasts into the next morning, or `isReached` is false.
    public var dusk: UnixTime?
    /// Whether the Sun reaches this elevation that day. It does not in deep polar night.
    public var isReached: Bool

    public init(dawn: UnixTime?, dusk: UnixTime?, isReached: Bool) {
        self.dawn = dawn
        self.dusk = dusk
        self.isReached = isReached
    }

    /// Whether the night gets no darker than this twilight.
    public var lastsAllNight: Bool { isReached && dawn == nil && dusk == nil }
}
