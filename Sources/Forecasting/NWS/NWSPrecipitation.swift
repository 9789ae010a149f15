import Weather

extension NWSGrid {
    /// Adds precipitation to the hours: each sum and its span's probability to the hour in which the span begins. The
    /// hourly forecast repeats the probability of a period of up to twelve hours in each of its hours, so beyond the
    /// sums the spans of the grid's probabilities are used.
    ///
    /// - Parameter hours: in order of time, with the probabilities of the hourly forecast.
    func addPrecipitation(to hours: inout [Hour]) {
        var index = 0
        while index < hours.count {
            let time = hours[index].time
            let sum = precipitation.span(inHourFrom: time)
            guard let span = sum ?? probability.span(inHourFrom: time) else {
                index += 1
                continue
            }
            let count = max(1, hours[index...].prefix { $0.time < span.end }.count)
            let highest = hours[index..<index + count].compactMap(\.precipitationProbability).max()
            for covered in index..<index + count { hours[covered].precipitationProbability = nil }
            hours[index].precipitationProbability = highest
            // Of a span that has begun, only the rest counts; how much of its amount has already fallen is unknown.
            let start = max(span.start, time)
            let period = span.end.seconds(since: start)
            if let sum, sum.start == start { add(sum, to: &hours[index].conditions) }
            if period > 3600, hours[index].hasPrecipitation { hours[index].conditions.precipitationPeriod = period }
            index += count
        }
    }

    private func add(_ water: NWSSeries.Span, to conditions: inout Conditions) {
        conditions.precipitation = water.value
        conditions.snowfall = snowfall.sum(from: water.start, to: water.end)
        conditions.rain = conditions.snowfall.map {
            max(0, water.value - FreshSnow.water(ofDepth: $0)).rounded(decimals: 3)
        }
    }
}
