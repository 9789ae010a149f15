import Foundation
import Testing
import Weather

@Suite struct ThousandthsTests {
    @Test(arguments: [
        0, 15.2, -0.1, 1013.25, 24_140, 24_139.999, 0.001, -89.2, 1_000_000, 2_147_483.647, 5.144, 0.3,
    ])
    func threeDecimalsRoundTrip(number: Double) {
        #expect(Thousandths(wrappedValue: number).wrappedValue == number)
    }

    @Test(arguments: [(3.888889, 3.889), (-8.833333, -8.833), (0.0004, 0), (-0.0004, 0)])
    func furtherDecimalsAreRounded(number: Double, rounded: Double) {
        let value = Thousandths(wrappedValue: number).wrappedValue
        #expect(value == rounded)
        #expect(value?.sign == (rounded < 0 ? .minus : .plus))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 3_000_000, -3_000_000])
    func unrepresentableNumberIsNil(number: Double) {
        #expect(Thousandths(wrappedValue: number).wrappedValue == nil)
    }

    @Test(arguments: [(15.2, 15_200), (-0.001, -1), (nil, nil)] as [(Double?, Int?)])
    func integerCountsThousandths(number: Double?, integer: Int?) {
        #expect(Thousandths(wrappedValue: number).integer == integer)
        #expect(Thousandths(integer: integer).wrappedValue == number)
    }

    @Test(arguments: [Int.min, Int(Int32.min), Int(Int32.max) + 1, .max])
    func integerOutOfRangeIsNil(integer: Int) {
        #expect(Thousandths(integer: integer).wrappedValue == nil)
    }

    @Test func nilIsOmittedInJSON() throws {
        var conditions = Conditions(condition: .fog)
        conditions.temperature = 4.5
        let data = try JSONEncoder().encode(conditions)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(Set(object.keys) == ["condition", "temperature"])
        #expect(object["temperature"] as? Double == 4.5)
        #expect(try JSONDecoder().decode(Conditions.self, from: data) == conditions)
        conditions.precipitationPeriod = 21_600
        let period = try JSONEncoder().encode(conditions)
        #expect(try JSONDecoder().decode(Conditions.self, from: period) == conditions)
        conditions.precipitationPeriod = nil
        let null = Data(#"{"condition":"fog","temperature":4.5,"humidity":null}"#.utf8)
        #expect(try JSONDecoder().decode(Conditions.self, from: null) == conditions)
    }

    @Test func hourIsSmall() {
        #expect(MemoryLayout<Hour>.stride <= 24 + 4 * Hour.quantities.count)
        #expect(MemoryLayout<Day>.stride <= 80 + 4 * Day.quantities.count)
    }
}
