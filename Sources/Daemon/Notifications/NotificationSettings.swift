import Almanac
import Languages
public import Rendering
public import Weather

/// The settings of notifications, from config.toml.
public struct NotificationSettings: Sendable, Hashable {
    public var reactions: Reactions
    /// The appearance of values in notifications.
    public var style: Style
    /// The age in seconds from which a report is no longer fresh.
    public var staleAfter: Int

    public init(reactions: Reactions = Reactions(), style: Style = Style(), staleAfter: Int = 3600) {
        self.reactions = reactions
        self.style = style
        self.staleAfter = staleAfter
    }
}

/// The reaction to a weather event.
public enum Reaction: Sendable, Hashable {
    /// Show a desktop notification.
    case notification
    /// Run a program: its path, or a name to search for in `PATH`, and its arguments. Never empty.
    case command([String])

    /// The values in config.toml other than a command.
    public static let words = [notify, off]
    public static let notify = "notify"
    public static let off = "off"

    public static let accepted =
        "must be \"notify\", \"off\", or a command as a list: [\"/home/me/bin/tell\", \"--loudly\"]"
}

/// The reactions to all events, and their parameters.
public struct Reactions: Sendable, Hashable {
    private var reactions: [WeatherEvent.Kind: Reaction] = [:]
    /// The thresholds with a reaction, in order of their names.
    public private(set) var thresholds: [Threshold] = []
    private var reactionsToThresholds: [String: Reaction] = [:]
    /// The warnings with a reaction.
    public var alerts = AlertFilter()
    /// The time of the daily brief, in the place's time zone.
    public var briefTime = TimeOfDay.morning
    /// The timeout of a command.
    public var deadline = Duration.seconds(30)

    public init() {}

    /// The reaction to a kind of event; nil for none.
    public subscript(kind: WeatherEvent.Kind) -> Reaction? {
        get { reactions[kind] }
        set { reactions[kind] = newValue }
    }

    /// - Parameter name: the threshold's name.
    public subscript(threshold name: String) -> Reaction? { reactionsToThresholds[name] }

    /// The reaction to an event; nil for none.
    public func reaction(to event: WeatherEvent) -> Reaction? {
        switch event {
        case .alert(let alert): alerts.admits(alert) ? self[.alert] : nil
        case .threshold(let crossing): self[threshold: crossing.threshold.name]
        default: self[event.kind]
        }
    }

    public mutating func add(_ threshold: Threshold, _ reaction: Reaction) {
        thresholds.append(threshold)
        reactionsToThresholds[threshold.name] = reaction
    }

    /// The events with a reaction.
    public var kinds: Set<WeatherEvent.Kind> { Set(reactions.keys).union(thresholds.isEmpty ? [] : [.threshold]) }
}

extension WeatherEvent {
    /// The key of config.toml with the reaction.
    var setting: String {
        switch self {
        case .threshold(let crossing): "threshold.\(crossing.threshold.name).do"
        case .brief: "brief.do"
        default: "on.\(kind.rawValue)"
        }
    }
}

/// A time of day on the 24-hour clock.
public struct TimeOfDay: Sendable, Hashable {
    /// 0 to 23.
    public let hour: Int
    /// 0 to 59.
    public let minute: Int

    /// The default time of the daily brief.
    public static let morning = TimeOfDay(7, 0)

    private init(_ hour: Int, _ minute: Int) {
        (self.hour, self.minute) = (hour, minute)
    }

    /// `07:00` or `7:00`; nil for anything else.
    public init?(written text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
            parts.joined().allSatisfy({ $0.isASCII && $0.isNumber }), let hour = Int(parts[0]),
            let minute = Int(parts[1]), (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        self.init(hour, minute)
    }

    /// The times of the brief on the dates around a moment. A time that the clocks skip is computed with the offset before the
    /// change; of a time that occurs twice, the first is used.
    ///
    /// - Parameter zoneName: the tzdata name; UTC if it is unknown.
    func briefs(around moment: UnixTime, zoneName: String?) -> [BriefTime] {
        let zone = zoneName.flatMap { try? TimeZoneDatabase.system.zone(named: $0) } ?? .gmt
        let today = zone.civilTime(at: moment.seconds)
        return (-1...2).compactMap { days in
            guard var time = today.date(addingDays: days) else { return nil }
            (time.hour, time.minute) = (hour, minute)
            guard let due = zone.moment(time)?.first else { return nil }
            return BriefTime(
                date: CalendarDate(time), time: UnixTime(due))
        }
    }
}
