import Weather

/// How long ago a report was fetched.
struct Age {
    /// As people say it.
    enum Count: Sendable, Hashable {
        case underOneMinute
        case minutes(Int)
        case hours(Int)
        /// Two or more.
        case days(Int)
    }

    /// 0 or more.
    private let seconds: Int

    init(seconds: Int) {
        self.seconds = max(0, seconds)
    }

    var count: Count {
        switch seconds {
        case ..<60: .underOneMinute
        case ..<3600: .minutes(seconds / 60)
        case ..<172_800: .hours(seconds / 3600)
        default: .days(seconds / 86_400)
        }
    }

    /// `under 1 min`, `3 min`, `2 h`, `5 days`.
    func text(in words: any Words) -> String { words.age(count) }

    /// Seconds until the text changes.
    var untilNextText: Int {
        let step = seconds < 3600 ? 60 : seconds < 172_800 ? 3600 : 86_400
        return step - seconds % step
    }
}

extension ProviderReport {
    /// When the age of the report next reads otherwise.
    func nextAge(after now: UnixTime) -> UnixTime {
        max(now, fetchedAt).advanced(by: Age(seconds: age(at: now)).untilNextText)
    }
}
