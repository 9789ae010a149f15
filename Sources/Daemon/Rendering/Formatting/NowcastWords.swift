import Languages
import Weather

extension Scene {
    /// The start or end of precipitation; nil when it stays dry or too little is known.
    var nowcast: Nowcast? {
        report?.nowcast(at: now, staleAfter: staleAfter)
    }

    /// `rain expected in 20 min`, `dry from 16:40`; nil without a nowcast.
    func nowcastText(in style: Style) -> String? {
        nowcast.map { $0.text(at: now, PlaceClock(zoneName: timeZone, in: style), style.words) }
    }

    /// The same with its source, where that differs from the present's: `radar: rain continues`.
    func nowcastText(beside present: Present, in style: Style) -> String? {
        guard let report, let nowcast, let text = nowcastText(in: style) else { return nil }
        return switch (report.origin(of: nowcast), present.origin) {
        case (.radar, .radar), (_, .sample): text
        case (.radar, _): style.words.stated(text, by: .radar)
        case (_, .station): style.words.stated(text, by: .model)
        default: text
        }
    }

    /// The present's condition, with its source where that differs from the rest of the present, or from a radar beside it.
    func conditionText(of present: Present, in style: Style) -> StyledText {
        if present.ofRadar.contains(.condition) { return radarText(of: present, in: style) }
        let text = style.coloredCondition(present.conditions)
        let isBesideRadar = nowcast.map { report?.origin(of: $0) == .radar } ?? false
        return switch present.origin {
        case .station where present.modelled.contains(.condition), .analysis where isBesideRadar,
            .forecast where isBesideRadar:
            StyledText(style.words.stated("", by: .model)) + text
        default: text
        }
    }
}

extension Scene {
    /// `radar: rain; model: partly cloudy`, `radar: dry; model: rain`
    private func radarText(of present: Present, in style: Style) -> StyledText {
        let (words, shown) = (style.words, present.conditions)
        let falling = shown.condition.precipitationKind.map { words.falling(isSnow: $0 == .snow) }
        let model = present.contradicted.map { words.stated(style.condition($0), by: .model) }
        let statements = [words.stated(falling ?? words.phrase(.dry), by: .radar), model].compactMap(\.self)
        let text = style.labelled(style.icon(shown), statements.joined(separator: words.clauseSeparator))
        return StyledText(text, .condition(shown.pictured, isDay: shown.isDay))
    }
}

extension Nowcast {
    func text(at now: UnixTime, _ clock: PlaceClock, _ words: any Words) -> String {
        switch self {
        case .begins: words.begins(isSnow: isSnow, minutes: minutesUntilBegin(at: now) ?? 0)
        case .around(let hour, _): words.begins(isSnow: isSnow, around: clock.time(hour))
        case .ends(let end, _): words.dry(from: clock.time(end))
        case .lasts: words.continues(isSnow: isSnow)
        }
    }

    var isSnow: Bool {
        switch self {
        case .begins(_, let isSnow), .around(_, let isSnow), .ends(_, let isSnow), .lasts(let isSnow): isSnow
        }
    }
}

extension JSON {
    static func nowcast(_ scene: Scene, _ clock: PlaceClock, _ style: Style) -> JSON {
        guard let report = scene.report, let nowcast = scene.nowcast else { return .null }
        let (change, moment): (String, UnixTime?) =
            switch nowcast {
            case .begins(let begin, _): ("begins", begin)
            case .around(let hour, _): ("around", hour)
            case .ends(let end, _): ("ends", end)
            case .lasts: ("lasts", nil)
            }
        return .object([
            ("change", .string(change)),
            ("kind", .string(nowcast.isSnow ? "snow" : "rain")),
            ("time", .time(moment, clock)),
            ("minutes", .optional(nowcast.minutesUntilBegin(at: scene.now))),
            ("origin", .string(report.origin(of: nowcast).rawValue)),
            ("text", .string(nowcast.text(at: scene.now, clock, style.words))),
        ])
    }
}
