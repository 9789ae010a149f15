import Rendering
import Testing
import Wire

@Suite struct HelpViewTests {
    @Test func namesEveryCommandAndOption() {
        let lines = HelpView.lines
        for command in Command.allCases {
            #expect(lines.contains { $0.hasPrefix("  \(command.synopsis)  ") && $0.hasSuffix(command.summary) })
        }
        for option in Command.Option.allCases {
            #expect(lines.contains { $0.hasPrefix("  \(option.rawValue) ") && $0.hasSuffix(option.summary) })
        }
        #expect(lines.contains("  wind           ms, kmh, mph, kn, bft"))
        #expect(lines.last == "Weather data by Open-Meteo.com (CC BY 4.0)")
    }

    @Test func theSummariesStandBelowEachOther() {
        let summaries = HelpView.lines.prefix(1 + Command.allCases.count).dropFirst()
        let columns = zip(Command.allCases, summaries).map { command, line in
            line.count - command.summary.count
        }
        #expect(Set(columns).count == 1)
    }
}
