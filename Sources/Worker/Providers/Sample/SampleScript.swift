/// The sample week in steps of six hours from today's midnight: a fair day, a front with rain and gusts, cooler air
/// with showers, a calm night followed by fog, sun and warmth, a thunderstorm, and clear air.
struct SampleScript {
    /// Cloud cover, %.
    var cloud: Double
    /// Mean wind, m/s.
    var wind: Double
    /// Wind direction, degrees; above 360 after veering past north.
    var direction: Double
    /// At sea level, hPa.
    var pressure: Double
    /// °C above the mean of the season.
    var warmth: Double
    /// Relative humidity at the day's mean temperature, %.
    var humidity: Double

    /// Seconds between two steps.
    static let step = 6 * 3600
    static let days = 8

    // swift-format-ignore
    private static let steps: [SampleScript] = [
        // Today: fair, clouding over in the evening.
        .init(cloud: 10, wind: 2.0, direction: 160, pressure: 1018, warmth: 1.0, humidity: 68),
        .init(cloud: 25, wind: 2.5, direction: 170, pressure: 1017, warmth: 1.5, humidity: 66),
        .init(cloud: 40, wind: 3.5, direction: 180, pressure: 1015, warmth: 2.0, humidity: 62),
        .init(cloud: 70, wind: 4.5, direction: 195, pressure: 1011, warmth: 2.0, humidity: 68),
        // The front.
        .init(cloud: 95, wind: 6.5, direction: 205, pressure: 1006, warmth: 2.0, humidity: 80),
        .init(cloud: 100, wind: 9.0, direction: 215, pressure: 1000, warmth: 1.0, humidity: 88),
        .init(cloud: 100, wind: 11.0, direction: 235, pressure: 997, warmth: 0.0, humidity: 90),
        .init(cloud: 90, wind: 9.5, direction: 270, pressure: 1000, warmth: -2.0, humidity: 82),
        // Showers.
        .init(cloud: 60, wind: 7.0, direction: 285, pressure: 1005, warmth: -3.0, humidity: 76),
        .init(cloud: 55, wind: 6.5, direction: 290, pressure: 1008, warmth: -3.5, humidity: 74),
        .init(cloud: 75, wind: 7.0, direction: 295, pressure: 1010, warmth: -3.5, humidity: 72),
        .init(cloud: 45, wind: 4.0, direction: 305, pressure: 1014, warmth: -3.0, humidity: 74),
        // Fog in the morning.
        .init(cloud: 20, wind: 1.2, direction: 320, pressure: 1018, warmth: -3.0, humidity: 84),
        .init(cloud: 80, wind: 0.6, direction: 340, pressure: 1020, warmth: -2.5, humidity: 88),
        .init(cloud: 30, wind: 1.5, direction: 370, pressure: 1021, warmth: -1.5, humidity: 70),
        .init(cloud: 10, wind: 1.8, direction: 390, pressure: 1022, warmth: -1.0, humidity: 70),
        // Sun.
        .init(cloud: 0, wind: 1.5, direction: 410, pressure: 1023, warmth: -0.5, humidity: 70),
        .init(cloud: 5, wind: 1.8, direction: 430, pressure: 1023, warmth: 0.5, humidity: 66),
        .init(cloud: 10, wind: 2.5, direction: 445, pressure: 1022, warmth: 1.5, humidity: 60),
        .init(cloud: 5, wind: 2.0, direction: 460, pressure: 1021, warmth: 2.0, humidity: 62),
        // Warmth.
        .init(cloud: 5, wind: 1.8, direction: 475, pressure: 1020, warmth: 2.5, humidity: 62),
        .init(cloud: 15, wind: 2.2, direction: 490, pressure: 1019, warmth: 3.5, humidity: 60),
        .init(cloud: 25, wind: 3.0, direction: 505, pressure: 1016, warmth: 4.5, humidity: 58),
        .init(cloud: 30, wind: 2.8, direction: 515, pressure: 1014, warmth: 5.0, humidity: 62),
        // The thunderstorm.
        .init(cloud: 35, wind: 2.5, direction: 525, pressure: 1012, warmth: 5.5, humidity: 66),
        .init(cloud: 40, wind: 3.0, direction: 535, pressure: 1010, warmth: 5.5, humidity: 66),
        .init(cloud: 70, wind: 5.0, direction: 560, pressure: 1007, warmth: 5.0, humidity: 68),
        .init(cloud: 95, wind: 6.5, direction: 620, pressure: 1009, warmth: 1.0, humidity: 86),
        // Clear air.
        .init(cloud: 50, wind: 5.0, direction: 650, pressure: 1013, warmth: -1.0, humidity: 76),
        .init(cloud: 25, wind: 4.5, direction: 665, pressure: 1016, warmth: -1.5, humidity: 68),
        .init(cloud: 30, wind: 4.5, direction: 675, pressure: 1018, warmth: -1.5, humidity: 60),
        .init(cloud: 10, wind: 3.0, direction: 685, pressure: 1020, warmth: -1.0, humidity: 66),
        .init(cloud: 5, wind: 2.0, direction: 700, pressure: 1021, warmth: -1.0, humidity: 68),
    ]

    /// Rain that increases and decreases between two hours of the week.
    struct Rainfall {
        enum Kind {
            case steady, shower, thunderstorm
        }

        var kind: Kind
        var hours: Range<Double>
        /// mm/h.
        var peak: Double
    }

    private static let rainfalls = [
        Rainfall(kind: .steady, hours: 28..<42, peak: 2.8),
        Rainfall(kind: .shower, hours: 53.5..<56, peak: 2.4), Rainfall(kind: .shower, hours: 60..<62, peak: 3.2),
        Rainfall(kind: .shower, hours: 65..<66.5, peak: 1.8),
        Rainfall(kind: .thunderstorm, hours: 160.5..<164, peak: 9),
    ]
    private static let fog = 76.0..<81.5

    /// The script at this second of the week, interpolated linearly between its steps and constant beyond both ends.
    init(at second: Int) {
        let position = min(max(Double(second) / Double(Self.step), 0), Double(Self.steps.count - 1))
        let index = min(Int(position), Self.steps.count - 2)
        let share = position - Double(index)
        let (before, after) = (Self.steps[index], Self.steps[index + 1])
        func between(_ value: KeyPath<SampleScript, Double>) -> Double {
            before[keyPath: value] + (after[keyPath: value] - before[keyPath: value]) * share
        }
        self.init(
            cloud: between(\.cloud), wind: between(\.wind), direction: between(\.direction),
            pressure: between(\.pressure), warmth: between(\.warmth), humidity: between(\.humidity))
    }

    private init(
        cloud: Double, wind: Double, direction: Double, pressure: Double, warmth: Double, humidity: Double
    ) {
        self.cloud = cloud
        self.wind = wind
        self.direction = direction
        self.pressure = pressure
        self.warmth = warmth
        self.humidity = humidity
    }

    /// nil when it is dry at this second of the week.
    static func rainfall(at second: Int) -> Rainfall? {
        rainfalls.first { $0.hours.contains(Double(second) / 3600) }
    }

    /// The intensity at this second of the week, mm/h.
    static func rain(at second: Int) -> Double {
        guard let rainfall = rainfall(at: second) else { return 0 }
        let length = rainfall.hours.upperBound - rainfall.hours.lowerBound
        let share = (Double(second) / 3600 - rainfall.hours.lowerBound) / length
        // A parabola: 0 at both ends, 1 in the middle.
        return rainfall.peak * 4 * share * (1 - share)
    }

    static func isFoggy(at second: Int) -> Bool {
        fog.contains(Double(second) / 3600)
    }
}
