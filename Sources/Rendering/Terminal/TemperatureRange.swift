import Weather

/// A day's temperature range as a bar, on a scale that all days share.
struct TemperatureRange {
    /// °C.
    private let scale: ClosedRange<Double>

    /// nil when all temperatures are unknown.
    init?(of days: some Sequence<Day>) {
        let temperatures = days.flatMap { [$0.temperatureMin, $0.temperatureMax] }.compactMap(\.self).filter(\.isFinite)
        guard let low = temperatures.min(), let high = temperatures.max() else { return nil }
        scale = low...high
    }

    /// A bar with a resolution of half a column; a mark if one end is unknown, nil if both are.
    func bar(for day: Day, columns: Int) -> StyledText? {
        let ends = [day.temperatureMin, day.temperatureMax].compactMap(\.self).filter(\.isFinite)
        guard let low = ends.min(), let high = ends.max(), columns > 0 else { return nil }
        let halves = 2 * columns
        let first = min(halves - 1, Int((share(of: low) * Double(halves - 1)).rounded()))
        let last = max(first, Int((share(of: high) * Double(halves - 1)).rounded()))
        var bar: StyledText = ""
        for column in 0..<columns {
            let (isLeft, isRight) = (
                (first...last).contains(2 * column), (first...last).contains(2 * column + 1)
            )
            let sign = isLeft ? isRight ? "▄" : "▖" : isRight ? "▗" : " "
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
