package import Weather

/// The parts of a sentence about a day, in the language.
package struct Summary: Sendable, Hashable {
    /// The day.
    package enum Subject: Sendable, Hashable, CaseIterable {
        case today, restOfToday, tonight, tomorrow
    }

    /// Precipitation that `spells` leaves out.
    package enum Omission: Sendable, Hashable, CaseIterable {
        case possible, expected
    }

    package var subject: Subject
    /// Whether the sentence is the forecast's beside a measured present that differs from it.
    package var isModelled = false
    /// The cloudiness, if there are no spells but fog; nil when unknown.
    package var sky: Condition?
    /// The same after the only spell, which has begun.
    package var laterSky: Condition?
    /// Whether there are no spells although precipitation is not quite ruled out.
    package var isProbablyDry: Bool
    /// Precipitation, storms and fog: at most two, in order of time.
    package var spells: [Spell]
    /// nil when `spells` contains everything.
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
        /// nil when it does not end in the time that the sentence is about.
        package var until: String?
        package var isAllDay: Bool
        /// Whether it begins when the spell before it ends.
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
