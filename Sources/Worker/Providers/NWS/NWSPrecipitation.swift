import Weather

extension NWSGrid {
    /// Adds the amounts to the hours: each sum to the hour in which its span begins. Probabilities stay the hours' own.
    ///
    /// - Parameter hours: in order of time, with the probabilities of the hourly forecast.
    func addAmounts(to hours: inout [Hour]) {
        var index = 0
        while index < hours.count {
            let time = hours[index].time
            guard let sum = precipitation.span(inHourFrom: time) else {
                index += 1
                continue
            }
            // Of a span that has begun, how much of its amount has already fallen is unknown.
            if sum.start >= time { add(sum, to: &hours[index].conditions) }
            index += max(1, hours[index...].prefix { $0.time < sum.end }.count)
        }
    }

    private func add(_ water: NWSSeries.Span, to conditions: inout Conditions) {
        conditions.precipitation = water.value
        if water.duration > 3600 { conditions.precipitationPeriod = water.duration }
        conditions.snowfall = snowfall.sum(from: water.start, to: water.end)
        conditions.rain = conditions.snowfall.map {
            max(0, water.value - FreshSnow.water(ofDepth: $0)).rounded(decimals: 3)
        }
    }
}
