import Weather

// Weather that is possible only, in pictures and words.

extension Condition {
    /// The condition that pictures and colours show: for rain, snow or a thunderstorm that is possible only, the clouds that
    /// are there either way.
    func pictured(_ likelihood: Likelihood?) -> Condition {
        guard likelihood == .possible, severity > Self.overcast.severity else { return self }
        // "Patchy" says of fog and smoke where it is, not that it may not come.
        return [.fog, .haze, .smoke, .dust].contains(self) ? self : .overcast
    }
}

extension Conditions {
    var pictured: Condition { condition.pictured(likelihood) }
}

extension Day {
    var pictured: Condition { condition.pictured(likelihood) }
}

extension Style {
    func icon(_ conditions: Conditions) -> String { icons.icon(conditions.pictured, isDay: conditions.isDay) }

    func condition(_ conditions: Conditions) -> String {
        words.condition(conditions.condition, likelihood: conditions.likelihood, isDay: conditions.isDay)
    }

    func inkedIcon(_ conditions: Conditions) -> StyledText { inkedIcon(conditions.pictured, isDay: conditions.isDay) }

    func inkedCondition(_ conditions: Conditions) -> StyledText {
        let text = labelled(icon(conditions), condition(conditions))
        return StyledText(text, .condition(conditions.pictured, isDay: conditions.isDay))
    }
}
