public import ClientProtocol
import Languages
public import Weather

/// A map with the current place, the favourites and their weather.
public enum MapView {
    /// The default width, columns.
    public static let columns = 80

    /// The default height for a width, about enough for the whole world.
    public static func lines(forColumns columns: Int) -> Int { max(1, columns / 4) }

    /// The error for a map with more than `MapRequest.cellsLimit` cells.
    public static func tooLarge(columns: Int, lines: Int) -> String {
        "a map of \(columns) columns and \(lines) lines is too large (at most \(MapRequest.cellsLimit) cells); "
            + "choose a smaller --width or --height"
    }

    /// The map, and below it the legend or the cursor's position.
    ///
    /// - Throws: `damaged` when the coastlines cannot be parsed.
    public static func lines(
        of map: MapScene, on coastline: Coastline, in style: Style
    ) throws(CoastlineError) -> [String] {
        let canvas = try canvas(of: map.window, coastline)
        let areas = WarningAreas(of: map)
        let labels = labels(of: map, style)
        let drawing = (0..<map.window.lines).map { line in
            let labels = labels.filter { $0.cell.line == line }.sorted { $0.cell.column < $1.cell.column }
            return text(with: labels, columns: map.window.columns) { column in
                areas[column, line].map { area in
                    (style.outline(area.severity, dots: area.dots), .severity(area.severity))
                } ?? (canvas[column, line] ?? " ", .faint)
            }
        }
        let below =
            map.cursor.map { [position(of: $0, in: map.window, style), keys(in: map.window, style)] }
            ?? legend(of: map, areas, style)
        return (drawing + below).map { Markup.terminal(style.terminal).write($0, on: style.theme) }
    }

    // MARK: - Map

    private static func canvas(of window: MapWindow, _ coastline: Coastline) throws(CoastlineError) -> BrailleCanvas {
        var canvas = BrailleCanvas(columns: window.columns, lines: window.lines)
        let projection = MapProjection(window)
        let frame = MapFrame(of: window)
        try coastline.forEachLine(in: frame, degreesPerDot: window.degreesPerLine / 4) { points in
            for (start, end) in zip(points, points.dropFirst()) {
                guard let stretch = frame.clip(start, end) else { continue }
                canvas.draw(
                    from: projection.point(longitude: stretch.start.x, latitude: stretch.start.y),
                    to: projection.point(longitude: stretch.end.x, latitude: stretch.end.y))
            }
        }
        return canvas
    }

    static func labels(of map: MapScene, _ style: Style) -> [MapLabels.Label] {
        let projection = MapProjection(map.window)
        var labels = MapLabels(columns: map.window.columns, lines: map.window.lines)
        if map.cursor != nil {
            labels.mark(MapCell(column: map.window.columns / 2, line: map.window.lines / 2), with: cross)
        }
        let shown = map.cards.compactMap { card in
            projection.cell(card.scene.place.coordinate).map { (card: card, cell: $0) }
        }
        // Marks take precedence over all labels.
        for (card, cell) in shown { labels.mark(cell, with: card.mapMark) }
        for (card, cell) in shown { labels.annotate(cell, with: card.mapTexts(in: style)) }
        return labels.labels
    }

    private static let cross = StyledText("┼", .bold)

    /// A line of the map.
    ///
    /// - Parameters:
    ///   - labels: the labels of the line, from left to right.
    ///   - ground: what is drawn in a column without a label.
    private static func text(
        with labels: [MapLabels.Label], columns: Int, on ground: (Int) -> (Character, StyledText.TextStyle)
    ) -> StyledText {
        var text: StyledText = ""
        var column = 0
        func stretch(to end: Int) -> StyledText {
            var runs: [StyledText.Run] = []
            for (character, textStyle) in (column..<end).map(ground) {
                if runs.last?.textStyle == textStyle {
                    runs[runs.count - 1].text.append(character)
                } else {
                    runs.append(StyledText.Run(text: String(character), textStyle: textStyle))
                }
            }
            return StyledText(runs: runs)
        }
        for label in labels {
            text += stretch(to: label.cell.column)
            text += label.text
            column = label.columns.upperBound
        }
        return (text + stretch(to: columns)).trimmed
    }

    // MARK: - Legend

    /// `-34.9000 -56.2000  41 km SW of Funchal, Portugal`: scripts parse the position, in the format of `set-location`.
    private static func position(of place: Place, in window: MapWindow, _ style: Style) -> StyledText {
        var text = StyledText(window.center.text)
        if place.knownName(in: style.words) != nil { text += StyledText("  " + place.fullName(in: style.words), .bold) }
        return text.cut(to: window.columns)
    }

    private static func keys(in window: MapWindow, _ style: Style) -> StyledText {
        StyledText(style.words.phrase(.mapKeys), .faint).cut(to: window.columns)
    }
}

/// The data for a map.
public struct MapScene: Sendable {
    public var window: MapWindow
    /// The current place first, then the favourites.
    public var cards: [PlaceCard]
    /// Why there is no current place; otherwise nil.
    public var noLocation: String?
    /// The place at the cursor; nil for a map without a cursor.
    public var cursor: Place?

    public init(window: MapWindow, cards: [PlaceCard], noLocation: String? = nil, cursor: Place? = nil) {
        self.window = window
        self.cards = cards
        self.noLocation = noLocation
        self.cursor = cursor
    }
}

// The labels of places on a map and in the legend.
extension PlaceCard {
    /// One column wide.
    var mapMark: StyledText {
        isCurrent ? StyledText("●", .bold) : "•"
    }

    /// Labels in order of preference; the first that fits is shown: name and weather, the weather, the number in the legend.
    func mapTexts(in style: Style) -> [StyledText] {
        let name = StyledText(scene.place.displayName(in: style.words), isCurrent ? .bold : .plain)
        let number = position.map { StyledText(String($0), .faint) }
        guard let weather = mapWeather(in: style) else { return [name, number].compactMap(\.self) }
        return [name.columns <= Self.longestName ? name + " " + weather : nil, weather, number].compactMap(\.self)
    }

    private static let longestName = 20

    /// `🌧️ 12°C`; nil without weather.
    private func mapWeather(in style: Style) -> StyledText? {
        guard let conditions = try? scene.present().present.conditions else { return nil }
        let isFresh = scene.freshness == .fresh
        let icon = style.icon(conditions)
        let color = isFresh ? Palette.color(of: conditions.pictured, isDay: conditions.isDay) : Palette.stale
        guard let celsius = conditions.temperature else { return StyledText(icon, .color(color)) }
        return StyledText(style.labelled(icon, ""), .color(color))
            + StyledText(
                style.temperature(celsius), .color(isFresh ? Palette.color(ofTemperature: celsius) : Palette.stale))
    }

    /// `1  Oslo`: the mark or the number, and the name.
    fileprivate func mapTitle(in style: Style) -> StyledText {
        let mark = isCurrent ? mapMark : position.map { StyledText(String($0), .faint) } ?? mapMark
        return mark.padded(to: 3) + StyledText(scene.place.displayName(in: style.words), isCurrent ? .bold : .plain)
    }

    /// `🌧️ rain, 12°C, high 14°C / low 9°C`, or why there is no weather.
    fileprivate func mapLine(in style: Style) -> StyledText {
        do throws(NoWeather) {
            let (report, present) = try scene.present()
            let conditions = present.conditions
            let words = style.words
            func temperature(_ celsius: Double?) -> String {
                celsius.map { style.temperature($0) } ?? TextTable.unknown
            }
            var parts = [style.coloredCondition(conditions).plain]
            if conditions.temperature != nil { parts.append(temperature(conditions.temperature)) }
            let clock = PlaceClock(zoneName: report.timeZone, in: style)
            if let text = report.extremes(at: scene.now, beside: present)?.text(clock, style) { parts.append(text) }
            if scene.freshness != .fresh { parts.append(words.freshness(scene.freshness)) }
            for alert in [scene.alertsInForce?.first, scene.alertsAnnounced?.first].compactMap(\.self) {
                parts.append(style.labelled(style.icons.warning, alert.brief(at: scene.now, clock, words)))
            }
            if scene.isApproximate { parts.append(words.phrase(.approximate)) }
            if report.provider.isSample { parts.append(words.phrase(.sampleData)) }
            return StyledText(parts.joined(separator: style.words.listSeparator))
        } catch {
            return StyledText(error.sentence)
        }
    }
}

extension MapView {
    /// A line for each place, the worst warning with an area, and the providers' attributions, wrapped to the terminal's
    /// width.
    static func legend(of map: MapScene, _ areas: WarningAreas, _ style: Style) -> [StyledText] {
        var lines = map.noLocation.map { [StyledText($0)] } ?? []
        let titles = map.cards.map { $0.mapTitle(in: style) }
        let width = titles.reduce(0) { max($0, $1.columns) } + 2
        lines += zip(titles, map.cards).map { $0.padded(to: width) + $1.mapLine(in: style) }
        if !map.cards.contains(where: { $0.position != nil }) {
            lines.append(StyledText(style.words.phrase(.noFavourites)))
        }
        lines += areas.legend(in: style)
        let attributions = map.cards.flatMap { $0.scene.attributions(style) }
        lines += Set(attributions).sorted { $0.plain < $1.plain }
        guard let columns = style.width else { return lines }
        return lines.flatMap { $0.wrapped(to: columns, indent: 3) }
    }
}

/// Marks and labels on a map. Labels overlap neither each other nor marks.
struct MapLabels: Sendable {
    struct Label: Sendable {
        var cell: MapCell
        var text: StyledText

        var columns: Range<Int> { cell.column..<cell.column + text.columns }
    }

    private let columns: Int
    private let lines: Int
    private(set) var labels: [Label] = []
    private var taken: Set<MapCell> = []

    init(columns: Int, lines: Int) {
        self.columns = columns
        self.lines = lines
    }

    /// Places a mark, one column wide, unless the cell already has one.
    mutating func mark(_ cell: MapCell, with text: StyledText) {
        guard taken.insert(cell).inserted else { return }
        labels.append(Label(cell: cell, text: text))
    }

    /// Places the first text that fits next to a mark: right, left, above or below.
    mutating func annotate(_ cell: MapCell, with texts: [StyledText]) {
        for text in texts where !text.isEmpty {
            let width = text.columns
            let middle = max(0, min(columns - width, cell.column - width / 2))
            for label in [
                // A space separates the label from the coast.
                Label(cell: MapCell(column: cell.column + 1, line: cell.line), text: " " + text),
                Label(cell: MapCell(column: cell.column - 1 - width, line: cell.line), text: text + " "),
                Label(cell: MapCell(column: middle, line: cell.line - 1), text: text),
                Label(cell: MapCell(column: middle, line: cell.line + 1), text: text),
            ] where hasRoom(for: label, beside: cell) {
                for column in label.columns { taken.insert(MapCell(column: column, line: label.cell.line)) }
                labels.append(label)
                return
            }
        }
    }

    /// Whether the label's columns and both neighbours are free: adjacent labels would read as one.
    private func hasRoom(for label: Label, beside mark: MapCell) -> Bool {
        let line = label.cell.line
        guard (0..<lines).contains(line), label.columns.lowerBound >= 0, label.columns.upperBound <= columns else {
            return false
        }
        return !(label.columns.lowerBound - 1...label.columns.upperBound).contains { column in
            let cell = MapCell(column: column, line: line)
            return cell != mark && taken.contains(cell)
        }
    }
}

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
