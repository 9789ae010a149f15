import Glibc
import Languages
import Notifications
import Rendering
import Weather

/// Reactions to weather events: `[on]`, `[threshold.NAME]` and `[brief]`.
struct ReactionsSection {
    private(set) var reactions = Reactions()
    private(set) var notices: [String] = []

    private static let longestDeadline = Duration.seconds(3600)

    /// - Parameter units: the units of thresholds without a unit.
    init(_ values: ConfigurationValues, units: Units) throws(ConfigurationError) {
        for (kind, key) in zip(WeatherEvent.Kind.keys, ConfigurationKey.reactions) {
            guard let setting = try values.reaction(key) else { continue }
            take(setting.reaction, to: kind, key, values)
        }
        try takeAlerts(values)
        for threshold in try ThresholdSection(values, units: units).thresholds {
            reactions.add(threshold.threshold, threshold.reaction)
            notices += [values.notice(of: threshold.reaction, threshold.key)].compactMap(\.self)
        }
        try takeBrief(values)
        let key = ConfigurationKey.commandDeadline
        if let deadline = try values.take(key, { Duration(written: $0) }, orSay: { Configuration.durations }) {
            guard deadline <= Self.longestDeadline else { throw values.error(key, "must be a duration of at most 1h") }
            reactions.deadline = deadline
        }
    }

    private mutating func take(
        _ reaction: Reaction?, to kind: WeatherEvent.Kind, _ key: ConfigurationKey, _ values: ConfigurationValues
    ) {
        reactions[kind] = reaction
        notices += [values.notice(of: reaction, key)].compactMap(\.self)
    }

    /// `[on.alert]`, which defaults to `do = "notify"`.
    private mutating func takeAlerts(_ values: ConfigurationValues) throws(ConfigurationError) {
        let severities = Alert.Severity.allCases.filter { $0 != .unknown }
        reactions.alerts.leastSeverity = try values.take(
            .alertSeverity, { word in severities.first { $0.rawValue == word } },
            orSay: { "must be one of \(severities.map(\.rawValue).joined(separator: ", "))" })
        reactions.alerts.kinds = try Self.kinds(.alertKinds, values)
        reactions.alerts.exceptions = try Self.kinds(.alertExceptions, values) ?? []
        reactions.alerts.admitsUnknownKinds = try Self.flag(.alertUnknownKinds, values) ?? true
        reactions.alerts.includesFavourites = try Self.flag(.alertFavourites, values) ?? false
        let setting = try values.reaction(.alertReaction)
        // A word and a table can only both be set if one is in the environment, which takes precedence.
        let isOverriding = values.isVariable(.alertReaction) && !values.isVariable(.alert)
        guard !values.isSet(.alert) || isOverriding else { return }
        let isFiltered = ConfigurationKey.alertFilter.contains { values.isSet($0) }
        take(setting.map(\.reaction) ?? (isFiltered ? .notification : nil), to: .alert, .alertReaction, values)
    }

    private static func flag(
        _ key: ConfigurationKey, _ values: ConfigurationValues
    ) throws(ConfigurationError) -> Bool? {
        try values.take(key, { ["true": true, "false": false][$0] }, orSay: { "must be true or false" })
    }

    private static func kinds(
        _ key: ConfigurationKey, _ values: ConfigurationValues
    ) throws(ConfigurationError) -> Set<Alert.Kind>? {
        guard let words = values.list(key) else { return nil }
        var kinds: Set<Alert.Kind> = []
        for word in words where !word.isEmpty {
            guard let kind = Alert.Kind(rawValue: word) else {
                let accepted = Alert.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw values.error(key, "unknown kind \"\(word)\"; accepted: \(accepted)")
            }
            kinds.insert(kind)
        }
        guard key != .alertKinds || !kinds.isEmpty else {
            throw values.error(key, "must not be empty; \"off\" for on.alert.do disables notifications of warnings")
        }
        return kinds
    }

    private mutating func takeBrief(_ values: ConfigurationValues) throws(ConfigurationError) {
        let time = try values.take(
            .briefTime, { TimeOfDay(written: $0) }, orSay: { "must be a time from \"00:00\" to \"23:59\"" })
        if let time { reactions.briefTime = time }
        let setting = try values.reaction(.briefReaction)
        take(
            setting.map(\.reaction) ?? (time == nil ? nil : .notification), to: .brief, .briefReaction, values)
    }
}

// Values of keys that are reactions.
extension ConfigurationValues {
    enum ReactionSetting {
        case off
        case on(Reaction)

        var reaction: Reaction? {
            switch self {
            case .off: nil
            case .on(let reaction): reaction
            }
        }
    }

    /// The reaction; nil when the key is not set.
    func reaction(_ key: ConfigurationKey) throws(ConfigurationError) -> ReactionSetting? {
        guard let words = list(key) else { return nil }
        guard let program = words.first, !program.isEmpty, !words.contains(where: { $0.utf8.contains(0) }) else {
            throw error(key, Reaction.accepted)
        }
        guard words != [Reaction.notify] else { return .on(.notification) }
        guard words != [Reaction.off] else { return .off }
        // A name without a slash is searched for in PATH, as in a shell.
        guard let path = program.contains("/") ? path(program) : program else {
            throw error(key, "invalid program \"\(program)\": must be a name or a path that begins with / or ~/")
        }
        return .on(.command([path] + words.dropFirst()))
    }

    /// The log message for a program that does not exist; nil if it exists.
    func notice(of reaction: Reaction?, _ key: ConfigurationKey) -> String? {
        guard case .command(let words)? = reaction, !isProgram(words[0]) else { return nil }
        return "\(key): program not found or not executable: \(words[0].printable)"
    }

    func isProgram(_ program: String) -> Bool {
        guard !program.contains("/") else { return access(program, X_OK) == 0 }
        let directories = (variables["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return directories.contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}

/// Thresholds of quantities: `[threshold.NAME]`.
struct ThresholdSection {
    /// The thresholds with a reaction, by name.
    private(set) var thresholds: [(threshold: Threshold, reaction: Reaction, key: ConfigurationKey)] = []

    /// More thresholds than a user would set.
    private static let mostThresholds = 50

    /// Most forecasts are hourly up to this time.
    private static let farthest = Duration.seconds(48 * 3600)

    /// - Parameter units: the units of rules without a unit.
    init(_ values: ConfigurationValues, units: Units) throws(ConfigurationError) {
        let names = values.thresholdNames
        if names.count > Self.mostThresholds {
            throw values.error(
                .threshold(.rule, of: names[Self.mostThresholds]), "more than \(Self.mostThresholds) thresholds")
        }
        for name in names {
            let key = ConfigurationKey.threshold(.reaction, of: name)
            let threshold = try Self.threshold(name, values, units)
            // Most thresholds are for notifications.
            let reaction = try values.reaction(key).map(\.reaction) ?? .notification
            if let reaction { thresholds.append((threshold, reaction, key)) }
        }
    }

    private static func threshold(
        _ name: String, _ values: ConfigurationValues, _ units: Units
    ) throws(ConfigurationError) -> Threshold {
        let key = ConfigurationKey.threshold(.rule, of: name)
        guard let text = values.text(key) else {
            let others = ThresholdKey.allCases.map { ConfigurationKey.threshold($0, of: name) }
            throw values.error(
                others.first { values.isSet($0) } ?? key,
                "requires \(key), which \(ThresholdSentence.text(.malformed))")
        }
        let rule: ThresholdRule
        do throws(ThresholdRule.ParsingError) {
            rule = try ThresholdRule(parsing: text)
        } catch {
            throw values.error(key, ThresholdSentence.text(error))
        }
        let limits = rule.limits(in: units)
        guard limits.contains(rule.limit) else {
            throw values.error(key, ThresholdSentence.outOfRange(rule, limits))
        }
        let hysteresis = try values.take(
            .threshold(.hysteresis, of: name), { Double($0).flatMap { $0 >= 0 && $0 < .infinity ? $0 : nil } },
            orSay: { "must be a number of at least 0, in the unit of the threshold" })
        let within = try values.take(
            .threshold(.within, of: name),
            { Duration(written: $0).flatMap { (.seconds(3600)...farthest).contains($0) ? $0 : nil } },
            orSay: { "must be a duration from 1h to 48h" })
        return Threshold(
            name: name, rule: rule, hysteresis: hysteresis, within: within.map { Int($0.components.seconds) })
    }
}
