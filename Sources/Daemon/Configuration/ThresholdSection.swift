import Notifications
import Rendering
import Weather

/// Thresholds of quantities: `[threshold.NAME]`.
struct ThresholdSection {
    /// Those with a reaction, by name.
    private(set) var thresholds: [(threshold: Threshold, reaction: Reaction, key: ConfigurationKey)] = []

    /// More than anyone would read.
    private static let mostThresholds = 50

    /// As far as most forecasts are hourly.
    private static let farthest = Duration.seconds(48 * 3600)

    /// - Parameter units: those of rules that name none.
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
