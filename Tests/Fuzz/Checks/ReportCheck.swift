import Weather

/// Throws when something in a report is none of what `Weather` documents, so that it would reach the screen.
func demandSound(_ report: Report) throws {
    if let current = report.current { try demandSound(current, Conditions.quantities) }
    try demandTime(report.observedAt)
    try demand(report.hours.count <= 2100, "\(report.hours.count) hours")
    try demandOrdered(report.hours.map(\.time), "hours")
    for hour in report.hours {
        try demandTime(hour.time)
        try demandSound(hour, Hour.quantities)
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

private func demandSound(_ day: Day) throws {
    try demand((22...26).contains(day.end.seconds(since: day.start) / 3600), "a day from \(day.start) to \(day.end)")
    if case .sun(let rise, let set) = day.daylight { try demand(rise <= set, "sunset before sunrise: \(day)") }
    try demandSound(day, Day.quantities)
}

func demandSound(_ report: AirReport) throws {
    try demand(report.hours.count <= 2100, "\(report.hours.count) hours")
    try demandOrdered(report.hours.map(\.time), "hours of air")
    for air in report.hours {
        try demandTime(air.time)
        try demandSound(air, AirQuality.quantities)
    }
}

func demandSound(_ report: AlertReport) throws {
    try demand(report.alerts.count <= 100, "\(report.alerts.count) alerts")
    for alert in report.alerts { try demandSound(alert) }
}

private func demandSound(_ alert: Alert) throws {
    try demand(alert.event.count <= 300, "an event of \(alert.event.count) letters")
    try demand((alert.text ?? "").count <= 20_000, "a text of \(alert.text?.count ?? 0) letters")
    let points = alert.areas.reduce(0) { $0 + $1.pointCount }
    try demand(points <= Alert.mostPoints, "areas of \(points) points")
    for time in [alert.issuedAt, alert.onset, alert.ends] { try demandTime(time) }
}

/// From 2000 to 2100: an invalid time must not become a valid one.
private func demandTime(_ time: UnixTime?) throws {
    guard let time else { return }
    // A time computed from a plausible one may be a day later.
    try demand((946_598_400..<4_102_531_200).contains(time.seconds), "the time \(time.seconds)")
}

private func demandSound<Owner>(_ owner: Owner, _ quantities: [Quantity<Owner>]) throws {
    for quantity in quantities { try demand(quantity.get(owner), in: quantity.range, quantity.key) }
}

private func demand(_ value: Double?, in range: ClosedRange<Double>, _ name: String) throws {
    guard let value else { return }
    try demand(range.contains(value), "\(name) \(value)")
}

private func demandOrdered<Key: Comparable>(_ keys: [Key], _ name: String) throws {
    for (one, next) in zip(keys, keys.dropFirst()) { try demand(one < next, "\(name) out of order: \(one), \(next)") }
}
