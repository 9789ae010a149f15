import ClientProtocol
import Weather

extension Palette {
    /// A style sheet for Waybar's module `custom/weather` and for eww widgets with the class `weather`. The files
    /// docs/bars/weatherd.css and weatherd-light.css contain this text.
    static func css(on theme: Theme) -> String {
        var rules: [String] = []
        func rule(_ classes: [String], _ color: Color) {
            let selectors = classes.flatMap { ["#custom-weather.\($0)", ".weather.\($0)"] }
            rules.append("\(selectors.joined(separator: ", ")) { color: \(color.shade(on: theme).hex); }")
        }
        for condition in Condition.allCases {
            let (day, night) = (color(of: condition, isDay: true), color(of: condition, isDay: false))
            rule([condition.rawValue], day)
            if night != day { rule(["\(condition.rawValue).night"], night) }
        }
        let states = [
            ("hot", hot), ("cold", cold), ("wet", precipitation), ("windy", windy), ("stale", stale),
            ("expired", stale), ("unavailable", stale), ("offline", stale),
            ("alert", color(of: Alert.Severity.unknown)),
            ("alert-minor", color(of: Alert.Severity.minor)),
            ("alert-moderate", color(of: Alert.Severity.moderate)), ("alert-severe", color(of: Alert.Severity.severe)),
            ("alert-extreme", color(of: Alert.Severity.extreme)),
        ]
        // The same specificity as the night rules, so that later rules win.
        for (state, color) in states { rule([state, "\(state).night"], color) }
        return """
            /* The colours of the weather for a \(theme.rawValue) bar. Of two rules that match, the later one wins: warnings over
               stale data over heat and cold over the condition. */

            """ + rules.joined(separator: "\n") + "\n"
    }
}
