import Weather

/// Throws if a report violates the documentation of `Weather`, so that invalid data would be displayed.
func requireValid(_ report: Report) throws {
    if let current = report.current { try requireValid(current, Conditions.quantities) }
    try requireTime(report.observedAt)
    try require(report.hours.count <= 2100, "\(report.hours.count) hours")
    try requireOrdered(report.hours.map(\.time), "hours")
    for hour in report.hours {
        try requireTime(hour.time)
        try requireValid(hour, Hour.quantities)
    }
    try require(report.days.count <= 2100, "\(report.days.count) days")
    try requireOrdered(report.days.map(\.date), "days")
    try requireOrdered(report.days.map(\.start), "midnights")
    for day in report.days { try requireValid(day) }
    try require(report.precipitation.count <= 10_080, "\(report.precipitation.count) steps")
    for step in report.precipitation { try require(step.amount, in: 0...5000, "amount of a step") }
    for alert in report.alerts ?? [] { try requireValid(alert) }
    try require((report.unknownCodes?.count ?? 0) <= 20, "too many codes: \(report.unknownCodes ?? [])")
}

private func requireValid(_ day: Day) throws {
    try require((22...26).contains(day.end.seconds(since: day.start) / 3600), "a day from \(day.start) to \(day.end)")
    if case .sun(let rise, let set) = day.daylight { try require(rise <= set, "sunset before sunrise: \(day)") }
    try requireValid(day, Day.quantities)
}

func requireValid(_ report: AirReport) throws {
    try require(report.hours.count <= 2100, "\(report.hours.count) hours")
    try requireOrdered(report.hours.map(\.time), "hours of air")
    for air in report.hours {
        try requireTime(air.time)
        try requireValid(air, AirQuality.quantities)
    }
}

func requireValid(_ report: MarineReport) throws {
    try require(report.hours.count <= 2100, "\(report.hours.count) hours")
    try requireOrdered(report.hours.map(\.time), "hours of the sea")
    for hour in report.hours {
        try requireTime(hour.time)
        try requireValid(hour, MarineHour.quantities)
    }
}

func requireValid(_ report: AlertReport) throws {
    try require(report.alerts.count <= 100, "\(report.alerts.count) alerts")
    for alert in report.alerts { try requireValid(alert) }
}

private func requireValid(_ alert: Alert) throws {
    try require(alert.event.count <= 300, "an event of \(alert.event.count) letters")
    try require((alert.text ?? "").count <= 20_000, "a text of \(alert.text?.count ?? 0) letters")
    let points = alert.areas.reduce(0) { $0 + $1.pointCount }
    try require(points <= Alert.mostPoints, "areas of \(points) points")
    for time in [alert.issuedAt, alert.onset, alert.ends] { try requireTime(time) }
}

/// An invalid time must not become a valid one.
private func requireTime(_ time: UnixTime?) throws {
    guard let time else { return }
    // A time derived from a valid one may be a day earlier or later.
    let (start, end) = (UnixTime.plausible.lowerBound, UnixTime.plausible.upperBound)
    try require(
        (start.advanced(by: -86_400)..<end.advanced(by: 86_400)).contains(time), "the time \(time.seconds)")
}

private func requireValid<Owner>(_ owner: Owner, _ quantities: [Quantity<Owner>]) throws {
    for quantity in quantities { try require(quantity.get(owner), in: quantity.range, quantity.key) }
}

private func require(_ value: Double?, in range: ClosedRange<Double>, _ name: String) throws {
    guard let value else { return }
    try require(range.contains(value), "\(name) \(value)")
}

private func requireOrdered<Key: Comparable>(_ keys: [Key], _ name: String) throws {
    for (one, next) in zip(keys, keys.dropFirst()) { try require(one < next, "\(name) out of order: \(one), \(next)") }
}
