import Languages
import Weather

// Icons and words for weather that is only possible.

extension Condition {
    /// The condition for icons and colours: clouds in place of rain, snow or thunderstorms that are only possible.
    func pictured(_ likelihood: Likelihood?) -> Condition {
        guard likelihood == .possible, severity > Self.overcast.severity else { return self }
        // For fog and smoke, "patchy" means where, not whether.
        return [.fog, .haze, .smoke, .dust].contains(self) ? self : .overcast
    }
}

extension Conditions {
    var pictured: Condition { condition.pictured(likelihood) }
}

extension Style {
    func icon(_ conditions: Conditions) -> String { icons.icon(conditions.pictured, isDay: conditions.isDay) }

    func condition(_ conditions: Conditions) -> String {
        words.condition(conditions.condition, likelihood: conditions.likelihood, isDay: conditions.isDay)
    }

    func coloredIcon(_ conditions: Conditions) -> StyledText {
        coloredIcon(conditions.pictured, isDay: conditions.isDay)
    }

    func coloredCondition(_ conditions: Conditions) -> StyledText {
        let text = labelled(icon(conditions), condition(conditions))
        return StyledText(text, .condition(conditions.pictured, isDay: conditions.isDay))
    }
}
