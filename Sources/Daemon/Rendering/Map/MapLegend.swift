import ClientProtocol
import Languages
import Weather

// The labels of places on a map and in the legend.
extension PlaceCard {
    /// One column wide.
    var mapMark: StyledText {
        isCurrent ? StyledText("●", .bold) : "•"
    }

    /// Labels in order of preference, of which the first that fits is shown: name and weather, the weather, the number
    /// in the legend.
    func mapTexts(in style: Style) -> [StyledText] {
        let name = StyledText(scene.place.displayName(in: style), isCurrent ? .bold : .plain)
        let number = position.map { StyledText(String($0), .faint) }
        guard let weather = mapWeather(in: style) else { return [name, number].compactMap(\.self) }
        return [name.columns <= Self.longestName ? name + " " + weather : nil, weather, number].compactMap(\.self)
    }

    private static let longestName = 20

    /// `🌧️ 12°C`; nil without weather.
    private func mapWeather(in style: Style) -> StyledText? {
        guard let conditions = try? scene.present().present.conditions else { return nil }
        let isFresh = scene.freshness == .fresh
        let icon = style.icon(conditions)
        let color = isFresh ? Palette.color(of: conditions.pictured, isDay: conditions.isDay) : Palette.stale
        guard let celsius = conditions.temperature else { return StyledText(icon, .color(color)) }
        return StyledText(style.labelled(icon, ""), .color(color))
            + StyledText(
                style.temperature(celsius), .color(isFresh ? Palette.color(ofTemperature: celsius) : Palette.stale))
    }

    /// `1  Oslo`: the mark or the number, and the name.
    fileprivate func mapTitle(in style: Style) -> StyledText {
        let mark = isCurrent ? mapMark : position.map { StyledText(String($0), .faint) } ?? mapMark
        return mark.padded(to: 3) + StyledText(scene.place.displayName(in: style), isCurrent ? .bold : .plain)
    }

    /// `🌧️ rain, 12°C, high 14°C / low 9°C`, or why there is no weather.
    fileprivate func mapLine(in style: Style) -> StyledText {
        do throws(NoWeather) {
            let (report, present) = try scene.present()
            let conditions = present.conditions
            let words = style.words
            func temperature(_ celsius: Double?) -> String {
                celsius.map { style.temperature($0) } ?? TextTable.unknown
            }
            var parts = [style.coloredCondition(conditions).plain]
            if conditions.temperature != nil { parts.append(temperature(conditions.temperature)) }
            let clock = PlaceClock(zoneName: report.timeZone, in: style)
            if let text = report.extremes(at: scene.now, beside: present)?.text(clock, style) { parts.append(text) }
            if scene.freshness != .fresh { parts.append(words.freshness(scene.freshness)) }
            for alert in [scene.alertsInForce?.first, scene.alertsAnnounced?.first].compactMap(\.self) {
                parts.append(style.labelled(style.icons.warning, alert.brief(at: scene.now, clock, words)))
            }
            if scene.isApproximate { parts.append(words.phrase(.approximate)) }
            if report.provider.isSample { parts.append(words.phrase(.sampleData)) }
            return StyledText(parts.joined(separator: style.words.listSeparator))
        } catch {
            return StyledText(error.sentence)
        }
    }
}

extension MapView {
    /// A line for each place, the worst warning with an area, and the providers' attributions, wrapped to the terminal's
    /// width.
    static func legend(of map: MapScene, _ areas: WarningAreas, _ style: Style) -> [StyledText] {
        var lines = map.noLocation.map { [StyledText($0)] } ?? []
        let titles = map.cards.map { $0.mapTitle(in: style) }
        let width = titles.reduce(0) { max($0, $1.columns) } + 2
        lines += zip(titles, map.cards).map { $0.padded(to: width) + $1.mapLine(in: style) }
        if !map.cards.contains(where: { $0.position != nil }) {
            lines.append(StyledText(style.words.phrase(.noFavourites)))
        }
        lines += areas.legend(in: style)
        let attributions = map.cards.flatMap { $0.scene.attributions(style) }
        lines += Set(attributions).sorted { $0.plain < $1.plain }
        guard let columns = style.width else { return lines }
        return lines.flatMap { $0.wrapped(to: columns, indent: 3) }
    }
}
