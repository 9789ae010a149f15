import Foundation
import Scratch
import Testing
import Weather

private let recordings = RecordingFolder("comfort")

/// The tables of ECMWF's thermofeel and of pythermalcomfort: the largest error of each index is the one that docs/comfort.md
/// states. Rows outside the range of a formula have no value.
@Suite(.enabled(if: recordings.contains("thermofeel_oracle.csv", "ts_humidex.json"), "\(RecordingFolder.absence)"))
struct ComfortRecordingTests {
    /// A row of thermofeel: temperatures in K, the wind at 10 m in m/s, humidity in %.
    private struct Row {
        let values: [String: Double]

        func kelvin(_ name: String) throws -> Double { try #require(values[name]) - 273.15 }
        func number(_ name: String) throws -> Double { try #require(values[name]) }
    }

    private func rows() throws -> [Row] {
        let lines = String(decoding: try recordings.data("thermofeel_oracle.csv"), as: UTF8.self).split(separator: "\n")
        let names = try #require(lines.first).split(separator: ",").map(String.init)
        return lines.dropFirst().map { line in
            Row(
                values: Dictionary(
                    uniqueKeysWithValues: zip(names, line.split(separator: ",").compactMap { Double($0) })))
        }
    }

    /// The number in the first column that is named `column` of the row of `index`.
    private func documented(_ index: String, _ table: String) throws -> Double {
        let page = URL(filePath: #filePath).appending(path: "../../../../docs/comfort.md").standardized
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        let cells = lines.map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        let row = try #require(cells.first { $0.first == "`\(index)`" && $0.dropFirst().first == table })
        return try #require(row.last.flatMap(Double.init))
    }

    private func expect(_ index: String, in table: String, _ errors: [Double?], rows: Int) throws {
        let known = errors.compactMap(\.self)
        #expect(known.count == rows, "\(index)")
        let largest = try #require(known.max())
        #expect(try (largest * 100).rounded(.up) / 100 == documented(index, table), "\(index): \(largest)")
    }

    @Test func largestErrorsAgainstThermofeel() throws {
        let rows = try rows()
        #expect(rows.count == 50)
        func errors(_ column: String, _ value: (Row) throws -> Double?) throws -> [Double?] {
            try rows.map { row in
                // The recorded results have six decimals.
                try value(row).map { ((($0 - (try row.kelvin(column))).magnitude) * 1e5).rounded() / 1e5 }
            }
        }
        try expect(
            "heatIndexC", in: "thermofeel",
            errors("out_hia") { try Comfort.heatIndex(temperature: $0.kelvin("t2m"), humidity: $0.number("out_rh")) },
            rows: 2)
        try expect(
            "humidex", in: "thermofeel",
            errors("out_humidex") { try Comfort.humidex(temperature: $0.kelvin("t2m"), dewPoint: $0.kelvin("td")) },
            rows: 25)
        try expect(
            "wetBulbC", in: "thermofeel",
            errors("out_wbt") { try Comfort.wetBulb(temperature: $0.kelvin("t2m"), humidity: $0.number("out_rh")) },
            rows: 50)
        try expect(
            "wbgtC", in: "thermofeel",
            errors("out_wbgts") {
                try Comfort.wetBulbGlobe(temperature: $0.kelvin("t2m"), humidity: $0.number("out_rh"))
            }, rows: 50)
        // Each row is too warm or too calm.
        #expect(
            try rows.allSatisfy {
                try Comfort.windChill(temperature: $0.kelvin("t2m"), windSpeed: $0.number("va")) == nil
            })
    }

    /// The rows of one of pythermalcomfort's tables: °C, %, and km/h for the wind.
    private func table(_ name: String) throws -> [(inputs: [String: Double], output: Double)] {
        let data = try #require(try recordings.object(name)["data"] as? [[String: Any]])
        return try data.map { row in
            let inputs = try #require(row["inputs"] as? [String: Any]).compactMapValues { $0 as? Double }
            let outputs = try #require(row["outputs"] as? [String: Any]).compactMapValues { $0 as? Double }
            return (inputs, try #require(outputs.values.first))
        }
    }

    private func errors(_ name: String, _ value: ([String: Double]) throws -> Double?) throws -> [Double?] {
        try table(name).map { row in try value(row.inputs).map { (($0 - row.output).magnitude * 1e5).rounded() / 1e5 } }
    }

    @Test func largestErrorsAgainstPythermalcomfort() throws {
        func number(_ inputs: [String: Double], _ name: String) throws -> Double { try #require(inputs[name]) }
        // Its second row has 25 °C, which is below the range.
        try expect(
            "heatIndexC", in: "pythermalcomfort",
            errors("ts_heat_index.json") {
                try Comfort.heatIndex(temperature: number($0, "tdb"), humidity: number($0, "rh"))
            }, rows: 1)
        // It has another formula for the vapour pressure, from the humidity.
        try expect(
            "humidex", in: "pythermalcomfort",
            errors("ts_humidex.json") { inputs in
                let (air, humidity) = (try number(inputs, "tdb"), try number(inputs, "rh"))
                let exponent = log(humidity / 100) + 17.62 * air / (243.12 + air)
                return Comfort.humidex(temperature: air, dewPoint: 243.12 * exponent / (17.62 - exponent))
            }, rows: 17)
        // Two rows are too calm.
        try expect(
            "windChillC", in: "pythermalcomfort",
            errors("ts_wind_chill_temperature.json") {
                try Comfort.windChill(temperature: number($0, "tdb"), windSpeed: number($0, "v") / 3.6)
            }, rows: 7)
    }
}
