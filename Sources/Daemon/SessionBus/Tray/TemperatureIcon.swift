/// A picture of a temperature for a tray: as large as fits, anti-aliased, with a line below for a warning. Pure.
struct TemperatureIcon: Sendable, Hashable {
    /// What the picture is drawn on.
    enum Background: Sendable, Hashable {
        case dark, light
        /// Panels are dark or light whatever the colour scheme of windows is, so the digits get a contrasting outline.
        case unknown
    }

    /// `0xRRGGBB`
    typealias Color = UInt32

    /// The digits, minus sign and degree sign of the temperature; empty when it is unknown.
    private let characters: [Character]
    /// Whether the weather is not certainly that of now and here.
    let isDimmed: Bool
    /// The colour of the line below; nil for no line.
    let line: Color?
    let background: Background

    /// The sizes that panels ask for, including twice the usual ones, for displays with two pixels per point.
    static let sizes = [16, 22, 24, 32, 48, 64]

    /// - Parameter temperature: `−3°`, `21°`; other characters than digits and signs are left out. nil when it is unknown.
    init(_ temperature: String?, isDimmed: Bool = false, line: Color? = nil, on background: Background = .unknown) {
        characters = (temperature ?? "").filter { Glyph($0) != nil }.prefix(Self.mostCharacters).map(\.self)
        (self.isDimmed, self.line, self.background) = (isDimmed, line, background)
    }

    /// `−459°`
    private static let mostCharacters = 5

    // MARK: - Layout

    /// Parts of the digits' height.
    private static let pen = 0.19
    private static let gap = 0.17
    /// Digits at most this much narrower than high can be read, and at least as wide as they are designed.
    private static let mostStretching = 1.45

    /// The characters that are drawn: without the degree sign where it would make the digits much smaller.
    private var drawn: [Glyph] {
        guard !characters.isEmpty else { return [Glyph("\u{2013}")].compactMap(\.self) }
        let isShort = characters.count { $0 != "°" } < 2
        return characters.filter { isShort || $0 != "°" }.compactMap(Glyph.init)
    }

    /// Lines in pixels.
    private func lines(size: Double, outline: Double) -> (lines: [Segment], radius: Double) {
        let glyphs = drawn
        let width = glyphs.reduce(Self.pen) { $0 + $1.width } + Self.gap * Double(max(0, glyphs.count - 1)) * 1.6
        let height = 1 + Self.pen
        let room = size - 2 * outline
        let highest = (room - (line == nil ? 0 : lineHeight(size) + 1)) / height
        // A single character must not fill the whole icon.
        let scale = (x: min(room / width, highest * 0.85), y: min(highest, room / width * Self.mostStretching))
        let radius = Self.pen / 2 * min(scale.x, scale.y)
        let left = (size - (width - Self.pen) * scale.x) / 2
        let top = outline + radius + max(0, (highest * height - scale.y - 2 * radius) / 2)
        var x = left
        var segments: [Segment] = []
        for glyph in glyphs {
            for stroke in glyph.strokes {
                for (one, other) in zip(stroke, stroke.dropFirst()) {
                    segments.append(
                        Segment(
                            from: (x + one.x * scale.x, top + one.y * scale.y),
                            to: (x + other.x * scale.x, top + other.y * scale.y)))
                }
            }
            x += (glyph.width + Self.gap * 1.6) * scale.x
        }
        return (segments, radius)
    }

    private func lineHeight(_ size: Double) -> Double { max(2, (size / 9).rounded()) }

    // MARK: - Pixels

    /// ARGB with 8 bits each, not premultiplied, row by row; alpha is first in memory.
    func pixels(size: Int) -> [UInt8] {
        let side = Double(size)
        let outline = background == .unknown ? max(1, side / 20) : 0
        let (segments, radius) = lines(size: side, outline: outline)
        let ink = Ink(background, isDimmed: isDimmed)
        let bar = line.map { _ in lineHeight(side) } ?? 0
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * size * size)
        for row in 0..<size {
            for column in 0..<size {
                let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
                var pixel = Pixel()
                if let line, y > side - bar {
                    pixel.cover(line, 1)
                } else {
                    let distance = segments.reduce(Double.infinity) { min($0, $1.squaredDistance(x, y)) }.squareRoot()
                    if outline > 0 {
                        pixel.cover(ink.outline, Self.coverage(radius + outline - distance) * ink.outlineOpacity)
                    }
                    pixel.cover(ink.fill, Self.coverage(radius - distance) * ink.opacity)
                }
                bytes += pixel.bytes
            }
        }
        return bytes
    }

    /// How much of a pixel lies within a border, from the distance of its centre, in pixels.
    private static func coverage(_ depth: Double) -> Double { min(1, max(0, depth + 0.5)) }

    /// The colours of the digits.
    private struct Ink {
        let fill: Color
        let opacity: Double
        let outline: Color = 0x10_1418
        let outlineOpacity: Double

        init(_ background: Background, isDimmed: Bool) {
            switch background {
            case .dark: fill = isDimmed ? 0x9E9E9E : 0xFFFFFF
            case .light: fill = isDimmed ? 0x757575 : 0x1E1E1E
            case .unknown: fill = isDimmed ? 0xB4B4B4 : 0xFFFFFF
            }
            opacity = isDimmed ? 0.8 : 1
            outlineOpacity = isDimmed ? 0.45 : 0.85
        }
    }

    private struct Segment {
        private let start: (x: Double, y: Double)
        private let step: (x: Double, y: Double)
        private let squaredLength: Double

        init(from start: (Double, Double), to end: (Double, Double)) {
            self.start = (start.0, start.1)
            step = (end.0 - start.0, end.1 - start.1)
            squaredLength = step.x * step.x + step.y * step.y
        }

        func squaredDistance(_ x: Double, _ y: Double) -> Double {
            let (dx, dy) = (x - start.x, y - start.y)
            let share = squaredLength > 0 ? min(1, max(0, (dx * step.x + dy * step.y) / squaredLength)) : 0
            let (ex, ey) = (dx - share * step.x, dy - share * step.y)
            return ex * ex + ey * ey
        }
    }

    /// A colour with its opacity.
    private struct Pixel {
        private var red = 0.0
        private var green = 0.0
        private var blue = 0.0
        private var alpha = 0.0

        /// Draws over it.
        mutating func cover(_ color: Color, _ opacity: Double) {
            guard opacity > 0 else { return }
            let sum = opacity + alpha * (1 - opacity)
            func mixed(_ below: Double, _ shift: UInt32) -> Double {
                (Double(color >> shift & 0xFF) * opacity + below * alpha * (1 - opacity)) / sum
            }
            (red, green, blue, alpha) = (mixed(red, 16), mixed(green, 8), mixed(blue, 0), sum)
        }

        var bytes: [UInt8] {
            [UInt8((alpha * 255).rounded()), UInt8(red.rounded()), UInt8(green.rounded()), UInt8(blue.rounded())]
        }
    }
}
