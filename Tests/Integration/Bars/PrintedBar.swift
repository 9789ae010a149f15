import Foundation
import Testing

/// A bar at the top of a screen whose text can only be read from a screenshot.
protocol PrintedBar: Bar {
    var desktop: Desktop { get }
    var screen: Screen { get }
    /// The columns of the screen with only the weather.
    var columns: Range<Int> { get }
    /// A point that always shows the weather.
    var x: Int { get }
}

extension PrintedBar {
    func picture() throws -> Picture {
        try screen.picture().cropped(x: columns, y: 0..<28)
    }

    func line() throws -> String {
        let picture = try picture()
        return picture.isBlank ? "" : try picture.text(desktop)
    }

    func press(_ button: Int) throws { try screen.press(button, x: x, y: 12) }

    /// Whether most letters and digits were recognized, which is the accuracy of OCR: it also turns emoji into letters.
    func isSame(_ read: String, _ line: String) -> Bool {
        func letters(_ text: String) -> [Character] { text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } }
        guard !line.isEmpty else { return read.isEmpty }
        let (read, line) = (letters(read), letters(line))
        let lost = line.difference(from: read).insertions.count
        return 5 * lost <= line.count && read.count < line.count + 8
    }

    func inspect(_ state: BarState, output: String, picture name: String) throws {
        switch state {
        case .weather:
            let colors = try colors(output)
            let picture = try patiently("an emoji and colours", observe: picture) { picture in
                picture.hasEmoji && colors.contains { picture.has($0) }
            }
            try picture.keep(as: name, desktop)
        case .hostileName:
            let picture = try picture()
            try picture.keep(as: name + "-hostile", desktop)
            let read = try picture.text(desktop)
            for part in ["A&B", "%{F", "#[x]"] { #expect(read.contains(part)) }
        case .staleWeather:
            let colors = try colors(output)
            #expect(colors.count == 1)
            let picture = try patiently("grey", observe: picture) { picture in colors.allSatisfy { picture.has($0) } }
            try picture.keep(as: name + "-stale", desktop)
        }
    }

    /// The colors in the output.
    private func colors(_ output: String) throws -> Set<Picture.Color> {
        let text = try desktop.weatherctl("short", "--output", output)
        return Set(text.matches(of: /#[0-9a-f]{6}/).compactMap { Picture.Color($0.output) })
    }
}
