import BarReaders
import ClientProtocol
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// For any weather, language, units and place name, the text that a bar shows, read by a parser of its format, equals
/// the intended text, scalar by scalar.
@Suite("Bars show text literally")
struct LiteralTextTests {
    private static let bars = ViewRequest.Output.allCases.filter(\.isBar)

    private static func style(_ template: String = "{icon} {place} {temperature} {condition} {wind}") throws -> Style {
        Style(shortTemplate: try Template(template))
    }

    /// The problem in the bars' output for a scene; nil if there is none.
    private static func problem(
        in scene: Scene, details: [String]? = nil, isWatched: Bool = false, _ style: Style
    ) throws -> String? {
        let text = try ShortView.lines(of: scene, as: .text, in: style)
        let (report, present) = try scene.present()
        let details =
            details
            ?? Tooltip.lines(of: report, present, in: scene, style).map(\.plain)
        func reply(_ output: ViewRequest.Output) throws -> (ViewRequest.Output, [String]) {
            (
                output,
                try ShortView.lines(of: scene, details: details, as: output, isWatched: isWatched, in: style)
            )
        }
        let replies = try bars.map(reply)
        for (reply, reading) in zip(replies, try BarReading.all(replies, isWatched: isWatched)) {
            let separator = [.waybar, .eww, .argos].contains(reply.0) ? "\n" : " "
            let expected = text.joined(separator: separator).trimmed(as: reply.0)
            let isRight =
                reading.text.isLiterally(expected)
                && (reading.values["markup"] ?? expected).isLiterally(expected)
                && (reading.values["place"] ?? "").isPart(of: scene.place.displayName(in: style.words))
                && reading.details.map { $0.isLiterally(details.joined(separator: "\n"), as: reply.0) } ?? true
            if !isRight { return "\(reply.0) of \(scene.place.name ?? ""): \(reply.1), read as \(reading)" }
        }
        return nil
    }

    @Test("The name in every bar")
    func hostileName() throws {
        var scene = try Montevideo.scene()
        scene.place.name = PlaceNames.hostile
        let style = try Self.style()
        #expect(try Self.problem(in: scene, style) == nil)
        let line = try ShortView.lines(of: scene, as: .text, in: style).first
        #expect(line?.contains(PlaceNames.hostile) == true)
    }

    @Test("3,000 names of places", arguments: 0..<10)
    func names(seed: Int) throws {
        var scene = try Montevideo.scene(warning: seed == 0 ? [Montevideo.storm()] : [])
        for (index, name) in PlaceNames(seed: UInt64(seed)).prefix(300).enumerated() {
            scene.place.name = name
            var style = try Self.style(index.isMultiple(of: 2) ? "{place} {temperature}" : "{place}")
            style.hasColors = index % 3 > 0
            style.isVertical = index % 5 == 0
            // A place whose name is not valid is shown with another name.
            let shown = scene.place.displayName(in: style.words)
            // The complete tooltip takes a hundred times as long as the line.
            let details = index.isMultiple(of: 50) ? nil : ["  \(shown)", "", shown]
            let problem = try Self.problem(in: scene, details: details, isWatched: index.isMultiple(of: 7), style)
            #expect(problem == nil)
            if problem != nil { return }
        }
    }

    private enum Staleness: CaseIterable {
        case fresh, forecast, sample, offline
    }

    @Test("Conditions, languages, units and freshness in all pairs")
    func styles() throws {
        let temperatures = [-40.0, -0.4, 0, 17.6, 43]
        let winds = [0, 3.9, 40]
        let counts = [
            Condition.allCases.count, Language.allCases.count, Staleness.allCases.count, 2, Icons.allCases.count,
            Units.Temperature.allCases.count, Units.Wind.allCases.count, Units.Pressure.allCases.count,
            Units.Precipitation.allCases.count, Units.Distance.allCases.count, 3, temperatures.count, winds.count, 2, 2,
            2, 2,
            2,
        ]
        var names = PlaceNames(seed: 42).makeIterator()
        for index in PairwiseCases(counts, seed: 7) {
            var style = try Self.style()
            style.language = Language.allCases[index[1]]
            style.icons = Icons.allCases[index[4]]
            style.units.temperature = Units.Temperature.allCases[index[5]]
            style.units.wind = Units.Wind.allCases[index[6]]
            style.units.pressure = Units.Pressure.allCases[index[7]]
            style.units.precipitation = Units.Precipitation.allCases[index[8]]
            style.units.distance = Units.Distance.allCases[index[9]]
            if index[10] > 0 { style.units = index[10] == 1 ? .metric : .imperial }
            style.clock = [.hours24, .hours12][index[13]]
            style.hasColors = index[14] == 0
            style.isVertical = index[15] == 1
            if index[16] == 1 {
                style.altTemplate = try Template("{condition} {place}")
                style.tooltipTemplates = [
                    try Template("{place}: {condition}, {high} {low}"),
                    try Template("{humidity} {pressure} {precipitation}"),
                ]
            }
            let problem = try Self.problem(
                in: Self.scene(
                    Condition.allCases[index[0]], Staleness.allCases[index[2]], isDay: index[3] == 0,
                    temperature: temperatures[index[11]], wind: winds[index[12]], hasWarning: index[17] == 1,
                    name: names.next() ?? ""),
                style)
            #expect(problem == nil)
        }
    }

    private static func scene(
        _ condition: Condition, _ staleness: Staleness, isDay: Bool, temperature: Double, wind: Double,
        hasWarning: Bool,
        name: String
    ) throws -> Scene {
        var alert = try Montevideo.storm()
        alert.event = name
        let time = staleness == .forecast || staleness == .offline ? "17:00" : "15:42"
        var scene = try Montevideo.scene(warning: hasWarning ? [alert] : [], at: "2026-11-21T\(time):00-03:00")
        scene.place.name = name
        if staleness == .sample { scene.report?.provider = sampleProvider }
        if staleness == .offline {
            scene.lastFailure = .unreachable(host: name, reason: "<no> \"route\" & %{more} #[x]")
        }
        func change(_ conditions: inout Conditions) {
            conditions.condition = condition
            conditions.isDay = isDay
            conditions.temperature = temperature
            conditions.windSpeed = wind
        }
        if var current = scene.report?.current {
            change(&current)
            scene.report?.current = current
        }
        for index in scene.report?.hours.indices ?? 0..<0 {
            if var hour = scene.report?.hours[index] {
                change(&hour.conditions)
                scene.report?.hours[index] = hour
            }
        }
        // The day's sunrise and sunset determine whether it is day.
        if !isDay, let now = scene.report?.days.first {
            scene.report?.days[0].daylight = .sun(rise: now.start, set: now.start.advanced(by: 60))
        }
        return scene
    }
}

extension String {
    /// Scalar by scalar: `==` also accepts canonically equivalent texts.
    func isLiterally(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// The same for a tooltip; in a menu, a separator replaces empty lines.
    fileprivate func isLiterally(_ other: String, as output: ViewRequest.Output) -> Bool {
        guard output == .argos else { return isLiterally(other) }
        func lines(_ text: String) -> [[UInt8]] {
            text.utf8.split(separator: UInt8(ascii: "\n")).map { Array($0.trimmedEnd) }
        }
        return lines(self) == lines(other)
    }

    /// Empty, or equal.
    fileprivate func isPart(of other: String) -> Bool { isEmpty || isLiterally(other) }

    /// Argos removes trailing spaces.
    fileprivate func trimmed(as output: ViewRequest.Output) -> String {
        output == .argos ? String(decoding: Array(utf8).trimmedEnd, as: UTF8.self) : self
    }
}

extension Collection<UInt8> {
    fileprivate var trimmedEnd: [UInt8] {
        var bytes = Array(self)
        while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        return bytes
    }
}
