import Dialects
import Testing
import Weather

/// The quantities that each provider claims to report. `ContractTruth` tests the claims: a claimed quantity that is nil
/// fails, and so does a reported quantity without a claim.
struct ClaimedQuantityTests {
    private static let keys = (
        current: Set(Conditions.quantities.map(\.key)), hours: Set(Hour.quantities.map(\.key)),
        days: Set(Day.quantities.map(\.key))
    )

    @Test(arguments: Contract.all)
    func claimsAreOfQuantities(contract: Contract) {
        let dialect = contract.dialect
        #expect(Set(dialect.current.keys).subtracting(Self.keys.current).isEmpty)
        #expect(Set(dialect.hours.keys).subtracting(Self.keys.hours).isEmpty)
        #expect(Set(dialect.days.keys).subtracting(Self.keys.days).isEmpty)
    }

    /// Each quantity has at least one provider.
    @Test func everyQuantityHasAProvider() {
        let dialects = Contract.all.map(\.dialect)
        #expect(Set(dialects.flatMap(\.current.keys)) == Self.keys.current)
        #expect(Set(dialects.flatMap(\.hours.keys)) == Self.keys.hours)
        #expect(Set(dialects.flatMap(\.days.keys)) == Self.keys.days)
    }

    /// The invented weather has a value for each, so that the contract compares it.
    @Test(arguments: Contract.all)
    func inventedWeatherHasEveryQuantity(contract: Contract) throws {
        let weather = contract.weather()
        let (hour, day) = (try #require(weather.hours.first), try #require(weather.days.first))
        #expect(TruthTable.ofConditions(weather.current).allSatisfy { $0.value != nil })
        #expect(TruthTable.ofHour(hour).allSatisfy { $0.value != nil })
        #expect(TruthTable.ofDay(day).allSatisfy { $0.value != nil })
    }
}
