import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Languages
@testable import Rendering

@Suite struct PaletteTests {
    /// The contrast ratio of the Web Content Accessibility Guidelines 2.2, success criterion 1.4.3: at least 4.5 for text.
    private func contrast(_ one: RGB, _ other: RGB) -> Double {
        func luminance(_ color: RGB) -> Double {
            let parts = [color.red, color.green, color.blue].map { part in
                let share = Double(part) / 255
                return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
        let (light, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
        return (light + 0.05) / (dark + 0.05)
    }

    private var colors: [Color] {
        Condition.allCases.flatMap { condition in
            [true, false].map { Palette.color(of: condition, isDay: $0) }
        } + stride(from: -50.0, through: 60, by: 0.5).map { Palette.color(ofTemperature: $0) }
            + [Alert.Severity.unknown, .minor, .moderate, .severe, .extreme].map { Palette.color(of: $0) }
            + UVExposure.allCases.map { Palette.color(of: $0) }
            + AirIndex.Band.allCases.map { Palette.color(of: $0) }
            + [
                Palette.precipitation, Palette.stale, Palette.hot, Palette.cold, Palette.windy, Palette.sun,
                Palette.moon, Palette.sunset,
            ]
    }

    /// Both the 24-bit and the 256-color version.
    @Test(arguments: [(Theme.dark, [0x000000, 0x1E1E1E]), (.light, [0xFFFFFF, 0xF5F5F5])] as [(Theme, [UInt32])])
    func colorsHaveContrastOnTheirBackgrounds(theme: Theme, backgrounds: [UInt32]) {
        for shade in colors.map({ $0.shade(on: theme) }) {
            for background in backgrounds.map({ RGB($0) }) {
                #expect(contrast(shade, background) >= 4.5, "\(shade.hex)")
                #expect(contrast(RGB(paletteIndex: shade.paletteIndex), background) >= 4.5, "\(shade.hex)")
            }
        }
    }

    /// The chart shows temperatures and precipitation over the night hours.
    @Test(arguments: Theme.allCases)
    func chartHasContrastAtNight(theme: Theme) {
        let night = Palette.night.shade(on: theme)
        let colors = stride(from: -50.0, through: 60, by: 0.5).map { Palette.color(ofTemperature: $0) }
        for shade in (colors + [Palette.precipitation]).map({ $0.shade(on: theme) }) {
            #expect(contrast(shade, night) >= 4.5, "\(shade.hex)")
            #expect(
                contrast(RGB(paletteIndex: shade.paletteIndex), RGB(paletteIndex: night.paletteIndex)) >= 4.5,
                "\(shade.hex)")
        }
    }

    @Test(arguments: Condition.allCases, [true, false])
    func whiteTextHasContrastOnEveryCard(condition: Condition, isDay: Bool) {
        let background = Palette.background(of: condition, isDay: isDay)
        for theme in Theme.allCases {
            let (white, ground) = (Palette.white.shade(on: theme), background.shade(on: theme))
            #expect(contrast(white, ground) >= 4.5, "\(ground.hex)")
            // Also the 256-color version.
            #expect(contrast(white, RGB(paletteIndex: ground.paletteIndex)) >= 4.5, "\(ground.hex)")
        }
    }

    @Test func heatAndColdKeepTheirColors() {
        #expect(Palette.color(ofTemperature: -300) == Palette.color(ofTemperature: -20))
        #expect(Palette.color(ofTemperature: 1000) == Palette.color(ofTemperature: 38))
        #expect(Palette.color(ofTemperature: .nan) == Palette.color(ofTemperature: 38))
        #expect(Palette.color(ofTemperature: 0) != Palette.color(ofTemperature: 20))
    }

    /// To rewrite them: `WEATHERD_WRITE_CSS=1 swift test --filter PaletteTests`.
    @Test(arguments: [(Theme.dark, "weatherd.css"), (.light, "weatherd-light.css")])
    func styleSheetsMatchPalette(theme: Theme, name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/bars/\(name)").standardizedFileURL
        if ProcessInfo.processInfo.environment["WEATHERD_WRITE_CSS"] != nil {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(Palette.css(on: theme).utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == Palette.css(on: theme))
    }
}

extension RGB {
    /// One of xterm's 240 fixed colors.
    fileprivate init(paletteIndex: Int) {
        let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
        if paletteIndex >= 232 {
            self.init(UInt32(8 + 10 * (paletteIndex - 232)) * 0x010101)
        } else {
            let index = paletteIndex - 16
            self.init(levels[index / 36] << 16 | levels[index / 6 % 6] << 8 | levels[index % 6])
        }
    }
}
