extension Report {
    /// Lets the radar decide whether it rains or snows, as far as the model decided it: a station measures it itself.
    func takeRadar(into present: inout Present, at now: UnixTime) {
        guard let rate = radarRate(at: now), present.origin != .sample else { return }
        present.radarRate = rate
        let isWet = rate >= Nowcast.leastRate
        let kind: PrecipitationKind = isSnow(at: now) ? .snow : .rain
        let conditions = present.conditions
        if present.origin(of: .condition) != .station, conditions.condition.mayContradict(radarIsWet: isWet) {
            present.contradicted = conditions.condition == .unknown ? nil : conditions
            let sky = conditions.cloudCover.map(Condition.init(cover:)) ?? .overcast
            present.conditions.condition = isWet ? kind.condition(rate: rate) : sky
            present.conditions.likelihood = nil
            present.ofRadar.insert(.condition)
        }
        let falls = (conditions.precipitationRate ?? 0) >= Nowcast.leastRate
        let isOther = present.ofRadar.contains(.condition) || falls != isWet
        guard present.origin(of: .precipitation) != .station, isOther else { return }
        var amounts = Conditions()
        (amounts.precipitation, amounts.precipitationPeriod) = (rate, 0)
        // The depth of the snow is unknown.
        if kind == .rain || !isWet { (amounts.rain, amounts.snowfall) = (rate, 0) } else { amounts.rain = 0 }
        present.conditions.takePrecipitation(of: amounts)
        present.ofRadar.insert(.precipitation)
    }

    /// When the radar next has another rate; nil if not before its end.
    func nextRadarChange(after now: UnixTime) -> UnixTime? {
        guard let radarReach, let rate = radarRate(at: now) else { return nil }
        return precipitation.lazy.map(\.end).first { $0 > now && $0 <= radarReach && radarRate(at: $0) != rate }
    }
}

extension Condition {
    /// Whether it says of rain and snow what the radar denies. Storms and fog may be dry.
    fileprivate func mayContradict(radarIsWet: Bool) -> Bool {
        guard radarIsWet else { return precipitationKind != nil }
        return precipitationKind == nil && self != .squall && self != .tornado
    }
}
