/// A request for a map.
public struct MapRequest: Sendable, Hashable {
    /// nil to fit the places.
    public var center: MapPosition?
    /// Within `MapWindow.zooms`; nil to fit the places.
    public var zoom: Int?
    /// The map's height without the text below it; nil for a quarter of its columns.
    public var lines: Int?
    /// Whether to mark the centre and print its position instead of the places.
    public var hasCursor: Bool

    /// The most cells of a map: the widest one at its default height.
    public static let cellsLimit = 250_000

    public init(center: MapPosition? = nil, zoom: Int? = nil, lines: Int? = nil, hasCursor: Bool = false) {
        self.center = center
        self.zoom = zoom
        self.lines = lines
        self.hasCursor = hasCursor
    }
}

extension Arguments {
    /// Parses the arguments of `map`.
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
                expected: "an integer between \(range.lowerBound) and \(range.upperBound)")
        }
        return number
    }
}
