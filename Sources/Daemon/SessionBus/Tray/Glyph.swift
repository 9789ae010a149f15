import Glibc

/// A character of a temperature as lines of a pen, since weatherd links no font library.
///
/// The height of a digit is 1, `y` grows downwards, and the pen's width is added outside of the lines.
struct Glyph: Sendable {
    struct Point: Sendable, Hashable {
        var x: Double
        var y: Double
    }

    let width: Double
    /// Each is drawn without lifting the pen.
    let strokes: [[Point]]

    /// The glyph of a digit, a minus sign or a degree sign; nil for other characters.
    init?(_ character: Character) {
        switch character {
        case "0": self.init(0.48, [Self.arc(0.24, 0.5, 0.24, 0.5, 0, 360)])
        case "1": self.init(0.24, [[(0, 0.22), (0.24, 0), (0.24, 1)]])
        case "2": self.init(0.46, [Self.arc(0.23, 0.26, 0.23, 0.26, 190, 400) + [(0, 1), (0.46, 1)]])
        case "3":
            self.init(
                0.46,
                [Self.arc(0.22, 0.24, 0.21, 0.24, 200, 450), Self.arc(0.22, 0.74, 0.24, 0.26, 270, 515)])
        case "4": self.init(0.5, [[(0.37, 1), (0.37, 0), (0, 0.68), (0.5, 0.68)]])
        case "5":
            self.init(0.46, [[(0.43, 0), (0.07, 0), (0.04, 0.45)] + Self.arc(0.22, 0.68, 0.24, 0.32, 225, 515)])
        case "6":
            self.init(0.48, [Self.arc(0.48, 0.69, 0.48, 0.69, 262, 180) + Self.arc(0.24, 0.69, 0.24, 0.31, 180, 540)])
        case "7": self.init(0.46, [[(0, 0), (0.46, 0), (0.15, 1)]])
        case "8":
            self.init(0.48, [Self.arc(0.24, 0.24, 0.2, 0.24, 0, 360), Self.arc(0.24, 0.74, 0.24, 0.26, 0, 360)])
        case "9":
            self.init(0.48, [Self.arc(0, 0.31, 0.48, 0.69, 82, 0) + Self.arc(0.24, 0.31, 0.24, 0.31, 0, 360)])
        case "\u{2212}", "-", "\u{2013}": self.init(0.34, [[(0, 0.52), (0.34, 0.52)]])
        case "°": self.init(0.28, [Self.arc(0.14, 0.12, 0.14, 0.12, 0, 360)])
        default: return nil
        }
    }

    private init(_ width: Double, _ strokes: [[(Double, Double)]]) {
        self.width = width
        self.strokes = strokes.map { $0.map { Point(x: $0.0, y: $0.1) } }
    }

    /// Degrees are clockwise from the right.
    private static func arc(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ start: Double, _ end: Double
    ) -> [(Double, Double)] {
        let steps = max(2, Int(abs(end - start) / 18))
        return (0...steps).map { step in
            let angle = (start + (end - start) * Double(step) / Double(steps)) * .pi / 180
            return (x + width * cos(angle), y + height * sin(angle))
        }
    }
}
