import ClientProtocol
import Testing

@testable import Languages
@testable import Rendering

/// A watched page fits the terminal, and reports the omitted lines.
@Suite struct FittedPageTests {
    private let page = ["title", "", "a", "b", "c", "d", "", "e", "f", "", "updated", "source"]

    private func fitted(_ height: Int?, width: Int? = nil, in language: Language = .english) -> [String] {
        var style = Style(language: language)
        (style.height, style.width) = (height, width)
        return style.fittedToHeight(page, command: "weatherctl air")
    }

    @Test func fittingPageIsUnchanged() {
        #expect(fitted(nil) == page)
        #expect(fitted(12) == page)
    }

    /// Empty lines are not counted as omitted.
    @Test func footerIsKept() {
        #expect(
            fitted(11) == page[..<8] + ["and 1 more, see: weatherctl air", "updated", "source"])
        #expect(
            fitted(9) == ["title", "", "a", "b", "c", "d", "and 2 more, see: weatherctl air", "updated", "source"])
        #expect(fitted(7) == ["title", "", "a", "b", "and 4 more, see: weatherctl air", "updated", "source"])
    }

    @Test func footerIsDroppedInVeryLowTerminal() {
        #expect(fitted(5) == ["title", "", "a", "b", "and 6 more, see: weatherctl air"])
        #expect(fitted(1) == ["and 9 more, see: weatherctl air"])
    }

    @Test func truncationNoteIsOneTranslatedLine() {
        #expect(fitted(7, width: 40, in: .german)[4] == "und 4 weitere, siehe: weatherctl air")
        #expect(fitted(7, width: 30, in: .german)[4] == "und 4 weitere")
        #expect(fitted(7, width: 6, in: .german)[4] == "und 4…")
    }

    /// Every view fits every height, also with colors.
    @Test(arguments: [Language.english, .russian, .japanese], [40, 100])
    func everyPageFits(language: Language, width: Int) throws {
        var scene = try Montevideo.airScene()
        scene.alerts = try Montevideo.scene(warning: [Montevideo.storm()]).alerts
        for depth in [ColorDepth.none, .full] {
            var style = Style(language: language)
            (style.width, style.terminal) = (width, depth)
            let pages = [
                try CurrentView.lines(of: scene, as: .text, in: style),
                try DailyView.lines(of: scene, days: nil, as: .text, in: style),
                try AlertsView.lines(of: scene, as: .text, in: style),
                try AirView.lines(of: scene, as: .text, in: style), SunView.lines(of: scene, as: .text, in: style),
            ]
            for height in 1...24 {
                style.height = height
                for page in pages {
                    let fitted = style.fittedToHeight(page, command: nil)
                    #expect(fitted.count == min(height, page.count))
                    // The view with the longest footer, in the narrowest terminal.
                    #expect(height < 15 || fitted.last == page.last)
                }
            }
        }
    }
}
