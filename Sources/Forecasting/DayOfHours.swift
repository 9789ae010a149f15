import Weather

extension Day {
    /// The day that its hours make, for providers that have hours alone: highest and lowest of what varies, sums of what falls,
    /// means of the sky. A quantity that no hour has is nil, and a sum too when an hour of those given lacks it. The sun's
    /// course is left for the caller.
    ///
    /// - Parameter hours: those that begin on the day.
    init(date: CalendarDate, start: UnixTime, end: UnixTime, hours: some Collection<Hour>) {
        self.init(date: date, start: start, end: end)
        let conditions = hours.map(\.conditions)
        func values(_ quantity: KeyPath<Conditions, Double?>) -> [Double] {
            conditions.compactMap { $0[keyPath: quantity] }
        }
        func sum(_ quantity: KeyPath<Conditions, Double?>) -> Double? {
            let values = values(quantity)
            return values.isEmpty || values.count < conditions.count ? nil : values.reduce(0, +).rounded(decimals: 1)
        }
        condition = conditions.map(\.condition).max { $0.severity < $1.severity } ?? .unknown
        temperatureMax = values(\.temperature).max()
        temperatureMin = values(\.temperature).min()
        feelsLikeMax = values(\.feelsLike).max()
        feelsLikeMin = values(\.feelsLike).min()
        let cover = values(\.cloudCover)
        cloudCover = cover.isEmpty ? nil : (cover.reduce(0, +) / Double(cover.count)).rounded()
        precipitation = sum(\.precipitation)
        rain = sum(\.rain)
        snowfall = sum(\.snowfall)
        precipitationProbability = hours.compactMap(\.precipitationProbability).max()
        let falling = values(\.precipitation)
        precipitationHours = falling.isEmpty ? nil : Double(falling.count { $0 > 0 })
        windSpeedMax = values(\.windSpeed).max()
        windGustMax = values(\.windGust).max()
        windDirection = conditions.max { ($0.windSpeed ?? 0) < ($1.windSpeed ?? 0) }?.windDirection
        uvIndexMax = values(\.uvIndex).max()
    }
}
