import Weather

/// Throws when something in a report is none of what `Weather` documents, so that it would reach the screen.
func demandSound(_ report: Report) throws {
    if let current = report.current { try demandSound(current) }
    try demandTime(report.observedAt)
    try demand(report.hours.count <= 2100, "\(report.hours.count) hours")
    try demandOrdered(report.hours.map(\.time), "hours")
    for hour in report.hours {
        try demandTime(hour.time)
        try demandSound(hour.conditions)
        try demand(hour.precipitationProbability, in: 0...100, "probability")
    }
    try demand(report.days.count <= 2100, "\(report.days.count) days")
    try demandOrdered(report.days.map(\.date), "days")
    try demandOrdered(report.days.map(\.start), "midnights")
    for day in report.days { try demandSound(day) }
    try demand(report.precipitation.count <= 10_080, "\(report.precipitation.count) steps")
    for step in report.precipitation { try demand(step.amount, in: 0...5000, "amount of a step") }
    for alert in report.alerts ?? [] { try demandSound(alert) }
    try demand((report.unknownCodes?.count ?? 0) <= 20, "so many codes: \(report.unknownCodes ?? [])")
}

private func demandSound(_ conditions: Conditions) throws {
    try demand(conditions.temperature, in: -120...100, "temperature")
    // Reckoned of air and wind, each of which may be at its limit.
    try demand(conditions.feelsLike, in: -250...250, "apparent temperature")
    try demand(conditions.dewPoint, in: -150...100, "dew point")
    try demand(conditions.humidity, in: 0...100, "humidity")
    try demand(conditions.cloudCover, in: 0...100, "cloud cover")
    try demand(conditions.pressure, in: 800...1150, "pressure")
    try demand(conditions.windSpeed, in: 0...200, "wind")
    try demand(conditions.windDirection, in: 0...360, "wind direction")
    try demand(conditions.windGust, in: 0...200, "gusts")
    try demand(conditions.precipitation, in: 0...10_000, "precipitation")
    try demand(conditions.rain, in: 0...10_000, "rain")
    try demand(conditions.snowfall, in: 0...50_000, "snowfall")
    try demand(conditions.visibility, in: 0...1_000_000, "visibility")
    try demand(conditions.uvIndex, in: 0...60, "UV index")
}

private func demandSound(_ day: Day) throws {
    try demand((22...26).contains(day.end.seconds(since: day.start) / 3600), "a day from \(day.start) to \(day.end)")
    if case .sun(let rise, let set) = day.daylight { try demand(rise <= set, "sunset before sunrise: \(day)") }
    try demand(day.temperatureMax, in: -120...100, "highest temperature")
    try demand(day.temperatureMin, in: -120...100, "lowest temperature")
    try demand(day.feelsLikeMax, in: -250...250, "highest apparent temperature")
    try demand(day.feelsLikeMin, in: -250...250, "lowest apparent temperature")
    try demand(day.cloudCover, in: 0...100, "cloud cover of a day")
    try demand(day.precipitation, in: 0...250_000, "precipitation of a day")
    try demand(day.rain, in: 0...250_000, "rain of a day")
    try demand(day.snowfall, in: 0...1_250_000, "snowfall of a day")
    try demand(day.precipitationProbability, in: 0...100, "probability of a day")
    try demand(day.precipitationHours, in: 0...25, "hours of rain")
    try demand(day.windSpeedMax, in: 0...200, "highest wind")
    try demand(day.windGustMax, in: 0...200, "highest gust")
    try demand(day.windDirection, in: 0...360, "wind direction of a day")
    try demand(day.uvIndexMax, in: 0...60, "highest UV index")
}

func demandSound(_ report: AirReport) throws {
    try demand(report.hours.count <= 2100, "\(report.hours.count) hours")
    try demandOrdered(report.hours.map(\.time), "hours of air")
    for air in report.hours {
        try demandTime(air.time)
        // The European index has no upper end.
        for index in [air.europeanIndex, air.usIndex] { try demand(index, in: 0...10_000, "air quality index") }
        try demand(air.openWeatherIndex, in: 1...5, "OpenWeather's index")
        let concentrations = [
            air.fineParticles, air.particles, air.ozone, air.nitrogenDioxide, air.sulphurDioxide, air.carbonMonoxide,
            air.ammonia, air.dust, air.alderPollen, air.birchPollen, air.grassPollen, air.mugwortPollen,
            air.olivePollen, air.ragweedPollen,
        ]
        for concentration in concentrations { try demand(concentration, in: 0...1_000_000, "concentration") }
    }
}

func demandSound(_ report: AlertReport) throws {
    try demand(report.alerts.count <= 100, "\(report.alerts.count) alerts")
    for alert in report.alerts { try demandSound(alert) }
}

private func demandSound(_ alert: Alert) throws {
    try demand(alert.event.count <= 300, "an event of \(alert.event.count) letters")
    try demand((alert.text ?? "").count <= 20_000, "a text of \(alert.text?.count ?? 0) letters")
    for time in [alert.issuedAt, alert.onset, alert.ends] { try demandTime(time) }
}

/// From 2000 to 2100: what is no time must not become one.
private func demandTime(_ time: UnixTime?) throws {
    guard let time else { return }
    // What is reckoned from a believable time may lie a day beyond it.
    try demand((946_598_400..<4_102_531_200).contains(time.seconds), "the time \(time.seconds)")
}

private func demand(_ value: Double?, in range: ClosedRange<Double>, _ name: String) throws {
    guard let value else { return }
    try demand(range.contains(value), "\(name) \(value)")
}

private func demandOrdered<Key: Comparable>(_ keys: [Key], _ name: String) throws {
    for (one, next) in zip(keys, keys.dropFirst()) { try demand(one < next, "\(name) out of order: \(one), \(next)") }
}
