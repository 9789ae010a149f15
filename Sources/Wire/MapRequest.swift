/// Which map somebody wants.
public struct MapRequest: Sendable, Hashable {
    /// nil for where the places are.
    public var center: MapPosition?
    /// Within `MapWindow.zooms`; nil for what fits.
    public var zoom: Int?
    /// Of the map itself, without what stands below it; nil for a quarter of its columns.
    public var lines: Int?
    /// Whether the centre is marked, and told of instead of the places.
    public var hasCursor: Bool

    /// The most cells that a map has: those of the widest one with as many lines as it has by itself.
    public static let cellsLimit = 250_000

    public init(center: MapPosition? = nil, zoom: Int? = nil, lines: Int? = nil, hasCursor: Bool = false) {
        self.center = center
        self.zoom = zoom
        self.lines = lines
        self.hasCursor = hasCursor
    }
}

extension Arguments {
    /// What follows `map`.
    mutating func map() throws(RequestError) -> MapRequest {
        var request = MapRequest()
        let words = popAll()
        if !words.isEmpty {
            guard let found = try PositionAmongWords(words), found.rest.isEmpty else { throw .arguments(command) }
            request.center = MapPosition(latitude: found.latitude, longitude: found.longitude)
        }
        request.zoom = try number(
            .zoom, within: Int(MapWindow.zooms.lowerBound)...Int(MapWindow.zooms.upperBound))
        request.lines = try number(.height, within: 1...Request.heightLimit)
        request.hasCursor = options[.cursor] != nil
        return request
    }

    func number(_ option: Command.Option, within range: ClosedRange<Int>) throws(RequestError) -> Int? {
        guard let word = options[option] else { return nil }
        guard let number = Int(word), range.contains(number) else {
            throw .badValue(
                word, of: option.rawValue,
                expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
