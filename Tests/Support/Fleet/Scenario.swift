public import Weather

/// Events in a fleet. Times are seconds from a full hour, the first of a Monday.
public struct Scenario: Sendable {
    /// The answer for this fraction of the installations between two times.
    public struct Outage: Sendable {
        public var begin: Double
        public var end: Double
        public var failure: FetchFailure
        public var share = 1.0

        public init(begin: Double, end: Double, failure: FetchFailure, share: Double = 1) {
            (self.begin, self.end, self.failure, self.share) = (begin, end, failure, share)
        }
    }

    public var installations: Int
    public var seconds: Int
    public var usage: UsagePattern
    public var outage: Outage?
    public var seed: UInt64

    public init(
        installations: Int, seconds: Int, usage: UsagePattern = .alwaysOn, outage: Outage? = nil, seed: UInt64 = 1
    ) {
        (self.installations, self.seconds, self.usage) = (installations, seconds, usage)
        (self.outage, self.seed) = (outage, seed)
    }

    /// The load of all installations. They are independent, so each is simulated from start to end.
    ///
    /// - Parameter tasks: the number of parallel tasks; does not affect the result.
    public func run(tasks: Int = 2) async -> Load {
        await withTaskGroup(of: Load.self) { group in
            for task in 0..<tasks {
                group.addTask { run(stride(from: task, to: installations, by: tasks)) }
            }
            var sum = Load(seconds: seconds)
            for await load in group { sum.add(load) }
            return sum
        }
    }

    private func run(_ installations: StrideTo<Int>) -> Load {
        var load = Load(seconds: seconds)
        for index in installations {
            var installation = Installation(draws: RandomDraws(seed: seed, installation: index))
            installation.run(self, &load)
        }
        return load
    }
}
