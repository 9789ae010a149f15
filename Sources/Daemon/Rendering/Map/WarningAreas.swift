import ClientProtocol
import Languages
import Weather

/// The outlines of the areas of warnings on a map.
struct WarningAreas: Sendable {
    /// One for each severity, the worst first.
    private var layers: [(severity: Alert.Severity, outlines: BrailleCanvas)] = []
    /// The warnings whose outline is on the map, the worst first, each with the scene of its place.
    private(set) var drawn: [(alert: Alert, scene: Scene)] = []

    init(of map: MapScene) {
        let (frame, projection) = (MapFrame(of: map.window), MapProjection(map.window))
        for (alert, scene) in map.warningsWithAreas {
            if layers.last?.severity != alert.severity {
                layers.append(
                    (alert.severity, BrailleCanvas(columns: map.window.columns, lines: map.window.lines)))
            }
            var isVisible = false
            for edge in alert.areas.flatMap(\.edges) {
                for turn in stride(from: -720.0, through: 720, by: 360) {
                    let (start, end) = (edge.start.moved(east: turn), edge.end.moved(east: turn))
                    guard let stretch = frame.clip(start, end) else { continue }
                    isVisible = true
                    layers[layers.count - 1].outlines.draw(
                        from: projection.point(longitude: stretch.start.x, latitude: stretch.start.y),
                        to: projection.point(longitude: stretch.end.x, latitude: stretch.end.y))
                }
            }
            if isVisible { drawn.append((alert, scene)) }
        }
    }

    /// The worst outline in a cell; nil for none.
    subscript(column: Int, line: Int) -> (severity: Alert.Severity, dots: Character)? {
        for layer in layers {
            if let dots = layer.outlines[column, line] { return (layer.severity, dots) }
        }
        return nil
    }

    /// `▓  Storm Warning (severe), until Sunday 18:00, and 2 more`; empty without outlines.
    func legend(in style: Style) -> [StyledText] {
        guard let (alert, scene) = drawn.first else { return [] }
        let clock = PlaceClock(zoneName: scene.timeZone, in: style)
        let more = drawn.count > 1 ? [style.words.more(drawn.count - 1, command: nil)] : []
        let text = [alert.line(at: scene.now, clock, style.words)] + more
        let mark = StyledText(String(style.outline(alert.severity, dots: "⠶")), .severity(alert.severity))
        return [mark.padded(to: 3) + StyledText(text.joined(separator: style.words.listSeparator))]
    }
}

extension Style {
    /// What an outline is drawn with: dots in the severity's colour, or without colours, which would make it a coast, a
    /// shade that is darker for the worse.
    func outline(_ severity: Alert.Severity, dots: Character) -> Character {
        guard terminal == .none else { return dots }
        return switch severity {
        case .unknown, .minor: icons == .ascii ? "." : "░"
        case .moderate: icons == .ascii ? ":" : "▒"
        case .severe: icons == .ascii ? "+" : "▓"
        case .extreme: icons == .ascii ? "#" : "█"
        }
    }
}

extension MapScene {
    /// The warnings in force or announced at the places, each once, the worst first.
    var warningsWithAreas: [(alert: Alert, scene: Scene)] {
        var seen: Set<Alert> = []
        let warnings = cards.flatMap { card in
            (card.scene.alertsStanding ?? []).prefix(Alert.limit).map { (alert: $0, scene: card.scene) }
        }
        return warnings.filter { !$0.alert.areas.isEmpty && seen.insert($0.alert).inserted }
            .sorted { $0.alert.severity > $1.alert.severity }
    }
}

extension AlertArea {
    /// Degrees; an edge across the antimeridian ends beyond ±180.
    fileprivate var edges: [(start: MapPoint, end: MapPoint)] {
        let rings: [[Coordinate]] =
            switch self {
            case .polygon(let rings): rings
            case .circle(let center, let radius):
                [stride(from: 0.0, to: 360, by: 5).map { center.position(at: radius, towards: $0) }]
            }
        return rings.flatMap { ring in
            zip(ring, ring.dropFirst() + ring.prefix(1)).map { point, next in
                let start = MapPoint(x: point.longitude, y: point.latitude)
                let way = MapPosition.turned(next.longitude - point.longitude)
                return (start, MapPoint(x: start.x + way, y: next.latitude))
            }
        }
    }
}

extension MapPoint {
    fileprivate func moved(east degrees: Double) -> MapPoint { MapPoint(x: x + degrees, y: y) }
}
