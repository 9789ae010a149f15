import Testing
import Weather

@testable import Providers

@Suite struct OpenMeteoUnitTests {
    @Test(
        arguments: [
            ("temperature_2m", "°F", "90.5", \Conditions.temperature, 32.5),
            ("temperature_2m", "°F", "16.1", \.temperature, -8.833),
            ("apparent_temperature", "°F", "32", \.feelsLike, 0),
            ("wind_speed_10m", "km/h", "14.0", \.windSpeed, 3.889),
            ("wind_speed_10m", "km/h", "36", \.windSpeed, 10),
            ("wind_speed_10m", "mp/h", "5.2", \.windSpeed, 2.325),
            ("wind_gusts_10m", "kn", "10", \.windGust, 5.144),
            ("precipitation", "inch", "0.1", \.precipitation, 2.54), ("rain", "cm", "0.07", \.rain, 0.7),
            ("snowfall", "cm", "0.07", \.snowfall, 0.7), ("snowfall", "inch", "1", \.snowfall, 25.4),
            ("snowfall", "mm", "3", \.snowfall, 3), ("snowfall", "m", "0.02", \.snowfall, 20),
            ("snowfall", "ft", "0.5", \.snowfall, 152.4), ("visibility", "ft", "1000", \.visibility, 304.8),
            ("visibility", "m", "24140.00", \.visibility, 24140), ("pressure_msl", "hPa", "1015.6", \.pressure, 1015.6),
        ] as [(String, String, String, any KeyPath<Conditions, Double?> & Sendable, Double)])
    func unitsAreReadAndConverted(
        name: String, unit: String, number: String, quantity: any KeyPath<Conditions, Double?> & Sendable, value: Double
    ) throws {
        let answer = Fixtures.current(#""\#(name)":\#(number)"#, units: #"{"\#(name)":"\#(unit)"}"#)
        #expect(try report(answer).current?[keyPath: quantity] == value)
    }

    @Test(arguments: [
        ("temperature_2m", "K"), ("temperature_2m", "undefined"), ("temperature_2m", ""),
        ("wind_speed_10m", "furlongs"),
        ("pressure_msl", "inHg"), ("relative_humidity_2m", "fraction"), ("precipitation", "kg"), ("visibility", "km"),
    ])
    func quantityInUnknownUnitIsDropped(name: String, unit: String) throws {
        let answer = Fixtures.current(#""\#(name)":1,"uv_index":2"#, units: #"{"\#(name)":"\#(unit)"}"#)
        var expected = Conditions()
        expected.uvIndex = 2
        #expect(try report(answer).current == expected)
    }

    @Test(arguments: ["{}", "null", "[]", #"{"temperature_2m":null,"snowfall":7}"#])
    func missingUnitIsTheRequestedOne(units: String) throws {
        let answer = Fixtures.current(#""temperature_2m":20.1,"wind_speed_10m":3.3,"snowfall":1"#, units: units)
        let current = try report(answer).current
        #expect(current?.temperature == 20.1)
        #expect(current?.windSpeed == 3.3)
        #expect(current?.snowfall == 10)
    }

    /// Otherwise each value of a new kind would be dropped.
    @Test(arguments: QuantityKind.allCases)
    func eachKindIsReadInItsRequestedUnit(kind: QuantityKind) {
        #expect(kind.value(1000, unit: nil) ?? kind.value(2, unit: nil) != nil)
    }

    @Test func unitsAreReadPerBlock() throws {
        let report = try report(
            #"""
            {"timezone":"GMT","utc_offset_seconds":0,"current_units":{"temperature_2m":"°F"},
             "current":{"time":1795262400,"temperature_2m":50},
             "hourly":{"time":[1795262400],"temperature_2m":[50]},
             "daily_units":{"temperature_2m_max":"°F","snowfall_sum":"inch","wind_speed_10m_max":"kn"},
             "daily":{"time":[1795219200],"temperature_2m_max":[50],"snowfall_sum":[2],"wind_speed_10m_max":[18]},
             "minutely_15_units":{"precipitation":"inch"},
             "minutely_15":{"time":[1795262400],"precipitation":[0.5]}}
            """#)
        #expect(report.current?.temperature == 10)
        #expect(report.hours.first?.conditions.temperature == 50)
        #expect(report.days.first?.temperatureMax == 10)
        #expect(report.days.first?.snowfall == 50.8)
        #expect(report.days.first?.windSpeedMax == 9.26)
        #expect(report.precipitation.first?.amount == 12.7)
    }
}
