public import Weather

/// The events in a fleet. Times are seconds from midnight on a Monday.
public struct Scenario: Sendable {
    /// A period in which the requests of a share of the installations fail.
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
    public var habits: Habits
    public var outage: Outage?
    public var seed: UInt64

    public init(
        installations: Int, seconds: Int, habits: Habits = .alwaysOn, outage: Outage? = nil, seed: UInt64 = 1
    ) {
        (self.installations, self.seconds, self.habits) = (installations, seconds, habits)
        (self.outage, self.seed) = (outage, seed)
    }

    /// The load of all installations. They are independent, so each is simulated for the whole time.
    ///
    /// - Parameter tasks: the number of concurrent tasks; it does not change the result.
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
            var installation = Installation(dice: RandomDraws(seed: seed, installation: index))
            installation.run(self, &load)
        }
        return load
    }
}
