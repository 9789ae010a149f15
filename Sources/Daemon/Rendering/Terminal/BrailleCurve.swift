/// A curve in braille dots (Unicode Standard, chapter 21.1): two columns and four rows of dots per character.
struct BrailleCurve {
    private let columns: Int
    private var dots: [UInt8]

    /// - Parameter height: the height of the curve, from 0 at the bottom to 1 at the top, at two places per column; nil
    ///   for a gap.
    init(columns: Int, rows: Int, height: (_ place: Int) -> Double?) {
        self.columns = columns
        dots = [UInt8](repeating: 0, count: columns * rows)
        var last: Int?
        for place in 0..<2 * columns {
            let row = height(place).map { Int(((1 - min(1, max(0, $0))) * Double(4 * rows - 1)).rounded()) }
            if let row {
                fill(row...row, place)
                // Connects a steep curve: each place covers half of the distance to the other.
                if let last, last != row {
                    let middle = (last + row) / 2
                    fill(min(last, middle)...max(last, middle), place - 1)
                    fill(min(row, middle)...max(row, middle), place)
                }
            }
            last = row
        }
    }

    /// A space without dots.
    func character(column: Int, row: Int) -> String {
        let dots = dots[row * columns + column]
        return dots == 0 ? " " : Unicode.Scalar(0x2800 + UInt32(dots)).map { String($0) } ?? " "
    }

    private mutating func fill(_ rows: ClosedRange<Int>, _ place: Int) {
        // The order of braille dots.
        let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
        for row in rows { dots[row / 4 * columns + place / 2] |= bits[place % 2][row % 4] }
    }
}
