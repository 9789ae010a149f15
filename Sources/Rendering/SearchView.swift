public import Weather
public import Wire

/// The cities that a search has found, best first, one a line.
public enum SearchView {
    public static func lines(
        of cities: [City], as output: Reading.Output, in style: Style = Style()
    ) -> [String] {
        output == .json ? [json(of: cities).text] : text(of: cities, style)
    }

    /// `Montevideo, Uruguay  1,270,737  -34.9033 -56.1882`: the position as `set-location` takes it.
    /// Where there is no room for all, the population goes first, and then the ends of the names.
    private static func text(of cities: [City], _ style: Style) -> [String] {
        let positions = cities.map {
            "\($0.coordinate.latitude.text(decimals: 4)) \($0.coordinate.longitude.text(decimals: 4))"
        }
        var names = cities.map { StyledText(name($0)) }
        if let width = style.width {
            let room = width - 2 - positions.reduce(0) { max($0, $1.count) }
            names = names.map { $0.cut(to: max(leastName, room)) }
        }
        let table = Table(columns: [
            .init(heading: "", isRightAligned: false, cells: names),
            .init(
                heading: "", rank: 1,
                cells: cities.map { $0.population.map { $0.grouped(by: style.words.groupSign) } }),
            .init(heading: "", isRightAligned: false, cells: positions),
        ])
        return table.lines(within: style.width).rows.map(\.plain)
    }

    /// A name of fewer columns tells too little.
    private static let leastName = 12

    private static func name(_ city: City) -> String {
        guard let other = city.matchedName?.plain(limit: 100) else { return city.locality.fullText() }
        return (["\(city.locality.text()) (\(other))"] + city.locality.surroundings).joined(separator: ", ")
    }

    private static func json(of cities: [City]) -> JSON {
        .object([
            ("schema", .integer(JSON.schema)),
            (
                "cities",
                .array(
                    cities.map { city in
                        .object([
                            ("name", .string(city.locality.name)),
                            ("matchedName", .optional(city.matchedName)),
                            ("region", .optional(city.locality.region)),
                            ("country", .optional(city.locality.country)),
                            ("countryCode", .optional(city.locality.countryCode)),
                            ("population", .optional(city.population)),
                            ("latitude", .degrees(city.coordinate.latitude)),
                            ("longitude", .degrees(city.coordinate.longitude)),
                            ("timezone", .optional(city.locality.timeZone)),
                        ])
                    })
            ),
        ])
    }
}
