package import Weather

/// The parts of a sentence about a day, in the language.
package struct Summary: Sendable, Hashable {
    /// The day.
    package enum Subject: Sendable, Hashable, CaseIterable {
        case today, restOfToday, tonight, tomorrow
    }

    /// Precipitation that `spells` omits.
    package enum Omission: Sendable, Hashable, CaseIterable {
        case possible, expected
    }

    package var subject: Subject
    /// Whether the sentence is from a forecast that differs from the measured present.
    package var isModelled = false
    /// The cloudiness, if there are no spells other than fog; nil when unknown.
    package var sky: Condition?
    /// The cloudiness after the only spell, which has begun.
    package var laterSky: Condition?
    /// Whether there are no spells although precipitation is not ruled out.
    package var isProbablyDry: Bool
    /// Precipitation, storms and fog: at most two spells, in chronological order.
    package var spells: [Spell]
    /// The omitted precipitation; nil if `spells` contains everything.
    package var omission: Omission?
    package var high: String?
    package var low: String?
    /// `windy`: nil when it is not.
    package var wind: String?

    package init(
        subject: Subject, sky: Condition? = nil, isProbablyDry: Bool = false, spells: [Spell] = [],
        omission: Omission? = nil, high: String? = nil, low: String? = nil, wind: String? = nil
    ) {
        (self.subject, self.sky, self.isProbablyDry) = (subject, sky, isProbablyDry)
        (self.spells, self.omission) = (spells, omission)
        (self.high, self.low, self.wind) = (high, low, wind)
    }

    /// Whether the sentence would say nothing.
    package var isEmpty: Bool {
        sky == nil && laterSky == nil && !isProbablyDry && spells.isEmpty && high == nil && low == nil && wind == nil
    }

    /// Weather of one kind, with its time of day.
    package struct Spell: Sendable, Hashable {
        package var condition: Condition
        /// nil when expected.
        package var likelihood: Likelihood?
        /// nil when it has begun.
        package var from: String?
        /// nil if it does not end within the sentence's time span.
        package var until: String?
        package var isAllDay: Bool
        /// Whether it begins when the previous spell ends.
        package var followsAtOnce: Bool

        package init(
            condition: Condition, likelihood: Likelihood? = nil, from: String? = nil, until: String? = nil,
            isAllDay: Bool = false, followsAtOnce: Bool = false
        ) {
            (self.condition, self.likelihood) = (condition, likelihood)
            (self.from, self.until) = (from, until)
            (self.isAllDay, self.followsAtOnce) = (isAllDay, followsAtOnce)
        }
    }
}

// Defaults for sentences.
extension Words {
    package var degreeSpace: String { "" }
    package var listSeparator: String { ", " }
    package var clauseSeparator: String { "; " }
    package var fineParticles: String { "PM2\(decimalSign)5" }
    package func symbol(_ unit: UnitSymbol, after number: String) -> String { symbol(unit) }
    package func parenthesized(_ text: String) -> String { " (\(text))" }
    package func zone(_ abbreviation: String) -> String { abbreviation }
    package func conditionByDay(_ condition: Condition) -> String? { nil }

    /// The condition as within a sentence, by day or night.
    ///
    /// - Parameter isDay: nil counts as night, since "sunny" is more specific than "clear".
    package func condition(_ condition: Condition, isDay: Bool?) -> String {
        (isDay == true ? conditionByDay(condition) : nil) ?? self.condition(condition)
    }

    /// - Parameters:
    ///   - likelihood: nil for a condition that is stated as a fact or as expected.
    ///   - isDay: nil counts as night.
    package func condition(_ condition: Condition, likelihood: Likelihood?, isDay: Bool? = nil) -> String {
        likelihood.map { self.condition(condition, $0) } ?? self.condition(condition, isDay: isDay)
    }

    /// `updated just now`, `updated 3 min ago`, `last updated 5 h ago`
    package func updated(_ age: Age, isLast: Bool) -> String {
        if age.count == .underOneMinute, !isLast { return phrase(.updatedJustNow) }
        return updated(ago: age.text(in: self), isLast: isLast)
    }

    package func period(from start: String?, until end: String?) -> String? {
        guard let start, let end else { return start.map { from($0) } ?? end.map { until($0) } }
        let begin = from(start)
        return "\(begin)\(begin.contains(where: { $0 == "," }) ? "," : "") \(until(end))"
    }

    /// `Sunday` and `18:00` of `Sunday 18:00`, by the last of the separators; nil without a time.
    package func parts(of text: String, at separators: [String]) -> (day: String, time: String)? {
        for separator in separators {
            guard let index = text.indices.last(where: { text[$0...].hasPrefix(separator) }) else { continue }
            let time = text[index...].dropFirst(separator.count)
            if time.contains(where: { $0 == ":" }) {
                // A comma before the time belongs to the separator.
                let day = text[..<index]
                return (String(day.last == "," ? day.dropLast() : day), String(time))
            }
        }
        return nil
    }

    package func coordinate(latitude: String, isNorth: Bool, longitude: String, isEast: Bool) -> String {
        let (north, east, south, west) = (compass[0], compass[4], compass[8], compass[12])
        return "\(latitude)°\(isNorth ? north : south) \(longitude)°\(isEast ? east : west)"
    }

    /// `14 h 19 min`; `19 min` below one hour, `14 h` without minutes.
    package static func duration(_ greater: Int, _ greaterSign: String, _ lesser: Int, _ lesserSign: String) -> String {
        let (whole, rest) = ("\(greater) \(greaterSign)", "\(lesser) \(lesserSign)")
        return greater == 0 ? rest : lesser == 0 ? whole : "\(whole) \(rest)"
    }

    /// Whether a time follows its day: `Sunday 18:00`.
    package func beginsWithWeekday(_ time: String) -> Bool {
        weekdays.contains { time.hasPrefix($0) }
    }

    /// The text with an inflected weekday at its start.
    package func withWeekday(_ text: String, as forms: [String]) -> String {
        for (weekday, form) in zip(weekdays, forms) where text.hasPrefix(weekday) {
            return form + text.dropFirst(weekday.count)
        }
        return text
    }

    /// The start of a sentence about a day: `Rest of today`, `Rest of today (model)`.
    package func subject(of summary: Summary) -> String {
        let day: Phrase =
            switch summary.subject {
            case .today: .today
            case .restOfToday: .restOfToday
            case .tonight: .tonight
            case .tomorrow: .tomorrow
            }
        return phrase(day).capitalizedFirst + (summary.isModelled ? parenthesized(phrase(.model)) : "")
    }

    /// The list in a sentence: sky or precipitation, temperatures, wind.
    ///
    /// - Parameters:
    ///   - falling: the precipitation and its time, `rain from 14:00`.
    ///   - range: the lowest and the highest temperature, `12° to 18°`.
    package func parts(
        of summary: Summary, falling: (_ what: String, _ period: String) -> String = { "\($0) \($1)" },
        range: (_ low: String, _ high: String) -> String
    ) -> [String] {
        func sky(_ cover: Condition) -> String { condition(cover, isDay: summary.subject != .tonight) }
        var parts = [summary.sky.map(sky)].compactMap(\.self) + spells(of: summary, falling)
        if let later = summary.laterSky { parts.append(then(sky(later), until: nil)) }
        if summary.isProbablyDry { parts.append(phrase(.probablyDry)) }
        if let omission = summary.omission { parts.append(more(omission)) }
        switch (summary.low, summary.high) {
        case (let low?, let high?): parts.append(low == high ? low : range(low, high))
        case (let one?, nil), (nil, let one?): parts.append(one)
        case (nil, nil): break
        }
        return parts + [summary.wind].compactMap(\.self)
    }

    /// `light rain until 03:00 and from 21:00`; or each spell with its time, `rain until 17:00`, `then snow`.
    private func spells(of summary: Summary, _ falling: (_ what: String, _ period: String) -> String) -> [String] {
        func name(_ spell: Summary.Spell) -> String { condition(spell.condition, likelihood: spell.likelihood) }
        let periods = summary.spells.map { period(from: $0.from, until: $0.until) }
        if let first = summary.spells.first, let second = summary.spells.last, summary.spells.count == 2,
            let firstPeriod = periods[0], let secondPeriod = periods[1], name(first) == name(second)
        {
            return [falling(name(first), both(firstPeriod, secondPeriod))]
        }
        return zip(summary.spells, periods).map { spell, period in
            if spell.isAllDay { return allDay(name(spell)) }
            if spell.followsAtOnce { return then(name(spell), until: spell.until) }
            return period.map { falling(name(spell), $0) } ?? name(spell)
        }
    }
}
