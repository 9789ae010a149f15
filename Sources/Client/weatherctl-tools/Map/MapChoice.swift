import ClientProtocol

/// The position on the map, and the effects of keys. The daemon draws the map.
struct MapChoice: Equatable {
    /// The initial zoom level.
    static let firstZoom = 4

    /// The request's options other than the window: `--units us`.
    private let options: [String]
    private var center: MapPosition
    private var zoom: Int
    private(set) var columns: Int
    private(set) var lines: Int

    /// The action after a key.
    enum Step: Equatable {
        case redraw
        /// Make the position the current place.
        case choose(MapPosition)
        case leave
    }

    /// - Parameters:
    ///   - center: the initial centre.
    ///   - zoom: the initial zoom level; nil for `firstZoom`.
    ///   - reading: the format of the map.
    init(center: MapPosition, zoom: Int?, _ reading: ViewRequest, colors: ColorDepth, columns: Int, lines: Int) {
        var options = ["--color", colors.rawValue]
        if let theme = reading.theme { options += ["--theme", theme.rawValue] }
        if let background = reading.background { options += ["--background", background.rawValue] }
        if let language = reading.language { options += ["--language", language] }
        if let locale = reading.locale { options += ["--locale", locale] }
        if !reading.units.isEmpty { options += ["--units", reading.units.joined(separator: ",")] }
        self.options = options
        self.center = center
        self.zoom = zoom ?? Self.firstZoom
        self.columns = columns
        self.lines = lines
    }

    /// Sets the terminal's size; two lines are reserved for the text below the map.
    mutating func resize(columns: Int, lines: Int) {
        self.columns = columns
        self.lines = lines
    }

    /// The request for the current map.
    var words: [String] {
        ["map"] + center.words
            + [
                "--cursor", "--zoom", String(zoom), "--width", String(window.columns), "--height",
                String(window.lines),
            ] + options
    }

    /// The request for the default centre: a map of one line without colours, with the position below it.
    static let centerWords = ["map", "--cursor", "--zoom", String(firstZoom), "--width", "80", "--height", "1"]

    /// The position in a reply to `centerWords`; nil when there is none.
    static func center(in reply: [String]) -> MapPosition? {
        reply.count > 1 ? MapPosition(startOf: reply[1]) : nil
    }

    mutating func press(_ key: Key) -> Step {
        switch key {
        case .move(let columns, let lines):
            center = window.moved(columns: columns, lines: lines).center
        case .zoomIn:
            zoom = min(zoom + 1, Int(MapWindow.zooms.upperBound))
        case .zoomOut:
            zoom = max(zoom - 1, Int(MapWindow.zooms.lowerBound))
        case .enter:
            return .choose(center)
        case .leave:
            return .leave
        }
        return .redraw
    }

    private var window: MapWindow {
        MapWindow(
            center: center, zoom: Double(zoom), columns: min(columns, Request.widthLimit),
            lines: min(lines - 2, Request.heightLimit))
    }
}
