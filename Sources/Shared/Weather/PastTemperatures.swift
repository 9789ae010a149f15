/// A place's temperatures of the last two days, for a comparison with the same time yesterday.
public struct PastTemperatures: Sendable, Hashable {
    /// A temperature at one moment.
    public struct Point: Sendable, Hashable {
        public var time: UnixTime
        /// °C.
        public var temperature: Double

        public init(time: UnixTime, temperature: Double) {
            self.time = time
            self.temperature = temperature
        }

        /// nil without a temperature.
        public init?(_ hour: Hour) {
            guard let temperature = hour.conditions.temperature else { return nil }
            self.init(time: hour.time, temperature: temperature)
        }
    }

    /// In order of time, each time once.
    public private(set) var points: [Point]

    /// More than from any hour of today to the same hour of yesterday, with an hour on either side, s.
    private static let span = 50 * 3600
    /// How many hours of a forecast count as the past once they have passed, s. Later ones are too uncertain.
    private static let reach = 3 * 3600
    /// The longest gap that is interpolated, s.
    private static let longestGap = 3600
    private static let day = 86_400

    /// - Parameter points: in any order.
    public init(_ points: [Point] = []) {
        var temperatures: [UnixTime: Double] = [:]
        for point in points { temperatures[point.time] = point.temperature }
        self.points = temperatures.map(Point.init).sorted { $0.time < $1.time }
    }

    /// Adds the past hours of a report, replacing former values. Sample data is not recorded.
    public mutating func record(_ report: Report, at now: UnixTime) {
        guard !report.provider.isSample else { return }
        let end = min(now, report.fetchedAt.advanced(by: Self.reach))
        let passed = report.hours.prefix { $0.time <= end }.compactMap(Point.init)
        let kept = now.advanced(by: -Self.span)...now
        self = PastTemperatures((points + report.past + passed).filter { kept.contains($0.time) })
    }

    /// These temperatures, followed by a forecast's up to its first hour after `moment`.
    public func followed(by report: Report, until moment: UnixTime) -> PastTemperatures {
        let end = moment.advanced(by: 3600)
        return PastTemperatures(points + report.hours.prefix { $0.time <= end }.compactMap(Point.init))
    }

    /// °C, interpolated between two hours; nil when unknown.
    public func temperature(at moment: UnixTime) -> Double? {
        guard let next = points.firstIndex(where: { moment <= $0.time }) else { return nil }
        let after = points[next]
        if after.time == moment { return after.temperature }
        guard next > 0 else { return nil }
        let before = points[next - 1]
        let gap = after.time.seconds(since: before.time)
        guard gap <= Self.longestGap else { return nil }
        let share = Double(moment.seconds(since: before.time)) / Double(gap)
        return before.temperature + (after.temperature - before.temperature) * share
    }

    /// °C, 24 hours before `moment`; nil when unknown.
    public func yesterday(at moment: UnixTime) -> Double? {
        temperature(at: moment.advanced(by: -Self.day))
    }
}
