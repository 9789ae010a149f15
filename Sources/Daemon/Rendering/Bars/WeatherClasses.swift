import Weather

extension Scene {
    /// CSS classes of the weather: stable words, the same in every language.
    func classes(of present: Present, in style: Style) -> [String] {
        let conditions = present.conditions
        var classes = [conditions.condition.rawValue]
        if let likelihood = conditions.likelihood { classes.append(likelihood.rawValue) }
        if let isDay = conditions.isDay { classes.append(isDay ? "day" : "night") }
        classes.append(freshness.rawValue)
        if present.origin == .forecast { classes.append("forecast") }
        if report?.provider.isSample == true { classes.append("sample") }
        if lastFailure?.isOffline == true { classes.append("offline") }
        if let worst = alertsInForce?.first { classes += ["alert", "alert-\(worst.severity.rawValue)"] }
        if let worst = alertsAnnounced?.first { classes += ["announced", "announced-\(worst.severity.rawValue)"] }
        if let omitted = warnings?.omitted {
            if omitted.unlocated > 0 { classes.append("alert-unlocated") }
            if omitted.unreadable > 0 { classes.append("alert-unreadable") }
        }
        if warnings?.lacksOwnCountry == true { classes.append("alert-missing") }
        return classes + style.thresholds.classes(of: conditions)
    }
}

extension Thresholds {
    /// An unknown value exceeds no threshold.
    fileprivate func classes(of conditions: Conditions) -> [String] {
        var classes: [String] = []
        if let temperature = conditions.temperature {
            if temperature >= hot { classes.append("hot") }
            if temperature <= cold { classes.append("cold") }
        }
        if let rate = conditions.precipitationRate, rate >= wet { classes.append("wet") }
        if let wind = conditions.windSpeed, wind >= windy { classes.append("windy") }
        return classes
    }
}
