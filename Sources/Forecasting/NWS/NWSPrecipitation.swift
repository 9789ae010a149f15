import Weather

extension NWSGrid {
    /// Gives the hours what falls, each sum to the hour that its span begins in, together with the span's probability. The
    /// hourly forecast repeats the probability of one, three, six or twelve hours for each of them: it goes with the sum,
    /// and beyond the sums with the spans of the grid's own probabilities.
    ///
    /// - Parameter hours: in the order of time, with the probabilities of the hourly forecast.
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
            // A span that has begun is cut to its rest; how much of its amount has fallen already is unknown.
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
