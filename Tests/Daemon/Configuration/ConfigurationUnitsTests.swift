import Testing
import Weather

@testable import Configuration

struct ConfigurationUnitsTests {
    @Test func unitsMayBeATable() throws {
        let units = try configuration("[units]\nwind = \"kn\"\ntemperature = \"f\"\n").units
        #expect(units.wind == .knots && units.temperature == .fahrenheit && units.pressure == .hectopascals)
        #expect(try configuration("units = { wind = \"bft\" }").units.wind == .beaufort)
    }

    @Test(arguments: ["[units]\nwind = \"bft\"", "units = { wind = \"bft\" }", "units = \"wind=bft\""])
    func environmentUnitsOverrideFileUnits(text: String) throws {
        #expect(try configuration(text, environment: ["WEATHERD_UNITS": "imperial"]).units == .imperial)
        #expect(try configuration(text, environment: ["WEATHERD_UNITS": "temperature=f"]).units.wind == .beaufort)
        let environment = ["WEATHERD_UNITS": "imperial", "WEATHERD_UNITS_WIND": "kn"]
        #expect(try configuration(text, environment: environment).units.wind == .knots)
    }
}
