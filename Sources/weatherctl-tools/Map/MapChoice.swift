import Wire

/// Where somebody is on the map, and what a key makes of it. The map itself is the daemon's.
struct MapChoice: Equatable {
    /// How near the map is at first.
    static let firstZoom = 4

    /// What the map was asked for with, beside its window: `--units us`.
    private let options: [String]
    private var center: MapPosition
    private var zoom: Int
    private(set) var columns: Int
    private(set) var lines: Int

    /// What there is to do after a key.
    enum Step: Equatable {
        case redraw
        /// Make the position the current place.
        case choose(MapPosition)
        case leave
    }

    /// - Parameters:
    ///   - center: where the map begins.
    ///   - zoom: likewise; nil for `firstZoom`.
    ///   - reading: how it is to be written.
    init(center: MapPosition, zoom: Int?, _ reading: Reading, colors: ColorDepth, columns: Int, lines: Int) {
        var options = ["--color", colors.rawValue]
        if let theme = reading.theme { options += ["--theme", theme.rawValue] }
        if let background = reading.background { options += ["--background", background.rawValue] }
        if let language = reading.language { options += ["--language", language] }
        if !reading.units.isEmpty { options += ["--units", reading.units.joined(separator: ",")] }
        self.options = options
        self.center = center
        self.zoom = zoom ?? Self.firstZoom
        self.columns = columns
        self.lines = lines
    }

    /// The terminal's size; two of its lines are for what stands below the map.
    mutating func resize(columns: Int, lines: Int) {
        self.columns = columns
        self.lines = lines
    }

    /// The words of the request for the map as it should be now.
    var words: [String] {
        ["map"] + center.words
            + [
                "--cursor", "--zoom", String(zoom), "--width", String(window.columns), "--height",
                String(window.lines),
            ] + options
    }

    /// The words of the request for the position where a map begins that no position was given for: a map of one line
    /// without colours, with the position below it.
    static let centerWords = ["map", "--cursor", "--zoom", String(firstZoom), "--width", "80", "--height", "1"]

    /// The position in a reply to `centerWords`; nil for a reply that has none.
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
