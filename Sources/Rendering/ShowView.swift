import Weather
public import Wire

/// The weather as a card: its condition decides what the card looks like.
public enum ShowView {
    /// Wider than this it falls apart, columns.
    private static let width = 60
    /// The space left and right of what is on the card.
    private static let margin = 2

    public static func lines(
        of scene: Scene, as output: Reading.Output, in style: Style
    ) throws(NoWeather) -> [String] {
        let (report, present) = try scene.present()
        return output == .json
            ? [CurrentView.json(of: report, present, in: scene, style).text]
            : style.written(text(of: report, present, in: scene, style))
    }

    static func text(of report: Report, _ present: Present, in scene: Scene, _ style: Style) -> [StyledText] {
        let width = min(style.width ?? Self.width, Self.width)
        let room = max(1, width - 2 * margin)
        let clock = PlaceClock(zoneName: report.timeZone, in: style)
        let forecast = ForecastRows(report: report, now: scene.now, clock: clock, style: style)
        var blocks = [
            title(of: report, scene, clock, style), picture(of: present.conditions, room, style),
            words(of: present.conditions, report.day(at: scene.now), room, style),
            [Outlook(report: report, present: present, now: scene.now).summaryText(clock, style)].compactMap {
                sentence in
                sentence.map { StyledText($0) }
            },
            forecast.dayRows(7, within: room, isBrief: true).aligned,
        ]
        var notes =
            scene.alertsInForce?.prefix(3).map { alert in
                StyledText(Icons.labelled(style.icons.warning, alert.line(at: scene.now, clock, style.words)), .bold)
            } ?? []
        if let nowcast = scene.nowcastText(in: style) { notes.append(StyledText(nowcast, .bold)) }
        blocks.insert(notes, at: 1)
        blocks.append(
            [CurrentView.source(of: present, report, scene.now, clock, style.words)] + scene.footer(of: report, style)
                + scene.warningsAttribution(beside: report.provider, style))
        let lines = blocks.filter { !$0.isEmpty }.joined(separator: [""])
            .flatMap { $0.wrapped(to: room, indent: 0) }
            .map { $0.centered(in: room) }
        return card(lines, room, present.conditions, style)
    }

    /// On the colour of the weather, or where there are no colours, in a frame.
    private static func card(
        _ lines: [StyledText], _ room: Int, _ now: Conditions, _ style: Style
    ) -> [StyledText] {
        let space = StyledText(String(repeating: " ", count: margin))
        let lines = ([""] + lines + [""]).map { $0.padded(to: room) }
        guard style.terminal == .none else {
            let background = Palette.background(of: now.condition, isDay: now.isDay)
            return lines.map { (space + $0.readable + space).on(background, in: Palette.white) }
        }
        let edge = String(repeating: "─", count: room + 2)
        return [StyledText("╭\(edge)╮")] + lines.dropFirst().dropLast().map { "│ " + $0 + " │" }
            + [StyledText("╰\(edge)╯")]
    }

    private static func title(
        of report: Report, _ scene: Scene, _ clock: PlaceClock, _ style: Style
    ) -> [StyledText] {
        let date = StyledText("\(clock.longDate(scene.now)), \(clock.time(scene.now))")
        let sample = report.provider.isSample ? [StyledText(style.words.phrase(.sampleData), .bold)] : []
        return [StyledText(scene.place.fullName(in: style), .bold), date] + sample
    }

    /// The picture and beside it the temperature, large where there is room.
    private static func picture(of now: Conditions, _ room: Int, _ style: Style) -> [StyledText] {
        let picture = Pictogram(of: now.condition, isDay: now.isDay).lines
        let temperature = now.temperature.map { style.temperature($0) } ?? Table.unknown
        let digits = temperature.prefix { $0 == "-" || $0.isNumber }
        let number = BigNumber(String(digits)).lines
        let unit = temperature.dropFirst(digits.count).drop { $0 == " " }
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

    /// What it is, how it feels, and what the day brings.
    private static func words(of now: Conditions, _ today: Day?, _ room: Int, _ style: Style) -> [StyledText] {
        func temperature(_ celsius: Double?) -> String { celsius.map { style.temperature($0) } ?? Table.unknown }
        let words = style.words
        var parts: [String] = []
        if let feelsLike = now.feelsLike {
            parts.append("\(words.label(.feelsLike)) \(style.temperature(feelsLike))")
        }
        if let today, today.temperatureMax != nil || today.temperatureMin != nil {
            parts.append(
                words.extremes(high: temperature(today.temperatureMax), low: temperature(today.temperatureMin)))
        }
        let condition = StyledText(words.condition(now.condition).capitalizedFirst, .bold)
        let line = parts.joined(separator: " · ")
        return [condition] + (line.columns <= room ? [line] : parts).filter { !$0.isEmpty }.map { StyledText($0) }
    }
}

extension StyledText {
    /// As it can be read on any card: light and dark text on a colour is not what it is on black.
    fileprivate var readable: StyledText {
        StyledText(
            runs: runs.map { run in
                var run = run
                run.ink.isFaint = false
                if run.text.contains(where: { $0.isLetter || $0.isNumber }) { run.ink.color = nil }
                return run
            })
    }
}

extension [StyledText] {
    /// All as wide as the widest, so that they stay below each other when they are centred.
    fileprivate var aligned: [StyledText] {
        let width = map(\.columns).max() ?? 0
        return map { $0.padded(to: width) }
    }
}
