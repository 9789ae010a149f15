import Weather

extension AirReport {
    /// nil when there is no usable value in the answer.
    init?(_ answer: OpenMeteoAnswer, for coordinate: Coordinate, at now: UnixTime) {
        let (calendar, utcOffset) = answer.clock(at: now)
        // Hours that have ended are of no use any more. A service that is asked for nothing else gives the present alone.
        let hours = answer.hourlyRows(utcOffset: utcOffset)
            .filter { now < $0.time.advanced(by: 3600) }
            .compactMap { AirQuality($0.row, time: $0.time) }
        let present = answer.current.rows(utcOffset: utcOffset).compactMap { AirQuality($0.row, time: $0.time) }
        let told = hours.isEmpty ? present : hours
        if told.isEmpty { return nil }
        self.init(
            coordinate: coordinate, timeZone: answer.timeZone == nil ? nil : calendar.identifier,
            provider: OpenMeteoAir.identity, fetchedAt: now, hours: told)
    }
}

extension AirQuality {
    /// What the service calls each value.
    static var openMeteoColumns: [(name: String, path: WritableKeyPath<AirQuality, Double?>, AirQuantity)] {
        [
            ("european_aqi", \.europeanIndex, .index), ("us_aqi", \.usIndex, .index),
            ("pm2_5", \.fineParticles, .concentration), ("pm10", \.particles, .concentration),
            ("ozone", \.ozone, .concentration), ("nitrogen_dioxide", \.nitrogenDioxide, .concentration),
            ("sulphur_dioxide", \.sulphurDioxide, .concentration),
            ("carbon_monoxide", \.carbonMonoxide, .concentration),
            ("ammonia", \.ammonia, .concentration), ("dust", \.dust, .concentration),
            ("alder_pollen", \.alderPollen, .pollen), ("birch_pollen", \.birchPollen, .pollen),
            ("grass_pollen", \.grassPollen, .pollen), ("mugwort_pollen", \.mugwortPollen, .pollen),
            ("olive_pollen", \.olivePollen, .pollen), ("ragweed_pollen", \.ragweedPollen, .pollen),
        ]
    }

    /// nil when nothing is known.
    fileprivate init?(_ row: OpenMeteoRow, time: UnixTime) {
        self.init(time: time)
        for (name, path, quantity) in Self.openMeteoColumns {
            self[keyPath: path] = row.number(name).flatMap { quantity.value($0, unit: row.unit(name)) }
        }
        if self == AirQuality(time: time) { return nil }
    }
}
