public import Weather

extension Report {
    /// The report with values derived from others in it, for every provider: conditions from clouds, amounts and temperature;
    /// days from their hours; and current values from the hours around now. Values that the provider gives are never changed.
    /// Conditions stay unknown where the provider gives codes that weatherd does not know.
    public var completed: Report {
        var report = self
        let snowPerWater = FreshSnow.perWater(of: provider)
        let derived = DerivedWeather(
            coordinate: coordinate, calendar: PlaceCalendar(timeZone: timeZone, at: coordinate))
        for index in report.hours.indices {
            if unknownCodes == nil { report.hours[index].conditions.deriveCondition(snowPerWater: snowPerWater) }
            if report.hours[index].conditions.isDay == nil {
                report.hours[index].conditions.isDay = derived.isDay(at: report.hours[index].time)
            }
        }
        if days.isEmpty {
            report.days = derived.days(of: report.hours, from: fetchedAt)
        } else {
            report.completeDays(derived)
        }
        report.completePresent(derived, snowPerWater: snowPerWater)
        return report
    }

    private mutating func completeDays(_ derived: DerivedWeather) {
        var rest = hours[...]
        for index in days.indices {
            rest = rest.drop { $0.time < days[index].start }
            let own = rest.prefix { $0.time < days[index].end }
            rest = rest.dropFirst(own.count)
            if days[index].daylight == nil { days[index].daylight = derived.day(days[index].date)?.daylight }
            if days[index].condition == .unknown, unknownCodes == nil,
                let worst = StatedCondition.worst(of: own.map(\.conditions.stated))
            {
                (days[index].condition, days[index].likelihood) = (worst.condition, worst.likelihood)
            }
        }
    }

    /// A station's measurements are not mixed with a forecast here: their provider, or the daemon, decides which may be.
    private mutating func completePresent(_ derived: DerivedWeather, snowPerWater: Double) {
        guard var present = current, currentOrigin != .station else { return }
        let time = observedAt ?? fetchedAt
        present.completeTotal(with: nil, snowPerWater: snowPerWater)
        if var state = hours.state(at: time) {
            if unknownCodes != nil { state.condition = .unknown }
            present.complete(with: state, snowPerWater: snowPerWater)
        }
        if unknownCodes == nil { present.deriveCondition(snowPerWater: snowPerWater) }
        if present.isDay == nil { present.isDay = derived.isDay(at: time) }
        current = present
    }
}

extension Conditions {
    /// Takes each missing value from the forecast for the same moment.
    fileprivate mutating func complete(with state: Conditions, snowPerWater: Double) {
        for quantity in Self.quantities where quantity.get(self) == nil && quantity.kind.interpolation != .ofPeriod {
            // Calm has no direction.
            if quantity.kind == .direction, windSpeed == 0 { continue }
            quantity.set(&self, quantity.get(state))
        }
        completeTotal(with: state, snowPerWater: snowPerWater)
        // Amounts belong together: those of another period are taken as a whole.
        if precipitation == nil, state.precipitation != nil {
            takePrecipitation(of: state)
            precipitationPeriod = state.precipitationPeriod ?? 3600
        }
        if condition == .unknown { (condition, likelihood) = (state.condition, state.likelihood) }
    }

    /// The missing total of the amounts, if the rain and the snow are known; or one of them, and the forecast has none of the
    /// other.
    fileprivate mutating func completeTotal(with state: Conditions?, snowPerWater: Double) {
        guard precipitation == nil, rain != nil || snowfall != nil,
            let rain = rain ?? state?.rain.flatMap({ $0 == 0 ? 0 : nil }),
            let snowfall = snowfall ?? state?.snowfall.flatMap({ $0 == 0 ? 0 : nil })
        else { return }
        precipitation = (rain + FreshSnow.water(ofDepth: snowfall, perWater: snowPerWater)).rounded(decimals: 3)
        precipitationPeriod = precipitationPeriod ?? state?.precipitationPeriod ?? 3600
    }
}
