import Weather

/// A day's temperature range as a bar, on a scale that all days share.
struct TemperatureRange {
    /// °C.
    private let scale: ClosedRange<Double>

    /// nil when all temperatures are unknown.
    ///
    /// - Parameter spreads: the ranges of an ensemble that are shown beside the days.
    init?(of days: some Sequence<Day>, _ spreads: [Spread?] = []) {
        let forecast = days.flatMap { [$0.temperatureMin, $0.temperatureMax] }.compactMap(\.self).filter(\.isFinite)
        let temperatures = forecast.isEmpty ? [] : forecast + spreads.compactMap(\.self).flatMap { [$0.from, $0.to] }
        guard let low = temperatures.min(), let high = temperatures.max() else { return nil }
        scale = low...high
    }

    /// A bar with a resolution of half a column; a mark if one end is unknown, nil if both are.
    ///
    /// - Parameter spread: from the lowest to the highest temperature of most members of an ensemble, dotted; nil for none.
    func bar(for day: Day, spread: Spread? = nil, columns: Int) -> StyledText? {
        let ends = [day.temperatureMin, day.temperatureMax].compactMap(\.self).filter(\.isFinite)
        guard let low = ends.min(), let high = ends.max(), columns > 0 else { return nil }
        let halves = 2 * columns
        func half(of celsius: Double) -> Int {
            min(halves - 1, Int((share(of: celsius) * Double(halves - 1)).rounded()))
        }
        let (first, last) = (half(of: low), max(half(of: low), half(of: high)))
        let dotted = spread.map { half(of: $0.from) / 2...max(half(of: $0.from), half(of: $0.to)) / 2 }
        var bar: StyledText = ""
        for column in 0..<columns {
            let (isLeft, isRight) = (
                (first...last).contains(2 * column), (first...last).contains(2 * column + 1)
            )
            let rest = dotted?.contains(column) == true ? "·" : " "
            let sign = isLeft ? isRight ? "▄" : "▖" : isRight ? "▗" : rest
            bar += StyledText(sign, sign == " " ? .plain : .temperature(temperature(at: column, of: columns)))
        }
        return bar
    }

    private func share(of celsius: Double) -> Double {
        scale.lowerBound == scale.upperBound
            ? 0.5 : (celsius - scale.lowerBound) / (scale.upperBound - scale.lowerBound)
    }

    /// The temperature at the middle of a column.
    private func temperature(at column: Int, of columns: Int) -> Double {
        scale.lowerBound + (scale.upperBound - scale.lowerBound) * (Double(column) + 0.5) / Double(columns)
    }
}
