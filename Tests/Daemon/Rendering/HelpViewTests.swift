import ClientProtocol
import Rendering
import Testing

@Suite struct HelpViewTests {
    @Test func helpListsEveryCommandAndOption() {
        let lines = HelpView.lines
        for command in Command.allCases {
            for usage in command.usages {
                #expect(lines.contains { $0.hasPrefix("  \(usage.synopsis)  ") && $0.hasSuffix(usage.summary) })
            }
        }
        for option in Command.Option.allCases {
            #expect(lines.contains { $0.hasPrefix("  \(option.rawValue) ") && $0.hasSuffix(option.summary) })
        }
        #expect(lines.contains("  wind           ms, kmh, mph, kn, bft"))
        #expect(
            lines.suffix(2) == [
                "Weather data by Open-Meteo.com (CC BY 4.0)", "Places by GeoNames, geonames.org (CC BY 4.0)",
            ])
    }

    @Test func summariesAreAligned() {
        let usages = Command.allCases.flatMap(\.usages)
        let columns = zip(usages, HelpView.lines.dropFirst()).map { $1.count - $0.summary.count }
        #expect(Set(columns).count == 1)
    }
}
