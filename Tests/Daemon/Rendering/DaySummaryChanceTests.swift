import Testing
import Weather

@testable import Rendering

/// A possible event is not reported as expected, whatever amount the service states.
struct DaySummaryChanceTests {
    @Test func amountDoesNotMakeChanceCertain() throws {
        var scene = try Montevideo.scene()
        let hours = try #require(scene.report?.hours.indices)
        for index in hours {
            scene.report?.hours[index].conditions.condition = index % 24 < 20 ? .overcast : .thunderstorm
            scene.report?.hours[index].conditions.likelihood = index % 24 < 20 ? nil : .possible
            scene.report?.hours[index].conditions.precipitation = index % 24 < 20 ? 0 : 0.3
        }
        let summary = try line("{summary}", of: scene)
        #expect(summary.contains("possible"))
        #expect(!summary.contains("rain from"))
    }

    /// Patchy fog is fog; a possible thunderstorm is clouds.
    @Test func patchyFogIsNotCloud() {
        #expect(Condition.fog.pictured(.possible) == .fog)
        #expect(Condition.thunderstorm.pictured(.possible) == .overcast)
        #expect(Condition.thunderstorm.pictured(.likely) == .thunderstorm)
    }
}
