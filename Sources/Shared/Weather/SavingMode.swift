/// What system services report about this machine and its user. Unknown counts as false: only a reported reason makes weatherd
/// do less.
public struct DeviceState: Sendable, Hashable {
    /// Whether data costs money on the network connection; nil until the network service was asked.
    public var isMetered: Bool?
    /// Whether the battery saver is on.
    public var savesPower = false
    /// Whether the battery is low, critical or about to run out.
    public var isBatteryLow = false
    /// The user's login sessions.
    public var sessions: [LoginSession] = []

    public init() {}

    private var openSessions: [LoginSession] { sessions.filter { !$0.isLeft } }

    /// Whether the screen of every session is locked.
    public var isLocked: Bool { !openSessions.isEmpty && openSessions.allSatisfy { $0.isGraphical && $0.isLocked } }

    /// Whether every session is idle or locked.
    public var isIdle: Bool {
        !openSessions.isEmpty && openSessions.allSatisfy { $0.isGraphical && ($0.isLocked || $0.isIdle) }
    }

    /// Whether the use of weatherd by clients would tell that the user is present after all. A bar also watches behind a locked
    /// screen, but in a session that was left it may be a status line that the user looks at from elsewhere.
    public var yieldsToUse: Bool { isIdle && (!isLocked || sessions.contains(where: \.isLeft)) }
}

/// A login session of the user, as far as it tells whether the user is present.
public struct LoginSession: Sendable, Hashable {
    /// Whether it has a screen. On a text console or over SSH, the hints do not tell whether the user is present.
    public var isGraphical: Bool
    /// Whether the desktop reports that the screen is locked; false if it reports nothing, as many screen lockers do.
    public var isLocked: Bool
    /// Whether the desktop reports that there was no input for a while; false if it reports nothing.
    public var isIdle: Bool
    /// Whether it is a text session that is closing, but whose programs run on, such as tmux and mosh.
    public var isLeft: Bool

    public init(isGraphical: Bool, isLocked: Bool = false, isIdle: Bool = false, isLeft: Bool = false) {
        (self.isGraphical, self.isLocked, self.isIdle) = (isGraphical, isLocked, isIdle)
        self.isLeft = isLeft
    }
}

/// The use of weatherd by clients, as a sign that the user is present.
public struct ClientPresence<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// The number of connections that watch.
    public var watchers = 0
    /// The last request; nil before the first.
    public var lastRequest: Instant?

    /// How long a request counts.
    public static var window: Duration { .seconds(300) }

    public init() {}

    public func isPresent(at now: Instant) -> Bool { watchers > 0 || end.map { now < $0 } ?? false }

    /// When the last request stops counting; nil without a request, and while a connection watches.
    public var end: Instant? { watchers > 0 ? nil : lastRequest?.advanced(by: Self.window) }
}

/// When to do less, according to the configuration.
public struct SavingSettings: Sendable, Hashable {
    public var metered = Metered.less
    /// Whether to save with the battery saver and a low battery.
    public var savesOnBattery = true
    /// Whether to save in a locked or idle session.
    public var savesWhenLocked = true

    /// What happens on a metered connection. The raw values are the words in config.toml.
    public enum Metered: String, Sendable, Hashable, CaseIterable {
        case less, normal
        /// Nothing is fetched without a request.
        case off
    }

    public init() {}
}

/// What is fetched less often or not at all, and why. Pure.
public struct SavingMode: Sendable, Hashable {
    /// A reason to save, in the order in which they are shown. The raw values are words of the JSON.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        case metered
        case batterySaver = "battery-saver"
        case lowBattery = "low-battery"
        case locked, idle
    }

    /// In the order of `Reason`; empty for the usual schedule.
    public let reasons: [Reason]
    /// Whether reports are only fetched when a client waits for them.
    public let isOnRequest: Bool

    /// Nothing is saved.
    public static let none = SavingMode(reasons: [], isOnRequest: false)

    /// The interval of reports that are otherwise fetched more often. With its jitter and around the full hour, it stays below
    /// the default `stale-after` of an hour, so that weather does not become stale between two fetches.
    public static let interval = Duration.seconds(3240)

    private init(reasons: [Reason], isOnRequest: Bool) {
        (self.reasons, self.isOnRequest) = (reasons, isOnRequest)
    }

    /// - Parameter isUsed: whether a client watches, or has sent a request in the last minutes.
    public init(_ device: DeviceState, isUsed: Bool, _ settings: SavingSettings = SavingSettings()) {
        let isMetered = device.isMetered ?? (settings.metered == .off) && settings.metered != .normal
        reasons = Reason.allCases.filter { reason in
            switch reason {
            case .metered: isMetered
            case .batterySaver: device.savesPower && settings.savesOnBattery
            case .lowBattery: device.isBatteryLow && settings.savesOnBattery
            case .locked: device.isLocked && !(isUsed && device.yieldsToUse) && settings.savesWhenLocked
            case .idle: device.isIdle && !device.isLocked && !isUsed && settings.savesWhenLocked
            }
        }
        isOnRequest = isMetered && settings.metered == .off
    }

    /// Whether radar, ensemble and comparisons of providers are left out.
    public var leavesOutExtras: Bool { reasons.contains(.metered) }

    /// The interval of reports.
    ///
    /// - Parameter usual: the interval without a reason to save.
    public func interval(_ usual: Duration) -> Duration { reasons.isEmpty ? usual : max(usual, Self.interval) }
}
