import Weather

extension Palette {
    /// The same colours as a style sheet for bars that are styled by CSS: for the classes of Waybar's module `custom/weather`,
    /// and for widgets of eww that have the class `weather` besides. docs/bars/weatherd.css is this text.
    static var css: String {
        var rules: [String] = []
        for condition in Condition.allCases {
            let (day, night) = (color(of: condition, isDay: true), color(of: condition, isDay: false))
            rules.append(rule(for: [condition.rawValue], "color: \(day.hex)"))
            if night != day { rules.append(rule(for: ["\(condition.rawValue).night"], "color: \(night.hex)")) }
        }
        let states = [
            ("hot", hot), ("cold", cold), ("wet", precipitation), ("windy", windy), ("stale", stale),
            ("expired", stale), ("offline", stale), ("alert", color(of: Alert.Severity.unknown)),
            ("alert-minor", color(of: Alert.Severity.minor)),
            ("alert-moderate", color(of: Alert.Severity.moderate)), ("alert-severe", color(of: Alert.Severity.severe)),
            ("alert-extreme", color(of: Alert.Severity.extreme)),
        ]
        for (state, color) in states {
            // As strong as the rules of the night, so that the later ones win.
            rules.append(rule(for: [state, "\(state).night"], "color: \(color.hex)"))
        }
        return """
            /* The colours of the weather. Of two rules that fit, the later one wins: warnings over old data over heat and cold
               over the sky. */

            """ + rules.joined(separator: "\n") + "\n"
    }

    private static func rule(for classes: [String], _ declaration: String) -> String {
        let selectors = classes.flatMap { ["#custom-weather.\($0)", ".weather.\($0)"] }
        return "\(selectors.joined(separator: ", ")) { \(declaration); }"
    }
}
