import ClientProtocol
import Weather

/// The reply to `help`.
public enum HelpView {
    public static var lines: [String] {
        let commands = Command.allCases.flatMap(\.usages).map { ($0.synopsis, $0.summary) }
        let options = Command.Option.allCases.map { option in
            ([option.rawValue, option.value].compactMap(\.self).joined(separator: " "), option.summary)
        }
        let units = [
            ("temperature", Units.Temperature.allCases.map(\.rawValue)),
            ("wind", Units.Wind.allCases.map(\.rawValue)),
            ("pressure", Units.Pressure.allCases.map(\.rawValue)),
            ("precipitation", Units.Precipitation.allCases.map(\.rawValue)),
            ("distance", Units.Distance.allCases.map(\.rawValue)),
        ].map { ($0, $1.joined(separator: ", ")) }
        let templates = [
            ("{temperature:6.1°F}", "with a format: [< or > or ^][width][.decimals][unit], all optional"),
            ("{place:<20.12}", "padded to 20 columns and truncated to 12"),
            ("{( gusts {gusts})}", "omitted when a placeholder in it is empty"),
            ("{{ and }}", "literal braces"),
        ]
        let placeholders = Template.placeholders.map { ("{\($0.name)}", $0.meaning) }
        return ["Requests:"] + aligned(commands) + ["", "Options:"] + aligned(options) + ["", "Quantities and units:"]
            + aligned(units) + ["", "A template is text with placeholders:"] + aligned(templates)
            + ["", "Placeholders:"] + aligned(placeholders)
            + ["", "Weather data by Open-Meteo.com (CC BY 4.0)", "Places by GeoNames, geonames.org (CC BY 4.0)"]
    }

    private static func aligned(_ rows: [(term: String, meaning: String)]) -> [String] {
        let width = rows.reduce(0) { max($0, $1.term.count) } + 2
        return rows.map { "  \($0.term)\(String(repeating: " ", count: width - $0.term.count))\($0.meaning)" }
    }
}
