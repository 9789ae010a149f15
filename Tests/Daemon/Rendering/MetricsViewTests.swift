import ClientProtocol
import Testing
import Weather

@testable import Rendering

/// `metrics`, read as OpenMetrics 1.0 and as Prometheus' text format, both of which it has to be.
struct MetricsViewTests {
    /// A metric as a strict reader sees it.
    private struct Family {
        var unit: String?
        var help: String?
        /// The values by the labels as they are written.
        var samples: [String: Double] = [:]
    }

    private struct Malformed: Error {
        var line: String
        var reason: String
    }

    private static func read(_ lines: [String]) throws -> [String: Family] {
        var families: [String: Family] = [:]
        var name = ""
        func fail(_ line: String, _ reason: String) -> Malformed { Malformed(line: line, reason: reason) }
        guard lines.last == "# EOF" else { throw fail(lines.last ?? "", "no end") }
        for line in lines.dropLast() {
            guard !line.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
                throw fail(line, "control character")
            }
            if line.hasPrefix("# ") {
                let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
                guard words.count == 4, !words[3].isEmpty else { throw fail(line, "comment") }
                switch words[1] {
                case "TYPE":
                    guard words[3] == "gauge", families[words[2]] == nil else { throw fail(line, "type") }
                    name = words[2]
                    families[name] = Family()
                case "UNIT":
                    guard words[2] == name, families[name]?.samples.isEmpty == true, name.hasSuffix("_" + words[3])
                    else {
                        throw fail(line, "unit")
                    }
                    families[name]?.unit = words[3]
                case "HELP":
                    guard words[2] == name, families[name]?.samples.isEmpty == true, !words[3].contains("\\") else {
                        throw fail(line, "help")
                    }
                    families[name]?.help = words[3]
                default: throw fail(line, "comment")
                }
                continue
            }
            var rest = line[...]
            let own = rest.prefix { $0 != "{" && $0 != " " }
            rest = rest.dropFirst(own.count)
            guard own == name else { throw fail(line, "another family") }
            var labels = ""
            if rest.first == "{" {
                guard let end = rest.lastIndex(of: "}") else { throw fail(line, "labels") }
                labels = String(rest[rest.index(after: rest.startIndex)..<end])
                rest = rest[rest.index(after: end)...]
                guard isLabels(labels) else { throw fail(line, "labels") }
            }
            guard rest.first == " ", let value = Double(rest.dropFirst()), value.isFinite else {
                throw fail(line, "value")
            }
            guard families[name]?.samples.updateValue(value, forKey: labels) == nil else { throw fail(line, "twice") }
        }
        for (name, family) in families {
            let isName = name.unicodeScalars.allSatisfy {
                "abcdefghijklmnopqrstuvwxyz0123456789_".unicodeScalars.contains($0)
            }
            guard isName, family.help != nil, !family.samples.isEmpty else { throw fail(name, "incomplete family") }
        }
        return families
    }

    /// `a="b",c="d"`, with the escapes of both formats.
    private static func isLabels(_ text: String) -> Bool {
        var rest = text.unicodeScalars[...]
        while true {
            let name = rest.prefix { $0 != "=" }
            guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.properties.isAlphabetic || $0 == "_") }) else {
                return false
            }
            rest = rest.dropFirst(name.count + 1)
            guard rest.popFirst() == "\"" else { return false }
            while let scalar = rest.popFirst(), scalar != "\"" {
                if scalar == "\\", let escaped = rest.popFirst(), !"\\\"n".unicodeScalars.contains(escaped) {
                    return false
                }
            }
            guard let next = rest.popFirst() else { return true }
            guard next == "," else { return false }
        }
    }

    private static func metrics(_ scene: Scene, name: String? = nil) throws -> [String: Family] {
        try read(MetricsView.lines(of: [MetricsView.Subject(scene, name: name)]))
    }

    @Test func valuesAreInBaseUnits() throws {
        var scene = try Montevideo.airScene()
        scene.report?.current?.pressure = 1013.2
        scene.report?.current?.humidity = 62
        scene.report?.current?.precipitation = 0.4
        scene.report?.current?.precipitationPeriod = 900
        let now = try scene.present().present.conditions
        let metrics = try Self.metrics(scene)
        func value(_ name: String, _ labels: String = "") -> Double? { metrics["weatherd_" + name]?.samples[labels] }
        #expect(value("temperature_celsius") == now.temperature)
        #expect(value("feels_like_celsius") == now.feelsLike)
        #expect(value("wind_speed_meters_per_second") == now.windSpeed)
        #expect(value("pressure_pascals") == now.pressure.map { $0 == 1013.2 ? 101_320 : ($0 * 100).rounded() })
        #expect(value("humidity_ratio") == now.humidity.map { $0 / 100 })
        #expect(value("precipitation_meters") == now.precipitation.map { ($0 * 1e6).rounded() / 1e9 })
        #expect(value("air_quality_index", "scale=\"european\"") == 34)
        #expect(value("air_pollutant_grams_per_cubic_meter", "pollutant=\"pm2_5\"") == 8.14e-6)
        #expect(value("air_pollutant_grams_per_cubic_meter", "pollutant=\"pm10\"") == 0)
        #expect(value("pollen_grains_per_cubic_meter", "plant=\"birch\"") == 12.3)
        #expect(value("report_age_seconds") == 240 && value("report_fresh") == 1)
        #expect(value("fetch_failing") == 0 && value("sample_data") == 0)
        #expect(value("info", "version=\"\(Release.version)\"") == 1)
        for (name, family) in metrics
        where ["celsius", "pascals", "ratio", "meters", "seconds"].contains(where: name.hasSuffix) {
            #expect(family.unit != nil, "\(name)")
        }
    }

    @Test func unknownValuesHaveNoSample() throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.windGust = nil
        scene.report?.hours = []
        var metrics = try Self.metrics(scene)
        #expect(metrics["weatherd_pollen_grains_per_cubic_meter"] == nil)
        #expect(metrics["weatherd_warnings"] == nil, "no provider issues warnings")
        scene.report = nil
        scene.lastFailure = timeout
        metrics = try Self.metrics(scene)
        #expect(Set(metrics.keys) == ["weatherd_info", "weatherd_report_fresh", "weatherd_fetch_failing"])
        #expect(metrics["weatherd_fetch_failing"]?.samples == ["": 1])
        #expect(metrics["weatherd_report_fresh"]?.samples == ["": 0])
    }

    @Test func warningsInForceAreCountedBySeverity() throws {
        let scene = try Montevideo.scene(warning: [Montevideo.storm()])
        let samples = try #require(try Self.metrics(scene)["weatherd_warnings"]?.samples)
        #expect(samples.count == Alert.Severity.allCases.count)
        #expect(samples.values.reduce(0, +) == Double(try #require(scene.alertsInForce).count))
        let quiet = try Self.metrics(Montevideo.scene(warning: []))
        #expect(quiet["weatherd_warnings"]?.samples.values.allSatisfy { $0 == 0 } == true)
    }

    @Test func labelsAreEscaped() throws {
        let metrics = try Self.metrics(Montevideo.airScene(), name: "a \"b\" \\ {c}, d=\"e\n")
        let samples = try #require(metrics["weatherd_temperature_celsius"]?.samples)
        #expect(samples.keys.first == #"place="a \"b\" \\ {c}, d=\"e\n""#)
        let air = try #require(metrics["weatherd_air_quality_index"]?.samples.keys)
        #expect(air.allSatisfy { $0.hasPrefix("place=\"a ") && $0.contains(",scale=\"") })
    }

    @Test func samplesOfAFamilyAreTogether() throws {
        let subjects = [
            MetricsView.Subject(try Montevideo.airScene(), name: "Montevideo"),
            MetricsView.Subject(try Tromsø.scene(), name: "Tromsø"),
        ]
        let metrics = try Self.read(MetricsView.lines(of: subjects))
        #expect(metrics["weatherd_temperature_celsius"]?.samples.count == 2)
        #expect(metrics["weatherd_info"]?.samples.count == 1)
        #expect(MetricsView.lines(of: []).last == "# EOF")
    }

    @Test func readerRejectsOtherText() {
        for text in [
            ["x 1"], ["# TYPE x counter", "# HELP x X.", "x 1", "# EOF"], ["# TYPE x gauge", "x 1", "# EOF"],
            ["# TYPE x gauge", "# HELP x X.", "x 1", "x 1", "# EOF"],
            ["# TYPE x gauge", "# HELP x X.", "x{a=\"\\t\"} 1", "# EOF"],
            ["# TYPE x gauge", "# HELP x X.", "x NaN", "# EOF"],
            ["# TYPE x_b gauge", "# UNIT x_b a", "# HELP x_b X.", "x_b 1", "# EOF"],
        ] {
            #expect(throws: Malformed.self) { try Self.read(text) }
        }
    }
}
