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
    /// How an outline is drawn: dots in the severity's colour or, without colours, a shade that is darker for worse warnings,
    /// since plain dots would look like a coast.
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

/// A dot drawing, two by four dots per character: Unicode's braille patterns, U+2800 to U+28FF.
struct BrailleCanvas: Sendable {
    let columns: Int
    let lines: Int
    private var cells: [UInt8]

    /// The bit of each dot in a cell, row by row.
    private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    init(columns: Int, lines: Int) {
        self.columns = columns
        self.lines = lines
        cells = Array(repeating: 0, count: columns * lines)
    }

    /// The character of a cell; nil for one without dots.
    subscript(column: Int, line: Int) -> Character? {
        let dots = cells[line * columns + column]
        return dots == 0 ? nil : Unicode.Scalar(0x2800 + UInt32(dots)).map(Character.init)
    }

    /// Sets a dot; points outside the canvas are ignored.
    mutating func set(_ x: Int, _ y: Int) {
        guard x >= 0, y >= 0, x < columns * 2, y < lines * 4 else { return }
        cells[y / 4 * columns + x / 2] |= Self.bits[y % 4 * 2 + x % 2]
    }

    /// Draws a line segment; both points, in cells, are on the canvas or near it.
    mutating func draw(from start: MapPoint, to end: MapPoint) {
        let (x0, y0) = (Int((start.x * 2).rounded(.down)), Int((start.y * 4).rounded(.down)))
        let (x1, y1) = (Int((end.x * 2).rounded(.down)), Int((end.y * 4).rounded(.down)))
        let steps = max(abs(x1 - x0), abs(y1 - y0))
        set(x0, y0)
        guard steps > 0 else { return }
        func part(_ difference: Int, _ step: Int) -> Int {
            let twice = 2 * difference * step
            return (twice + (twice < 0 ? -steps : steps)) / (2 * steps)
        }
        for step in 1...steps { set(x0 + part(x1 - x0, step), y0 + part(y1 - y0, step)) }
    }
}
