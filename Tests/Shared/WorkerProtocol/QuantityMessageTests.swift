import Testing
import Weather

@testable import WorkerProtocol

/// Every quantity is in the messages of the worker, and its range is checked.
struct QuantityMessageTests {
    private static let time = UnixTime(1_795_273_200)
    private static let day = Day(
        date: CalendarDate(year: 2026, month: 11, day: 21), start: time, end: time.advanced(by: 86_400))

    @Test func everyQuantitySurvivesTheMessage() throws {
        try expectSurvival(Conditions(), Conditions.quantities)
        try expectSurvival(Hour(time: Self.time, conditions: Conditions()), Hour.quantities)
        try expectSurvival(Self.day, Day.quantities)
        try expectSurvival(AirQuality(time: Self.time), AirQuality.quantities)
    }

    private func expectSurvival<Owner: Message & Equatable>(_ owner: Owner, _ quantities: [Quantity<Owner>]) throws {
        for quantity in quantities {
            for bound in [quantity.range.lowerBound, quantity.range.upperBound] {
                var sent = owner
                quantity.set(&sent, bound)
                #expect(try received(sent) == sent, "\(quantity.name)")
            }
        }
    }

    private func received<Content: Message>(_ content: Content) throws -> Content {
        var writer = MessageWriter()
        content.write(to: &writer)
        var reader = MessageReader(writer.bytes)
        return try reader.value()
    }

    @Test func numberOutOfRangeIsMalformed() {
        for quantity in Conditions.quantities {
            var sent = Conditions()
            quantity.set(&sent, quantity.range.upperBound + 1)
            #expect(throws: Malformed.self, "\(quantity.name)") { try received(sent) }
        }
    }
}
