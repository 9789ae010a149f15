import Weather
import Wire

/// The current place and the favourites on a map of the coast lines, each with its weather.
public enum MapView {
    /// How many columns a map has that nobody gave a width.
    public static let columns = 80

    /// How many lines a map of so many columns has: about as many as it takes for the whole world.
    public static func lines(forColumns columns: Int) -> Int { max(1, columns / 4) }

    /// What is said of a map with more cells than `MapRequest.cellsLimit`.
    public static func tooLarge(columns: Int, lines: Int) -> String {
        "a map of \(columns) columns and \(lines) lines is too large: at most \(MapRequest.cellsLimit) cells are drawn; "
            + "choose a smaller --width or --height"
    }

    /// The map, and what belongs to it below: the places' weather, or else where the cursor is.
    ///
    /// - Throws: `damaged` when the coast lines cannot be read.
    public static func lines(
        of map: MapScene, on coastline: Coastline, in style: Style
    ) throws(CoastlineError) -> [String] {
        let canvas = try canvas(of: map.window, coastline)
        let labels = labels(of: map, style)
        let drawing = (0..<map.window.lines).map { line in
            text(of: line, canvas, labels.filter { $0.cell.line == line }.sorted { $0.cell.column < $1.cell.column })
        }
        let below =
            map.cursor.map { [position(of: $0, in: map.window, style), keys(in: map.window, style)] }
            ?? legend(of: map, style)
        return (drawing + below).map { Markup.terminal(style.terminal).write($0, on: style.theme) }
    }

    // MARK: - The drawing

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
        // Every place has its mark before any has words beside it.
        for (card, cell) in shown { labels.mark(cell, with: card.mapMark) }
        for (card, cell) in shown { labels.annotate(cell, with: card.mapTexts(in: style)) }
        return labels.labels
    }

    private static let cross = StyledText("┼", .bold)

    /// - Parameter labels: those of the line, from left to right.
    private static func text(of line: Int, _ canvas: BrailleCanvas, _ labels: [MapLabels.Label]) -> StyledText {
        var text: StyledText = ""
        var column = 0
        func coast(to end: Int) -> StyledText {
            StyledText(String((column..<end).map { canvas[$0, line] ?? " " }), .faint)
        }
        for label in labels {
            text += coast(to: label.cell.column)
            text += label.text
            column = label.columns.upperBound
        }
        var end = canvas.columns
        while end > column, canvas[end - 1, line] == nil { end -= 1 }
        return end > column ? text + coast(to: end) : text
    }

    // MARK: - What stands below

    /// `-34.9000 -56.2000  41 km SW of Funchal, Portugal`: programs read where it is, as `set-location` takes it.
    private static func position(of place: Place, in window: MapWindow, _ style: Style) -> StyledText {
        var text = StyledText(window.center.text)
        if place.knownName(in: style) != nil { text += StyledText("  " + place.fullName(in: style), .bold) }
        return text.cut(to: window.columns)
    }

    private static func keys(in window: MapWindow, _ style: Style) -> StyledText {
        StyledText(style.words.phrase(.mapKeys), .faint).cut(to: window.columns)
    }
}
