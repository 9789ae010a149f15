import Foundation
import Testing
import Weather

/// The table of quantities compared with the properties and the documentation.
struct QuantityTests {
    /// A number without a row would be missing in the cache and in the worker's messages.
    @Test func everyNumberIsInTheTable() {
        let day = Day(date: CalendarDate(year: 2026, month: 11, day: 21), start: UnixTime(0), end: UnixTime(86_400))
        expectComplete(Conditions(), Conditions.quantities)
        expectComplete(day, Day.quantities)
        expectComplete(AirQuality(time: UnixTime(0)), AirQuality.quantities)
        let own = Set(Hour.quantities.map(\.name)).subtracting(Conditions.quantities.map(\.name))
        #expect(own == ["precipitationProbability"])
    }

    private func expectComplete<Owner>(_ owner: Owner, _ quantities: [Quantity<Owner>]) {
        let numbers = Mirror(reflecting: owner).children.filter { $0.value is Thousandths }
        #expect(Set(numbers.compactMap(\.label)) == Set(quantities.map { "_" + $0.name }))
        #expect(Set(quantities.map(\.key)).count == quantities.count)
    }

    /// Each row reads and writes its own property, over the whole range.
    @Test func accessorsBelongTogether() {
        expectAccessors(Conditions(), Conditions.quantities)
        expectAccessors(Hour(time: UnixTime(0), conditions: Conditions()), Hour.quantities)
        let date = CalendarDate(year: 2026, month: 11, day: 21)
        expectAccessors(Day(date: date, start: UnixTime(0), end: UnixTime(86_400)), Day.quantities)
        expectAccessors(AirQuality(time: UnixTime(0)), AirQuality.quantities)
    }

    private func expectAccessors<Owner>(_ owner: Owner, _ quantities: [Quantity<Owner>]) {
        for quantity in quantities {
            var changed = owner
            for bound in [quantity.range.lowerBound, quantity.range.upperBound] {
                quantity.set(&changed, bound)
                #expect(quantity.get(changed) == bound, "\(quantity.name)")
                #expect(quantities.count { $0.get(changed) != nil } == 1, "\(quantity.name)")
            }
            let label = "_" + quantity.name
            let stored = Mirror(reflecting: changed).children.first { $0.label == label }?.value as? Thousandths
            if let stored { #expect(stored.wrappedValue == quantity.range.upperBound, "\(quantity.name)") }
        }
    }

    // MARK: - docs/json.md

    private static let page = URL(filePath: #filePath).appending(path: "../../../../docs/json.md").standardized

    /// The section below a heading, up to the next one.
    private func section(_ heading: String) throws -> [Substring] {
        let lines = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n")
        return Array(lines.drop { $0 != heading }.dropFirst().prefix { !$0.hasPrefix("## ") })
    }

    /// The keys in a table whose type is a number that may be null.
    private func numbers(below heading: String) throws -> Set<String> {
        var keys: Set<String> = []
        for line in try section(heading) {
            let cells = line.split(separator: "|")
            guard cells.count > 1, cells[1].hasPrefix(" number?") else { continue }
            for (index, part) in cells[0].split(separator: "`").enumerated() where !index.isMultiple(of: 2) {
                keys.insert(String(part))
            }
        }
        return keys
    }

    @Test func jsonPageHasEveryQuantity() throws {
        let conditions = Set(Conditions.quantities.map(\.key))
        let comfort = Set(Conditions.comfort.map(\.key))
        #expect(
            try numbers(below: "## Conditions") == conditions.union(comfort).union(["precipitationPeriodSeconds"]))
        #expect(try numbers(below: "## `daily`") == Set(Day.quantities.map(\.key)))
        let air = Set(AirQuality.quantities.map(\.key))
        #expect(
            try numbers(below: "## `air`").filter { !$0.hasSuffix("Band") } == air.union(["aqhi", "naqi", "daqi"]))
        let hourly = try section("## `hourly`").joined()
        for quantity in Hour.quantities where !conditions.contains(quantity.key) {
            #expect(hourly.contains("`\(quantity.key)` (number?"))
        }
    }
}
