public import ClientProtocol
import Languages
import Weather

/// The weather as a card with the colours of its condition.
public enum ShowView {
    /// The default width, columns.
    private static let width = 60
    /// The maximum width, columns.
    private static let widest = 120
    /// From this width, hours and days are next to the current weather, columns.
    private static let wide = 100
    /// The current weather's part of a wide card, columns.
    private static let presentColumns = 46
    private static let gutter = 4
    /// The left and right margin, columns.
    private static let margin = 2

    public static func lines(
        of scene: Scene, as output: ViewRequest.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        let (report, present) = try scene.present()
        return output == .json
            ? [CurrentView.json(of: report, present, in: scene, style).text]
            : style.written(text(of: report, present, in: scene, style))
    }

    /// The fullest card that fits the terminal's height, with one line left for the prompt.
    static func text(of report: Report, _ present: Present, in scene: Scene, _ style: Style) -> [StyledText] {
        var card: [StyledText] = []
        for contents in ShowContents.fromFullest(isWide: min(style.width ?? Self.width, widest) >= wide) {
            card = text(of: report, present, contents, in: scene, style)
            guard let height = style.height, card.count > height - 1 else { break }
        }
        return card
    }

    private static func text(
        of report: Report, _ present: Present, _ contents: ShowContents, in scene: Scene, _ style: Style
    ) -> [StyledText] {
        let width = min(style.width ?? Self.width, widest)
        let room = max(1, width - 2 * margin)
        let clock = PlaceClock(zoneName: report.timeZone, in: style)
        let forecast = ForecastRows(
            report: report, present: present, now: scene.now, clock: clock, style: style, spread: scene.temperatures)
        let outlook = Outlook(report: report, present: present, now: scene.now)
        let summary = contents.hasSummary ? outlook.summaryText(clock, style) : nil
        func now(_ room: Int) -> [[StyledText]] {
            let now = present.conditions
            let condition = StyledText(style.condition(now).capitalizedFirst, .bold)
            let extremes = report.extremes(at: scene.now, beside: present)
            let details = contents.hasDetails ? details(of: now, extremes, room, clock, style) : []
            return [
                picture(of: now, contents.hasPicture ? room : 0, style), [condition] + details,
                summary.map { [StyledText($0)] } ?? [],
            ]
        }
        var blocks = [title(of: report, scene, clock, style)]
        if width < wide {
            let bar = max(8, room - 36)
            let days = forecast.dayRows(contents.days, within: room, barColumns: bar, isBrief: true)
            blocks += now(room) + [days.aligned]
        } else {
            let beside = room - presentColumns - gutter
            let coming = [
                forecast.hours(contents.hours, within: beside), forecast.days(contents.days, within: beside),
            ]
            blocks.append(
                sideBySide(
                    text(now(presentColumns), presentColumns, contents),
                    Array(coming.filter { !$0.isEmpty }.joined(separator: [""])).aligned))
        }
        var notes =
            scene.alertsStanding?.prefix(3).map { alert in
                StyledText(style.labelled(style.icons.warning, alert.line(at: scene.now, clock, style.words)), .bold)
            } ?? []
        notes += scene.warnings?.doubts(style.words) ?? []
        if let nowcast = scene.nowcastText(beside: present, in: style) { notes.append(StyledText(nowcast, .bold)) }
        blocks.insert(notes, at: 1)
        let credits =
            scene.footer(of: report, style) + scene.warningsAttribution(beside: report.provider, style)
            + scene.ensembleAttribution(of: Array(report.days(from: scene.now)), beside: report.provider, style.words)
        blocks.append(
            [CurrentView.source(of: present, report, scene.now, clock, style)]
                + CurrentView.stationDetails(of: present, report, scene.now, style) + credits.withoutRepetition)
        return card(text(blocks, room, contents), room, contents, present.conditions, style)
    }

    /// The blocks below each other, centred.
    private static func text(_ blocks: [[StyledText]], _ room: Int, _ contents: ShowContents) -> [StyledText] {
        blocks.filter { !$0.isEmpty }.joined(separator: contents.hasGaps ? [""] : [])
            .flatMap { $0.wrapped(to: room, indent: 0) }
            .map { $0.centered(in: room) }
    }

    private static func sideBySide(_ left: [StyledText], _ right: [StyledText]) -> [StyledText] {
        let rows = max(left.count, right.count)
        let space = StyledText(String(repeating: " ", count: gutter))
        return (0..<rows).map { row in
            (left.indices.contains(row) ? left[row] : "").padded(to: presentColumns) + space
                + (right.indices.contains(row) ? right[row] : "").padded(to: right.first?.columns ?? 0)
        }
    }

    /// On a background in the weather's colour or, without colours, between two rules: a frame's right edge would be ragged,
    /// since terminals disagree on the width of emoji.
    private static func card(
        _ lines: [StyledText], _ room: Int, _ contents: ShowContents, _ now: Conditions, _ style: Style
    ) -> [StyledText] {
        let space = StyledText(String(repeating: " ", count: margin))
        let isPlain = style.terminal == .none
        let edge = StyledText(String(repeating: isPlain ? "─" : " ", count: room + 2 * margin))
        let edges = contents.hasGaps ? [edge] : []
        guard !isPlain else { return edges + lines.map { (space + $0).trimmed } + edges }
        let background = Palette.background(of: now.pictured, isDay: now.isDay)
        return (edges + lines.map { space + $0.padded(to: room).readable + space } + edges)
            .map { $0.on(background, in: Palette.white) }
    }

    private static func title(
        of report: Report, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> [StyledText] {
        let date = StyledText("\(clock.longDate(scene.now))\(style.words.listSeparator)\(clock.time(scene.now))")
        let sample = report.provider.isSample ? [StyledText(style.words.phrase(.sampleData), .bold)] : []
        return [StyledText(scene.place.fullName(in: style.words), .bold), date] + sample
    }

    /// The picture and the temperature, large if there is room.
    private static func picture(of now: Conditions, _ room: Int, _ style: Style) -> [StyledText] {
        let picture = Pictogram(of: now.pictured, isDay: now.isDay).lines
        let temperature = now.temperature.map { style.temperature($0) } ?? TextTable.unknown
        let digits = temperature.prefix { $0 == "−" || $0.isNumber }
        let number = BigNumber(String(digits)).lines
        let unit = temperature.dropFirst(digits.count).drop(while: \.isWhitespace)
        let columns = Pictogram.columns + 4 + (number.first?.columns ?? 0) + 1 + unit.columns
        guard !digits.isEmpty, digits.count < 5, columns <= room else {
            let line = StyledText(temperature, .bold)
            return room < Pictogram.columns ? [line] : picture + ["", line]
        }
        return zip(picture, number).enumerated().map { index, line in
            let end = index == 0 ? " " + unit : String(repeating: " ", count: 1 + unit.columns)
            return line.0 + "    " + StyledText(line.1 + end, .bold)
        }
    }

    /// The apparent temperature and the day's range.
    private static func details(
        of now: Conditions, _ extremes: TodayExtremes?, _ room: Int, _ clock: PlaceClock, _ style: Style
    ) -> [StyledText] {
        let words = style.words
        var parts: [String] = []
        if let feelsLike = now.feelsLike {
            parts.append("\(words.label(.feelsLike)) \(style.temperature(feelsLike))")
        }
        if let text = extremes?.text(clock, style) { parts.append(text) }
        let line = parts.joined(separator: " · ")
        return (line.columns <= room ? [line] : parts).filter { !$0.isEmpty }.map { StyledText($0) }
    }
}

extension StyledText {
    /// Removes dim text and text colours, which are unreadable on coloured backgrounds.
    fileprivate var readable: StyledText {
        StyledText(
            runs: runs.map { run in
                var run = run
                run.textStyle.isFaint = false
                if run.text.contains(where: { $0.isLetter || $0.isNumber }) { run.textStyle.color = nil }
                return run
            })
    }
}

extension [StyledText] {
    /// Pads all lines to the widest, so that they stay aligned when centred.
    fileprivate var aligned: [StyledText] {
        let width = map(\.columns).max() ?? 0
        return map { $0.padded(to: width) }
    }
}

/// The parts of a `show` card. The title, warnings, the current weather, age and source are always shown.
struct ShowContents {
    var hours = 8
    var days = 7
    var hasSummary = true
    var hasPicture = true
    /// Whether there are empty lines between parts, and an empty line or a rule at the top and bottom.
    var hasGaps = true
    /// Whether to show the apparent temperature and the day's extremes.
    var hasDetails = true

    /// The layouts from fullest to smallest; each is for terminals too low for the previous one.
    ///
    /// - Parameter isWide: whether hours and days are next to the current weather, which then limits the height.
    static func fromFullest(isWide: Bool) -> [ShowContents] {
        var contents = ShowContents()
        var all = [contents]
        func leave(_ change: (inout ShowContents) -> Void) {
            change(&contents)
            all.append(contents)
        }
        if isWide {
            // Hours and days shrink together until the current weather is taller.
            for hours in stride(from: 7, through: leastBeside, by: -1) {
                leave { $0.hours = hours }
                leave { $0.days = min($0.days, hours) }
            }
            leave { $0.hours = 0 }
        } else {
            for days in stride(from: 6, through: 0, by: -1) { leave { $0.days = days } }
        }
        leave { $0.hasSummary = false }
        leave { $0.hasPicture = false }
        leave { $0.hasGaps = false }
        if isWide { leave { $0.days = 0 } }
        leave { $0.hasDetails = false }
        return all
    }

    private static let leastBeside = 2
}

/// A number in large digits: five lines high, two columns per dot.
struct BigNumber {
    /// Five lines of equal width.
    let lines: [String]

    static let height = 5

    /// - Parameter text: digits after an optional minus sign; other characters are ignored.
    init(_ text: String) {
        let glyphs = text.compactMap { Self.glyphs[$0] }
        lines = (0..<Self.height).map { row in
            glyphs.map { glyph in
                glyph[row].map { $0 == "#" ? "██" : "  " }.joined()
            }.joined(separator: "  ")
        }
    }

    private static let glyphs: [Character: [String]] = [
        "0": ["###", "# #", "# #", "# #", "###"], "1": [" # ", "## ", " # ", " # ", "###"],
        "2": ["###", "  #", "###", "#  ", "###"], "3": ["###", "  #", "###", "  #", "###"],
        "4": ["# #", "# #", "###", "  #", "  #"], "5": ["###", "#  ", "###", "  #", "###"],
        "6": ["###", "#  ", "###", "# #", "###"], "7": ["###", "  #", "  #", "  #", "  #"],
        "8": ["###", "# #", "###", "# #", "###"], "9": ["###", "# #", "###", "  #", "###"],
        "−": ["  ", "  ", "##", "  ", "  "],
    ]
}
