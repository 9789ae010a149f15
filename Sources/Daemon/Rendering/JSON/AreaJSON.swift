import Weather

extension JSON {
    /// `{"polygon":[[59.9,10.7],…],"holes":[]}` or `{"center":[59.9,10.7],"radiusM":20000}`. Positions are latitude and
    /// longitude.
    static func area(_ area: AlertArea) -> JSON {
        switch area {
        case .polygon(let rings):
            .object([
                ("polygon", ring(rings.first ?? [])),
                ("holes", .array(rings.dropFirst().map(ring))),
            ])
        case .circle(let center, let radius):
            .object([("center", position(center)), ("radiusM", .number(radius))])
        }
    }

    private static func ring(_ points: [Coordinate]) -> JSON { .array(points.map(position)) }

    private static func position(_ point: Coordinate) -> JSON {
        .array([.degrees(point.latitude), .degrees(point.longitude)])
    }
}
