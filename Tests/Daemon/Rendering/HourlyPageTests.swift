import Testing

@testable import Rendering

@Suite struct HourlyPageTests {
    /// Twenty hours, midnight before the eleventh, and a chart whose frame has four lines besides its curve.
    private func page(rows: Int = 20) -> HourlyPage {
        HourlyPage(
            header: ["place", ""], heading: ["heading"],
            rows: (0..<rows).map { $0 == 10 ? ["date", "10"] : ["\($0)"] },
            footer: ["", "fetched"], chart: { (0..<$0 + 4).map { "chart \($0)" } }, more: { ["\($0) more"] })
    }

    @Test func fittingPageIsShownCompletely() {
        let lines = page().lines(within: nil, keepingRows: false)
        #expect(lines.count == 2 + 11 + 1 + 1 + 21 + 2)
        #expect(page().lines(within: lines.count, keepingRows: false) == lines)
        #expect(lines[2] == "chart 0" && lines[13...14] == ["", "heading"])
    }

    @Test(arguments: 8...37)
    func pageFitsAndOmittedHoursAreCounted(height: Int) {
        let lines = page().lines(within: height, keepingRows: false)
        #expect(lines.count <= height)
        let shown = lines.compactMap { Int($0) }
        #expect(shown == Array(0..<shown.count) && !shown.isEmpty)
        #expect(lines.contains("\(20 - shown.count) more"))
        // A date without an hour below it is useless.
        #expect(lines.contains("date") == (shown.count > 10))
        #expect(Array(lines.suffix(2)) == ["", "fetched"])
    }

    @Test func chartShrinksAndThenDisappears() {
        func chartLines(_ height: Int) -> Int {
            page().lines(within: height, keepingRows: false).count { $0.hasPrefix("chart") }
        }
        #expect([37, 25, 24, 23, 22, 16, 15, 10].map(chartLines) == [11, 11, 9, 9, 7, 7, 0, 0])
    }

    @Test func requestedHoursAreKeptAboveChart() {
        let lines = page().lines(within: 24, keepingRows: true)
        #expect(lines.compactMap { Int($0) } == Array(0..<20))
        #expect(lines.firstIndex(of: "chart 0") == 2 + 1 + 21 + 1)
        #expect(lines.last == "fetched")
    }
}
