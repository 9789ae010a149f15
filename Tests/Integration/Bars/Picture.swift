import Foundation

/// The content of a screen.
struct Picture {
    let width: Int
    let height: Int
    /// Red, green and blue of each pixel, row by row.
    private let samples: [UInt8]

    struct Color: Hashable {
        var red: Int
        var green: Int
        var blue: Int

        /// - Parameter hex: `#ffcc00`.
        init?(_ hex: some StringProtocol) {
            guard hex.count == 7, hex.hasPrefix("#"), let value = Int(hex.dropFirst(), radix: 16) else { return nil }
            (red, green, blue) = (value >> 16, value >> 8 & 0xFF, value & 0xFF)
        }

        fileprivate init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
            (self.red, self.green, self.blue) = (Int(red), Int(green), Int(blue))
        }

        /// Saturation: 0 for grey, 255 for pure colors.
        var chroma: Int { max(red, green, blue) - min(red, green, blue) }

        func isClose(to other: Color, within tolerance: Int = 12) -> Bool {
            max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue)) <= tolerance
        }
    }

    /// Netpbm's color format with 8 bits per sample.
    init(ppm: Data) throws {
        let fields = ppm.prefix(64).split(separator: UInt8(ascii: "\n"), maxSplits: 3)
        let size = String(decoding: fields.dropFirst().first ?? Data(), as: UTF8.self).split(separator: " ")
        guard fields.count == 4, size.count == 2, let width = Int(size[0]), let height = Int(size[1]),
            ppm.count > 3 * width * height
        else { throw UnmetExpectation("not a picture: \(ppm.count) bytes") }
        (self.width, self.height) = (width, height)
        samples = Array(ppm.suffix(3 * width * height))
    }

    private init(width: Int, height: Int, samples: [UInt8]) {
        (self.width, self.height, self.samples) = (width, height, samples)
    }

    /// A part of it.
    func cropped(x: Range<Int>, y: Range<Int>) -> Picture {
        let (x, y) = (x.clamped(to: 0..<width), y.clamped(to: 0..<height))
        let samples = y.flatMap { self.samples[3 * ($0 * width + x.lowerBound)..<3 * ($0 * width + x.upperBound)] }
        return Picture(width: x.count, height: y.count, samples: samples)
    }

    private var pixels: [Color] {
        (0..<width * height).map { Color(samples[3 * $0], samples[3 * $0 + 1], samples[3 * $0 + 2]) }
    }

    func has(_ color: Color) -> Bool {
        pixels.contains { $0.isClose(to: color) }
    }

    /// Whether there is an image with many colors, which text does not have.
    var hasEmoji: Bool {
        let colors = pixels.filter { $0.chroma > 60 }
        return Set(colors.map { ($0.red >> 4) << 8 | ($0.green >> 4) << 4 | $0.blue >> 4 }).count > 8
    }

    /// Whether there is only one color.
    var isBlank: Bool {
        let pixels = pixels
        return pixels.allSatisfy { $0.isClose(to: pixels[0]) }
    }

    // MARK: - By ImageMagick and Tesseract

    /// The text recognized by OCR.
    ///
    /// - Parameters:
    ///   - isBlock: whether it has several lines.
    ///   - isLight: whether the text is dark.
    func text(_ desktop: Desktop, isBlock: Bool = false, isLight: Bool = false) throws -> String {
        let enlarged = desktop.file("line.png")
        _ = try desktop.output(
            of: ["convert", try ppm(desktop), "-colorspace", "Gray"] + (isLight ? [] : ["-negate"])
                + ["-resize", "400%", "-bordercolor", "white", "-border", "20", enlarged])
        // Its threads spend more time waiting for each other than working.
        let tesseract = ["env", "OMP_THREAD_LIMIT=1", "tesseract", enlarged, "-", "-l", "eng"]
        let text = try desktop.output(of: tesseract + ["--psm", isBlock ? "6" : "7"])
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Saves it in the directory `WEATHERD_SCREENSHOTS`, if it is set.
    func keep(as name: String, _ desktop: Desktop) throws {
        guard let folder = ProcessInfo.processInfo.environment["WEATHERD_SCREENSHOTS"] else { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try desktop.output(of: ["convert", try ppm(desktop), "-strip", "\(folder)/\(name).png"])
    }

    /// Writes it to a file; returns the path.
    private func ppm(_ desktop: Desktop) throws -> String {
        let path = desktop.file("picture.ppm")
        try (Data("P6\n\(width) \(height)\n255\n".utf8) + Data(samples)).write(to: URL(filePath: path))
        return path
    }
}
