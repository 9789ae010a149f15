import ClientProtocol
import Languages
import Weather

/// A chart of the coming hours: temperature as a curve, precipitation as bars.
struct HourlyChart {
    private let hours: [Hour]
    private let now: UnixTime?
    private let clock: PlaceClock
    private let style: Style
    private let axis: Axis?
    /// The largest hourly amount, mm; nil when all are unknown.
    private let most: Double?
    /// The columns left of the axis.
    private let margin: Int
    /// The columns of the chart itself.
    private let columns: Int

    /// The rows of the curve; odd, so that there is a middle row.
    private let curveRows: Int
    private static let barRows = 2
    /// A narrower chart would be unreadable.
    private static let leastColumns = 8

    /// - Parameter now: marked if it is within the first hour; nil for no mark.
    init(
        of hours: [Hour], now: UnixTime? = nil, width: Int, curveRows: Int = 7, _ clock: PlaceClock, _ style: Style
    ) {
        self.hours = hours
        self.now = now
        self.curveRows = curveRows
        self.clock = clock
        self.style = style
        axis = Axis(of: hours.compactMap(\.conditions.temperature), in: style)
        most = hours.compactMap(\.conditions.precipitation).filter(\.isFinite).max()
        let labels = (axis?.labels ?? []) + [most.map { style.precipitation($0) }].compactMap(\.self)
        margin = labels.reduce(0) { max($0, $1.columns) }
        columns = width - margin - 1
    }

    /// The lines of the chart; empty without data or without room.
    var lines: [StyledText] {
        guard columns >= Self.leastColumns, !hours.isEmpty, axis != nil || most != nil else { return [] }
        return (curve + bars + [baseline, times]).map(\.trimmed)
    }

    // MARK: - Curve

    /// The temperature axis, in whole degrees of the user's unit.
    private struct Axis {
        let range: ClosedRange<Double>
        /// The labels from top to bottom.
        let labels: [String]

        init?(of temperatures: [Double], in style: Style) {
            let unit = style.units.temperature
            let degrees = temperatures.map(unit.converted).filter { $0.magnitude < 1000 }
            guard var low = degrees.min()?.rounded(.down), var high = degrees.max()?.rounded(.up) else { return nil }
            // A constant temperature is in the middle, which is also a whole degree.
            if low == high { (low, high) = (low - 1, high + 1) }
            high += (high - low).truncatingRemainder(dividingBy: 2)
            range = low...high
            labels = [high, (low + high) / 2, low].map {
                style.number($0) + (unit == .kelvin ? " " : "") + style.words.symbol(unit.symbol)
            }
        }
    }

    private var curve: [StyledText] {
        guard let axis else { return [] }
        let span = axis.range.upperBound - axis.range.lowerBound
        let curve = BrailleCurve(columns: columns, rows: curveRows) { place in
            temperature(at: place).map { (style.units.temperature.converted($0) - axis.range.lowerBound) / span }
        }
        return (0..<curveRows).map { row in
            let label = [0, curveRows / 2, curveRows - 1].firstIndex(of: row).map { axis.labels[$0] }
            return edge(label)
                + (0..<columns).map { column in
                    let celsius = temperature(at: 2 * column) ?? temperature(at: 2 * column + 1)
                    return shaded(
                        curve.character(column: column, row: row), celsius.map { .temperature($0) } ?? .plain, column)
                }.joined(separator: "")
        }
    }

    /// The temperature, interpolated linearly between hours, °C; nil next to unknown hours.
    private func temperature(at place: Int) -> Double? {
        let hour = max(
            0, min(Double(hours.count - 1), (Double(place) + 0.5) / Double(2 * columns) * Double(hours.count) - 0.5))
        let (before, after) = (Int(hour), min(hours.count - 1, Int(hour) + 1))
        let share = hour - Double(before)
        return switch (known(before), known(after)) {
        case (let first?, let second?): first + (second - first) * share
        case (let first?, nil) where share <= 0.5: first
        case (nil, let second?) where share >= 0.5: second
        default: nil
        }
    }

    private func known(_ hour: Int) -> Double? {
        hours[hour].conditions.temperature.flatMap { $0.magnitude < 1000 ? $0 : nil }
    }

    // MARK: - Bars

    private var bars: [StyledText] {
        guard let most else { return [] }
        let label = style.precipitation(most)
        // Without precipitation, one line with the label.
        guard most > 0 else { return [edge(label)] }
        let eighths = (0..<columns).map { column in
            let amount = (hoursUnder(column).compactMap { hours[$0].conditions.precipitation }.max() ?? 0) / most
            return amount > 0 ? max(1, Int((amount * Double(8 * Self.barRows)).rounded())) : 0
        }
        return (0..<Self.barRows).map { row in
            let signs = eighths.map { Self.signs[max(0, min(8, $0 - 8 * (Self.barRows - 1 - row)))] }
            return edge(row == 0 ? label : nil)
                + signs.enumerated().map { shaded($1, .precipitation, $0) }.joined(separator: "")
        }
    }

    private static let signs = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// The hours of a column: one, or several if there are more hours than columns.
    private func hoursUnder(_ column: Int) -> Range<Int> {
        let first = column * hours.count / columns
        return first..<max(first + 1, (column + 1) * hours.count / columns)
    }

    // MARK: - Night

    private func isNight(_ column: Int) -> Bool {
        hours[hoursUnder(column).lowerBound].conditions.isDay == false
    }

    private func shaded(_ sign: String, _ textStyle: StyledText.TextStyle, _ column: Int) -> StyledText {
        guard style.terminal != .none, isNight(column) else { return StyledText(sign, textStyle) }
        return StyledText(sign, StyledText.TextStyle(color: textStyle.color, background: Palette.night))
    }

    // MARK: - Axes

    private func edge(_ label: String?) -> StyledText {
        StyledText(label ?? "", .faint).rightAligned(to: margin) + StyledText(label == nil ? "│" : "┤", .faint)
    }

    private var baseline: StyledText {
        let ticks = Set(ticks.map(\.column))
        let line = (0..<columns).map { column in
            isNight(column) ? ticks.contains(column) ? "╤" : "═" : ticks.contains(column) ? "┬" : "─"
        }.joined()
        return StyledText(String(repeating: " ", count: margin) + "└" + line, .faint)
    }

    private var times: StyledText {
        var line = StyledText(String(repeating: " ", count: margin + 1))
        for tick in ticks { line = line.padded(to: margin + 1 + tick.start) + tick.label }
        return line
    }

    private struct Tick {
        /// The column of the tick and of its label's first character.
        var column: Int
        var start: Int
        var label: StyledText
    }

    /// Ticks, spaced so that their labels fit. The label at midnight is the name of the new day.
    private var ticks: [Tick] {
        let labels = hours.map { label(of: $0) }
        let room = labels.reduce(0) { max($0, $1.text.columns) } + 1
        let step = [1, 2, 3, 6, 12, 24, 48, 96, 192].first { $0 * columns / hours.count >= room } ?? 384
        let first = labels.indices.first { labels[$0].hour.isMultiple(of: min(step, 24)) } ?? 0
        let ticks = stride(from: first, to: hours.count, by: step).map { index in
            let column = (2 * index + 1) * columns / (2 * hours.count)
            let label = labels[index].text
            return Tick(column: column, start: column - label.columns / 2, label: label)
        }
        var fitting = nowTick.map { [$0] } ?? []
        for tick in ticks {
            let end = fitting.last.map { $0.start + $0.label.columns + 1 } ?? 0
            if tick.start >= end, tick.start + tick.label.columns <= columns { fitting.append(tick) }
        }
        return fitting
    }

    /// The mark is below the first hour, so that it moves only at the next hour.
    private var nowTick: Tick? {
        guard let now, let first = hours.first, (0..<3600).contains(now.seconds(since: first.time)) else { return nil }
        let label = StyledText(style.words.phrase(.now), .bold)
        return label.columns <= columns ? Tick(column: columns / hours.count / 2, start: 0, label: label) : nil
    }

    private func label(of hour: Hour) -> (hour: Int, text: StyledText) {
        let hourOfDay = hour.time.seconds(since: clock.day(of: hour.time).lowerBound) / 3600
        return hourOfDay == 0
            ? (0, StyledText(style.words.shortWeekday(clock.date(hour.time)), .bold))
            : (hourOfDay, StyledText(clock.time(hour.time), .faint))
    }
}

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
                // Connects steep parts: each of two neighbours covers half of the distance to the other.
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
