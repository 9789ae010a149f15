import Weather

/// How long ago a report was fetched, as people say it: `under 1 min`, `3 min`, `2 h`, `5 days`.
struct Age {
    /// 0 or more.
    private let seconds: Int

    init(seconds: Int) {
        self.seconds = max(0, seconds)
    }

    var text: String {
        switch seconds {
        case ..<60: "under 1 min"
        case ..<3600: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }

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
