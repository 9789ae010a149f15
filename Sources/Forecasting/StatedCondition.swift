import Weather

/// A condition and how sure the service is of it.
struct StatedCondition: Hashable {
    var condition: Condition
    /// nil when it is stated as expected.
    var likelihood: Likelihood?

    /// The condition that stands for several, as sure as the surest that states it; nil when there is none: the worst of those
    /// that are expected, or where nothing worse than clouds is expected, the worst that is possible.
    static func worst(of all: some Sequence<StatedCondition>) -> StatedCondition? {
        all.max { $0.rank < $1.rank }
    }

    private var rank: (shown: Int, severity: Int, certainty: Int) {
        let severity = condition.severity
        return (likelihood == .possible ? min(severity, Condition.overcast.severity) : severity, severity, certainty)
    }

    private var certainty: Int {
        switch likelihood {
        case .possible: 0
        case .likely: 1
        case nil: 2
        }
    }
}

extension Conditions {
    var stated: StatedCondition { StatedCondition(condition: condition, likelihood: likelihood) }
}
