import Notifications
import Weather

/// Reactions to weather events: `[on]`, `[threshold.NAME]` and `[brief]`.
struct ReactionsSection {
    private(set) var reactions = Reactions()
    private(set) var notices: [String] = []

    private static let longestDeadline = Duration.seconds(3600)

    /// - Parameter units: those of thresholds that name none.
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

    /// `[on.alert]`, which stands for `do = "notify"` unless it says otherwise.
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
        // Word and table can only come together if one of them is in the environment, which takes precedence.
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
