import Wire

/// Where somebody is on the map, and what a key makes of it. The map itself is the daemon's.
struct MapChoice: Equatable {
    /// How near the map is at first.
    static let firstZoom = 4

    /// What the map was asked for with, beside its window: `--units us`.
    private let options: [String]
    /// nil until the daemon has told where the middle is.
    private var center: MapPosition?
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
    ///   - request: where the map begins.
    ///   - reading: how it is to be written.
    init(_ request: MapRequest, _ reading: Reading, colors: ColorDepth, columns: Int, lines: Int) {
        var options = ["--color", colors.rawValue]
        if let language = reading.language { options += ["--language", language] }
        if !reading.units.isEmpty { options += ["--units", reading.units.joined(separator: ",")] }
        self.options = options
        center = request.center
        zoom = request.zoom ?? Self.firstZoom
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
        ["map"] + (center?.words ?? [])
            + [
                "--cursor", "--zoom", String(zoom), "--width", String(window.columns), "--height",
                String(window.lines),
            ] + options
    }

    /// Takes in where the middle is, which stands below the map.
    mutating func see(_ reply: [String]) {
        guard center == nil, reply.count > window.lines else { return }
        center = MapPosition(startOf: reply[window.lines])
    }

    mutating func press(_ key: Key) -> Step {
        switch key {
        case .move(let columns, let lines):
            center = center.map { _ in window.moved(columns: columns, lines: lines).center }
        case .zoomIn:
            zoom = min(zoom + 1, Int(MapWindow.zooms.upperBound))
        case .zoomOut:
            zoom = max(zoom - 1, Int(MapWindow.zooms.lowerBound))
        case .enter:
            // What nobody has seen yet is not chosen.
            if let center { return .choose(center) }
        case .leave:
            return .leave
        }
        return .redraw
    }

    private var window: MapWindow {
        MapWindow(
            center: center ?? MapPosition(latitude: 0, longitude: 0), zoom: Double(zoom),
            columns: min(columns, Request.widthLimit), lines: min(lines - 2, MapRequest.linesLimit))
    }
}
