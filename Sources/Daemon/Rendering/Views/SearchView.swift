public import ClientProtocol
import Languages
public import Weather

/// The cities found by a search, best first, one per line.
public enum SearchView {
    /// - Parameter query: the user's text, shown if its spelling was corrected.
    public static func lines(
        of cities: [City], for query: String = "", as output: ViewRequest.Output, in style: Style = Style()
    ) -> [String] {
        guard output != .json else { return [json(of: cities).text] }
        let correction = cities.first?.correction.map { PlaceSentence.showing($0, insteadOf: query) }
        return text(of: cities, style) + [correction].compactMap(\.self)
    }

    /// `Montevideo, Uruguay  1,270,737  -34.9033 -56.1882`: the position has the format of `set-location`. In a narrow
    /// terminal the population is omitted first, then the position, then the region.
    private static func text(of cities: [City], _ style: Style) -> [String] {
        let positions = cities.map {
            "\($0.coordinate.latitude.text(decimals: 4)) \($0.coordinate.longitude.text(decimals: 4))"
        }
        let table = TextTable(columns: [
            .init(heading: "", isRightAligned: false, cells: cities.map { name($0, style) }),
            .init(
                heading: "", rank: 2,
                cells: cities.map { $0.population.map { $0.grouped(by: style.words.groupSign) } }),
            .init(heading: "", isRightAligned: false, rank: 1, cells: positions),
        ])
        return table.lines(within: style.width).rows.map(\.plain)
    }

    /// Without the region if the name would be too wide.
    private static func name(_ city: City, _ style: Style) -> String {
        let locality = city.locality
        let separator = style.words.listSeparator
        let other = (city.airportCode ?? city.matchedName)?.plain(limit: 100)
        let name = other.map { "\(locality.text()) (\($0))" } ?? locality.text()
        let full = ([name] + locality.surroundings).joined(separator: separator)
        guard let width = style.width, full.columns > width, let last = locality.surroundings.last else { return full }
        return name + separator + last
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
                            ("airportCode", .optional(city.airportCode)),
                        ])
                    })
            ),
            ("correction", .optional(cities.first?.correction)),
        ])
    }
}
