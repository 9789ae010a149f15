import Foundation

/// Time series in stacked panels, as SVG with its own background.
struct Chart {
    struct Line {
        /// A CSS class: `a` or `b`.
        var style: String
        var name: String
        /// Averages over equal intervals, from the start of the panel to its end.
        var values: [Double]
    }

    struct Panel {
        var title: String
        var lines: [Line]
        /// The maximum of the axis.
        var top: Double
        var step: Double
        /// The limit as a multiple of the mean.
        var limit: Double
        /// Requests per second.
        var mean: Double
        /// Tick marks of the time axis, as fractions of its length.
        var ticks: [(share: Double, label: String)]
        var axis: String
        /// The marked interval, as fractions of the axis, and its label.
        var shade: (from: Double, to: Double, label: String)?
        /// The caption.
        var remark: String
    }

    var panels: [Panel]

    private static let (width, left, right) = (900.0, 74.0, 20.0)
    private static let (panelHeight, plotTop, plotHeight) = (270.0, 50.0, 160.0)
    private static var plotWidth: Double { width - left - right }

    private static let style = """
        svg { font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 13px }
        .paper { fill: #ffffff } text { fill: #24292f } .title { font-size: 15px; font-weight: bold } .faint { fill: #57606a }
        .grid { stroke: #d0d7de; stroke-width: 1 } .axis { stroke: #57606a; stroke-width: 1 } .shade { fill: #eaeef2 }
        .line { fill: none; stroke-width: 1.6; stroke-linejoin: round }
        .a { stroke: #0969da } .b { stroke: #bc4c00; stroke-dasharray: 6 3 } .limit { stroke: #cf222e; stroke-dasharray: 3 4; stroke-width: 1.4 }
        .limit-text { fill: #cf222e }
        @media (prefers-color-scheme: dark) {
          .paper { fill: #0d1117 } text { fill: #e6edf3 } .faint { fill: #9198a1 }
          .grid { stroke: #30363d } .axis { stroke: #9198a1 } .shade { fill: #21262d }
          .a { stroke: #4493f8 } .b { stroke: #f0883e } .limit { stroke: #f85149 } .limit-text { fill: #f85149 }
        }
        """

    var svg: String {
        let height = Self.panelHeight * Double(panels.count) + 10
        var out = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(height))" role="img">
            <title>Requests per second of 1,000,000 installations to one provider</title>
            <style>\(Self.style)</style>
            <rect class="paper" width="100%" height="100%"/>

            """
        for (number, panel) in panels.enumerated() {
            out += "<g transform=\"translate(0 \(Int(Double(number) * Self.panelHeight)))\">\n\(draw(panel))</g>\n"
        }
        return out + "</svg>\n"
    }

    private func draw(_ panel: Panel) -> String {
        let (left, bottom) = (Self.left, Self.plotTop + Self.plotHeight)
        func x(_ share: Double) -> String { Self.number(left + share * Self.plotWidth) }
        func y(_ value: Double) -> String { Self.number(bottom - min(value / panel.top, 1) * Self.plotHeight) }
        let end = x(1)
        var out = "<text class=\"title\" x=\"\(x(0))\" y=\"22\">\(panel.title)</text>\n"
        out += "<text class=\"faint\" x=\"\(x(0))\" y=\"40\">\(panel.remark)</text>\n"
        if let shade = panel.shade {
            let width = max((shade.to - shade.from) * Self.plotWidth, 1.5)
            out += "<rect class=\"shade\" x=\"\(x(shade.from))\" y=\"\(y(panel.top))\" width=\"\(Self.number(width))\" "
            out += "height=\"\(Self.number(Self.plotHeight))\"/>\n"
            out += "<text class=\"faint\" x=\"\(x(shade.from + 0.006))\" y=\"\(Self.number(Self.plotTop + 14))\">"
            out += "\(shade.label)</text>\n"
        }
        for value in stride(from: 0, through: panel.top, by: panel.step) {
            out += "<path class=\"grid\" d=\"M\(x(0)) \(y(value))H\(end)\"/>"
            out +=
                "<text class=\"faint\" text-anchor=\"end\" x=\"\(Self.number(left - 8))\" y=\"\(y(value - panel.top / 36))\">"
            out += "\(Self.grouped(value))</text>\n"
        }
        for tick in panel.ticks {
            out += "<path class=\"axis\" d=\"M\(x(tick.share)) \(Self.number(bottom))v5\"/>"
            out +=
                "<text class=\"faint\" text-anchor=\"middle\" x=\"\(x(tick.share))\" y=\"\(Self.number(bottom + 19))\">"
            out += "\(tick.label)</text>\n"
        }
        out += "<path class=\"axis\" d=\"M\(x(0)) \(y(0))H\(end)\"/>\n"
        out +=
            "<text class=\"faint\" text-anchor=\"middle\" x=\"\(x(0.5))\" y=\"\(Self.number(bottom + 38))\">\(panel.axis)</text>\n"
        let middle = Self.number(Self.plotTop + Self.plotHeight / 2)
        out +=
            "<text class=\"faint\" text-anchor=\"middle\" transform=\"translate(16 \(middle)) rotate(-90)\">requests/s</text>\n"
        out += "<path class=\"limit\" d=\"M\(x(0)) \(y(panel.mean * panel.limit))H\(end)\"/>"
        out +=
            "<text class=\"limit-text\" text-anchor=\"end\" x=\"\(end)\" y=\"\(y(panel.mean * panel.limit + panel.top / 40))\">"
        out += "limit: \(String(format: "%g", panel.limit)) × mean</text>\n"
        for line in panel.lines.reversed() { out += draw(line, x: x, y: y) }
        if panel.lines.count > 1 { out += key(panel.lines, x: x) }
        return out
    }

    private func draw(_ line: Line, x: (Double) -> String, y: (Double) -> String) -> String {
        // One value per pixel column: its minimum and maximum.
        let each = max(1, line.values.count / Int(Self.plotWidth))
        var points: [String] = []
        for start in stride(from: 0, to: line.values.count, by: each) {
            let column = line.values[start..<min(start + each, line.values.count)]
            let share = (Double(start) + Double(column.count) / 2) / Double(line.values.count)
            guard let low = column.min(), let high = column.max() else { continue }
            points.append("\(x(share)) \(y(low))")
            if high > low { points.append("\(x(share)) \(y(high))") }
        }
        return "<path class=\"line \(line.style)\" d=\"M\(points.joined(separator: "L"))\"/>\n"
    }

    private func key(_ lines: [Line], x: (Double) -> String) -> String {
        lines.enumerated().map { number, line in
            let height = Self.number(Self.plotTop + 14 + 18 * Double(number))
            return "<path class=\"line \(line.style)\" d=\"M\(x(0.56)) \(height)h26\"/>"
                + "<text x=\"\(x(0.6))\" y=\"\(height)\" dy=\"4\">\(line.name)</text>\n"
        }.joined()
    }

    private static func number(_ value: Double) -> String { String(format: "%.1f", value) }

    static func grouped(_ value: Double) -> String {
        var digits = String(Int(value.rounded()))
        var groups: [Substring] = []
        while !digits.isEmpty {
            groups.insert(Substring(digits.suffix(3)), at: 0)
            digits.removeLast(min(3, digits.count))
        }
        return groups.joined(separator: ",")
    }
}
