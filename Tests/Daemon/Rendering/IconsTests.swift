import ClientProtocol
import Rendering
import Testing
import Weather

@testable import Languages

@Suite struct IconsTests {
    private func icon(_ condition: Condition, isDay: Bool?, _ icons: Icons) throws -> String {
        var scene = try Montevideo.scene()
        scene.report?.days = []
        scene.report?.current = Conditions(condition: condition)
        scene.report?.current?.isDay = isDay
        return try #require(
            ShortView.lines(of: scene, as: .text, in: Style(icons: icons, shortTemplate: Template("{icon}"))).first)
    }

    @Test(arguments: Condition.allCases, [true, false, nil])
    func everyConditionHasAnIcon(condition: Condition, isDay: Bool?) throws {
        let ascii = try icon(condition, isDay: isDay, .ascii)
        #expect(!ascii.isEmpty && ascii.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        let glyph = try icon(condition, isDay: isDay, .nerdFont).unicodeScalars
        #expect(glyph.count == 1 && glyph.allSatisfy { (0xE300...0xE3E3).contains($0.value) })
        let sign = try icon(condition, isDay: isDay, .weatherIcons).unicodeScalars
        #expect(sign.count == 1 && sign.allSatisfy { (0xF000...0xF0EB).contains($0.value) })
        let emoji = try icon(condition, isDay: isDay, .emoji)
        let scalars = emoji.unicodeScalars
        #expect(emoji.count == 1)
        #expect(scalars.last?.value == 0xFE0F || scalars.first?.properties.isEmojiPresentation == true)
    }

    @Test(arguments: Condition.allCases)
    func nightIconsShowNoSun(condition: Condition) throws {
        #expect(!["☀️", "🌤️", "⛅", "🌦️"].contains(try icon(condition, isDay: false, .emoji)))
        // day-* of Nerd Fonts and Weather Icons.
        #expect(try icon(condition, isDay: false, .nerdFont).unicodeScalars.allSatisfy { $0.value >= 0xE311 })
        #expect(try icon(condition, isDay: false, .weatherIcons).unicodeScalars.allSatisfy { $0.value >= 0xF011 })
        #expect(!["o", "om"].contains(try icon(condition, isDay: false, .ascii)))
    }

    @Test(arguments: Icons.allCases, [Condition.clear, .mostlyClear])
    func nightIconsDiffer(icons: Icons, condition: Condition) throws {
        #expect(try icon(condition, isDay: true, icons) != icon(condition, isDay: false, icons))
        #expect(try icon(condition, isDay: true, icons) == icon(condition, isDay: nil, icons))
    }

    @Test(arguments: Icons.allCases, [true, false])
    func everyCloudAmountHasAnIcon(icons: Icons, isDay: Bool) throws {
        let partly = try icon(.partlyCloudy, isDay: isDay, icons)
        #expect(try icon(.mostlyClear, isDay: isDay, icons) != partly)
        #expect(try icon(.clear, isDay: isDay, icons) != partly)
        #expect(try icon(.overcast, isDay: isDay, icons) != partly)
    }

    @Test func words() {
        #expect(Icons.allCases.map(\.rawValue) == ["emoji", "nerd-font", "weather-icons", "ascii"])
    }
}
