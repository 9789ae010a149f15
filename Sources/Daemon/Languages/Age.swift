package import Weather

/// The age of a report.
package struct Age {
    /// As displayed.
    package enum Count: Sendable, Hashable {
        case underOneMinute
        case minutes(Int)
        case hours(Int)
        /// Two or more.
        case days(Int)
    }

    /// 0 or more.
    private let seconds: Int

    /// Up to this age the text is in minutes, s.
    private let longestInMinutes: Int

    package init(seconds: Int) {
        self.seconds = max(0, seconds)
        longestInMinutes = 3600
    }

    /// The age of a measurement, which expires after an hour and a half: `85 min`.
    package init(ofMeasurement seconds: Int) {
        self.seconds = max(0, seconds)
        longestInMinutes = 7200
    }

    package var count: Count {
        switch seconds {
        case ..<60: .underOneMinute
        case ..<longestInMinutes: .minutes(seconds / 60)
        case ..<172_800: .hours(seconds / 3600)
        default: .days(seconds / 86_400)
        }
    }

    /// `under 1 min`, `3 min`, `2 h`, `5 days`.
    package func text(in words: any Words) -> String { words.age(count) }

    /// Seconds until the text changes.
    package var untilNextText: Int {
        let step = seconds < longestInMinutes ? 60 : seconds < 172_800 ? 3600 : 86_400
        return step - seconds % step
    }
}

extension ProviderReport {
    /// When the text of the age next changes.
    package func nextAge(after now: UnixTime) -> UnixTime {
        max(now, fetchedAt).advanced(by: Age(seconds: age(at: now)).untilNextText)
    }
}
