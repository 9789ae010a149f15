import ClientProtocol
import Weather

extension MapView {
    /// The map's window, the places as in `places`, and the outlines of warnings.
    public static func json(of map: MapScene, in style: Style) -> String {
        let window = map.window
        let frame = MapFrame(of: window)
        return JSON.object([
            ("schema", .integer(JSON.schema)),
            (
                "window",
                .object([
                    ("latitude", .degrees(window.center.latitude)),
                    ("longitude", .degrees(window.center.longitude)),
                    ("zoom", .number(window.zoom)),
                    ("north", .degrees(frame.north)),
                    ("south", .degrees(frame.south)),
                    ("west", .degrees(MapPosition.turned(frame.west))),
                    ("east", .degrees(MapPosition.turned(frame.east))),
                ])
            ),
            ("cursor", map.cursor.map { .place($0, isApproximate: false, nil) } ?? .null),
            ("places", .array(map.cards.map { PlacesView.json(of: $0, style) })),
            (
                "warnings",
                .array(
                    map.warningsWithAreas.map { alert, _ in
                        .object([
                            ("id", .string(alert.id.plain(limit: 300))),
                            ("event", .string(alert.plainEvent(in: style.words))),
                            ("severity", .string(alert.severity.rawValue)),
                            ("areas", .array(alert.areas.map(JSON.area))),
                        ])
                    })
            ),
        ]).text
    }
}
