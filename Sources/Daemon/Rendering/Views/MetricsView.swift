import ClientProtocol
import Formats
import Languages
import Weather

/// Current weather as gauges, in the part of OpenMetrics 1.0 that Prometheus' text format shares.
///
/// Units are base units, as Prometheus recommends; a value that is not known has no sample.
public enum MetricsView {
    /// A place, and its name in labels; nil for samples without the label.
    public struct Subject {
        public var scene: Scene
        public var name: String?

        public init(_ scene: Scene, name: String?) {
            (self.scene, self.name) = (scene, name)
        }
    }

    public static func lines(of subjects: [Subject]) -> [String] {
        let families =
            [version]
            + subjects.reduce(into: Family.all) { families, subject in
                let labels = subject.name.map { [Label("place", $0)] } ?? []
                let values = Values(subject.scene)
                for index in families.indices { families[index].add(values, labels) }
            }
        return families.flatMap(\.lines) + ["# EOF"]
    }

    private static let version = Family(
        "info", unit: nil, "weatherd is running; its version.",
        samples: [
            Sample(labels: [Label("version", Release.version)], value: 1)
        ])

    private struct Label {
        var name: String
        var value: String

        init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }

        /// `name="value"`
        var text: String {
            let escaped = value.escaped([("\\", "\\\\"), ("\"", "\\\""), ("\n", "\\n")])
            return "\(name)=\"\(escaped)\""
        }
    }

    private struct Sample {
        var labels: [Label]
        var value: Double
    }

    /// The values of a place now.
    private struct Values {
        let scene: Scene
        let conditions: Conditions?
        let air: AirQuality?

        init(_ scene: Scene) {
            self.scene = scene
            conditions = (try? scene.present())?.present.conditions
            air = scene.air?.air(at: scene.now)
        }
    }

    /// A metric with its samples.
    private struct Family {
        let name: String
        let help: String
        let unit: String?
        /// Each value with the labels that distinguish it.
        private let read: @Sendable (Values) -> [(labels: [Label], value: Double?)]
        private var samples: [Sample]

        /// - Parameters:
        ///   - name: without the prefix and the unit.
        ///   - unit: the suffix; nil for none.
        init(
            _ name: String, unit: String?, _ help: String, samples: [Sample] = [],
            each read: @escaping @Sendable (Values) -> [(labels: [Label], value: Double?)] = { _ in [] }
        ) {
            self.name = (["weatherd", name] + [unit].compactMap(\.self)).joined(separator: "_")
            (self.unit, self.help, self.read, self.samples) = (unit, help, read, samples)
        }

        /// A family with one sample for each place.
        init(
            _ name: String, unit: String? = nil, _ help: String, _ read: @escaping @Sendable (Values) -> Double?
        ) {
            self.init(name, unit: unit, help, each: { [([], read($0))] })
        }

        /// A quantity of the conditions.
        init(
            _ name: String, unit: String? = nil, _ help: String, of quantity: Quantity<Conditions>,
            times factor: Double = 1
        ) {
            self.init(name, unit: unit, help) { $0.conditions.flatMap(quantity.get).map { $0 * factor } }
        }

        mutating func add(_ values: Values, _ labels: [Label]) {
            for (own, value) in read(values) {
                guard let value, value.isFinite else { continue }
                samples.append(Sample(labels: labels + own, value: value))
            }
        }

        /// Empty without samples.
        var lines: [String] {
            guard !samples.isEmpty else { return [] }
            let unit = unit.map { ["# UNIT \(name) \($0)"] } ?? []
            return ["# TYPE \(name) gauge"] + unit + ["# HELP \(name) \(help)"]
                + samples.map { sample in
                    let labels = sample.labels.map(\.text).joined(separator: ",")
                    return "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(MetricsView.number(sample.value))"
                }
        }

        static let all = weather + warnings + air + state

        private static let weather = [
            Family("temperature", unit: "celsius", "Air temperature at 2 m.", of: .temperature),
            Family("feels_like", unit: "celsius", "Apparent temperature.", of: .feelsLike),
            Family("dew_point", unit: "celsius", "Dew point.", of: .dewPoint),
            Family("humidity", unit: "ratio", "Relative humidity, 0 to 1.", of: .humidity, times: 0.01),
            Family("cloud_cover", unit: "ratio", "Share of the sky covered, 0 to 1.", of: .cloudCover, times: 0.01),
            Family("pressure", unit: "pascals", "Pressure reduced to sea level.", of: .pressure, times: 100),
            Family("wind_speed", unit: "meters_per_second", "Mean wind at 10 m.", of: .windSpeed),
            Family("wind_gust", unit: "meters_per_second", "Gusts.", of: .windGust),
            Family(
                "wind_direction", unit: "degrees", "Where the wind comes from, clockwise from north.",
                of: .windDirection),
            Family(
                "precipitation", unit: "meters",
                "Water of rain and snow in the period weatherd_precipitation_period_seconds.", of: .precipitation,
                times: 0.001),
            Family("precipitation_period", unit: "seconds", "Period of the precipitation.") { values in
                guard let conditions = values.conditions, conditions.precipitation != nil else { return nil }
                // A rate per hour is the amount of an hour.
                return conditions.precipitationPeriod.flatMap { $0 > 0 ? Double($0) : nil } ?? 3600
            },
            Family("snow_depth", unit: "meters", "Depth of the snow on the ground.", of: .snowDepth),
            Family("visibility", unit: "meters", "Horizontal visibility.", of: .visibility),
            Family("uv_index", "UV index of the World Health Organization.", of: .uvIndex),
        ]

        private static let warnings = [
            Family(
                "warnings", unit: nil, "Weather warnings in force, by severity; absent if they are not known.",
                each: { values in
                    guard let alerts = values.scene.alertsInForce else { return [] }
                    return Alert.Severity.allCases.map { severity in
                        ([Label("severity", severity.rawValue)], Double(alerts.count { $0.severity == severity }))
                    }
                })
        ]

        private static let indices: [(scale: String, index: AirIndex)] = [
            ("european", .european), ("us", .us), ("openweather", .openWeather), ("aqhi", .canadian), ("naqi", .indian),
            ("daqi", .british),
        ]
        private static let pollutants: [(name: String, quantity: Quantity<AirQuality>)] = [
            ("pm2_5", .fineParticles), ("pm10", .particles), ("ozone", .ozone), ("nitrogen_dioxide", .nitrogenDioxide),
            ("sulphur_dioxide", .sulphurDioxide), ("carbon_monoxide", .carbonMonoxide), ("ammonia", .ammonia),
            ("dust", .dust),
        ]
        private static let pollen: [(name: String, quantity: Quantity<AirQuality>)] = [
            ("alder", .alderPollen), ("birch", .birchPollen), ("grass", .grassPollen), ("mugwort", .mugwortPollen),
            ("olive", .olivePollen), ("ragweed", .ragweedPollen),
        ]

        private static let air = [
            Family(
                "air_quality_index", unit: nil, "Air quality, by scale.",
                each: { values in
                    guard let air = values.air, let report = values.scene.air else { return [] }
                    return indices.map { ([Label("scale", $0.scale)], $0.index.value(at: air, in: report)) }
                }),
            Family(
                "air_pollutant", unit: "grams_per_cubic_meter", "Concentration in the air, by pollutant.",
                each: { values in
                    guard let air = values.air else { return [] }
                    return pollutants.map { ([Label("pollutant", $0.name)], $0.quantity.get(air).map { $0 * 1e-6 }) }
                }),
            Family(
                "pollen", unit: "grains_per_cubic_meter", "Pollen in the air, by plant.",
                each: { values in
                    guard let air = values.air else { return [] }
                    return pollen.map { ([Label("plant", $0.name)], $0.quantity.get(air)) }
                }),
        ]

        private static let state = [
            Family("report_age", unit: "seconds", "Time since the weather was fetched.") { values in
                values.scene.report.map { Double($0.age(at: values.scene.now)) }
            },
            Family("report_fresh", "1 if the weather is fresh, 0 if it is stale, has expired or was never fetched.") {
                $0.scene.freshness == .fresh ? 1 : 0
            },
            Family("fetch_failing", "1 if the last attempt to fetch the weather failed, otherwise 0.") {
                $0.scene.lastFailure == nil ? 0 : 1
            },
            Family("sample_data", "1 if the weather is made up, otherwise 0.") { values in
                values.scene.report.map { $0.provider.isSample ? 1 : 0 }
            },
        ]
    }

    /// The shortest number that is the value, without noise from the conversion of units.
    private static func number(_ value: Double) -> String {
        guard value != 0 else { return "0" }
        // Data has at most three decimals in units of at least a millionth.
        let scale = 1e9
        let rounded = (value * scale).rounded(.toNearestOrAwayFromZero) / scale
        return Int(exactly: rounded).map(String.init) ?? rounded.description
    }
}
