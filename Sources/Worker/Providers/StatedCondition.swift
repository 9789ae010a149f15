import Weather

/// A condition with its likelihood.
struct StatedCondition: Hashable {
    var condition: Condition
    /// nil when the condition is expected.
    var likelihood: Likelihood?

    /// The condition that represents several, with the highest likelihood given for it; nil for none: the worst
    /// expected one, or if nothing worse than clouds is expected, the worst possible one.
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
