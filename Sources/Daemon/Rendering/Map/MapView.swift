import ClientProtocol
import Languages
import Weather

/// A map with the current place, the favourites and their weather.
public enum MapView {
    /// The default width, columns.
    public static let columns = 80

    /// The default height for a width; about enough for the whole world.
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
        if place.knownName(in: style) != nil { text += StyledText("  " + place.fullName(in: style), .bold) }
        return text.cut(to: window.columns)
    }

    private static func keys(in window: MapWindow, _ style: Style) -> StyledText {
        StyledText(style.words.phrase(.mapKeys), .faint).cut(to: window.columns)
    }
}
