import Weather

// What most languages put together alike.
extension Words {
    var degreeSpace: String { "" }
    var listSeparator: String { ", " }
    func conditionByDay(_ condition: Condition) -> String? { nil }

    /// As within a sentence, for a moment of the day or of the night.
    ///
    /// - Parameter isDay: nil counts as night, since "sunny" says more than "clear".
    func condition(_ condition: Condition, isDay: Bool?) -> String {
        (isDay == true ? conditionByDay(condition) : nil) ?? self.condition(condition)
    }

    /// - Parameters:
    ///   - likelihood: nil for a condition that is stated as a fact or as expected.
    ///   - isDay: nil counts as night.
    func condition(_ condition: Condition, likelihood: Likelihood?, isDay: Bool? = nil) -> String {
        likelihood.map { self.condition(condition, $0) } ?? self.condition(condition, isDay: isDay)
    }

    /// `updated just now`, `updated 3 min ago`, `last updated 5 h ago`
    func updated(_ age: Age, isLast: Bool) -> String {
        if age.count == .underOneMinute, !isLast { return phrase(.updatedJustNow) }
        return updated(ago: age.text(in: self), isLast: isLast)
    }

    func period(from start: String?, until end: String?) -> String? {
        let parts = [start.map { from($0) }, end.map { until($0) }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    func coordinate(latitude: String, isNorth: Bool, longitude: String, isEast: Bool) -> String {
        let (north, east, south, west) = (compass[0], compass[4], compass[8], compass[12])
        return "\(latitude)°\(isNorth ? north : south) \(longitude)°\(isEast ? east : west)"
    }

    /// `14 h 19 min`; `19 min` where there are no hours.
    static func duration(_ greater: Int, _ greaterSign: String, _ lesser: Int, _ lesserSign: String) -> String {
        let rest = "\(lesser) \(lesserSign)"
        return greater == 0 ? rest : "\(greater) \(greaterSign) \(rest)"
    }

    /// Whether a time is told with the day before it: `Sunday 18:00`.
    func beginsWithWeekday(_ time: String) -> Bool {
        weekdays.contains { time.hasPrefix($0) }
    }

    /// The same with the weekday at its beginning in another form, such as that of a case.
    func withWeekday(_ text: String, as forms: [String]) -> String {
        for (weekday, form) in zip(weekdays, forms) where text.hasPrefix(weekday) {
            return form + text.dropFirst(weekday.count)
        }
        return text
    }

    /// The day that a sentence is about, as the sentence begins.
    func subject(of summary: Summary) -> String {
        switch summary.subject {
        case .today: phrase(.today).capitalizedFirst
        case .restOfToday: phrase(.restOfToday).capitalizedFirst
        case .tonight: phrase(.tonight).capitalizedFirst
        case .tomorrow: phrase(.tomorrow).capitalizedFirst
        }
    }

    /// What a sentence lists: the sky and what falls, the temperatures, the wind.
    /// - Parameters:
    ///   - fall: what falls and when, `rain from 14:00`.
    ///   - range: the lowest and the highest temperature, `12° to 18°`.
    func parts(
        of summary: Summary, fall: (_ what: String, _ period: String) -> String = { "\($0) \($1)" },
        range: (_ low: String, _ high: String) -> String
    ) -> [String] {
        let sky = condition(
            summary.condition, likelihood: summary.likelihood, isDay: summary.subject != .tonight)
        var parts = [sky]
        if let what = summary.fall {
            let period = period(from: what.from, until: what.until)
            // The name of the condition may say what falls, but one that is possible only does not name what surely falls.
            let isNamed = summary.likelihood != .possible || what.isPossible
            if isNamed, summary.condition.tells(isSnow: what.isSnow) {
                parts = [period.map { fall(sky, $0) } ?? sky]
            } else {
                let name =
                    what.isPossible
                    ? condition(what.isSnow ? .snow : .rain, .possible) : falling(isSnow: what.isSnow)
                parts.append(period.map { fall(name, $0) } ?? name)
            }
        }
        switch (summary.low, summary.high) {
        case (let low?, let high?): parts.append(low == high ? low : range(low, high))
        case (let one?, nil), (nil, let one?): parts.append(one)
        case (nil, nil): break
        }
        return parts + [summary.wind].compactMap(\.self)
    }
}

extension Condition {
    /// Whether its name says that rain falls, or snow.
    fileprivate func tells(isSnow: Bool) -> Bool {
        switch self {
        case .drizzle, .freezingDrizzle, .rainLight, .rain, .rainHeavy, .freezingRain, .rainShowers, .thunderstorm,
            .thunderstormHail:
            !isSnow
        case .snowLight, .snow, .snowHeavy, .snowShowers: isSnow
        case .sleet: true
        case .clear, .mostlyClear, .partlyCloudy, .overcast, .fog, .haze, .smoke, .dust, .squall, .tornado, .unknown:
            false
        }
    }
}
