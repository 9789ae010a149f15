import Testing
import Weather

struct ProviderLimitsTests {
    @Test func limitsAreAtLeastOnePlace() {
        let limits = ProviderLimits(batch: 0, placesAMinute: 0, placesADay: 0)
        #expect([limits.batch, limits.placesAMinute, limits.placesADay] == [1, 1, 1])
        #expect(ProviderLimits() == ProviderLimits(batch: 1, placesAMinute: .max, placesADay: .max))
        #expect(ProviderLimits(batch: 5, placesAMinute: 3).placesAMinute == 5, "one request is always possible")
    }
}
