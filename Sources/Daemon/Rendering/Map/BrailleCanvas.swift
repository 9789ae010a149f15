/// A dot drawing, two by four dots per character: Unicode's braille patterns, U+2800 to U+28FF.
struct BrailleCanvas: Sendable {
    let columns: Int
    let lines: Int
    private var cells: [UInt8]

    /// The bit of each dot of a cell, line by line.
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
