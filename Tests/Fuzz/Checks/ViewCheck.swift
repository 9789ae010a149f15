import BarReaders
@testable import Languages
import Rendering
@testable import Serving
import Weather
import Wire

extension ViewRequest.View {
    /// The views of one place besides `short`.
    fileprivate static let long = Command.watchable.compactMap { command -> ViewRequest.View? in
        guard case .read(let reading)? = try? Request(words: [command.rawValue]) else { return nil }
        return [.short(format: nil), .places, .status].contains(reading.view) ? nil : reading.view
    }
}

/// Throws when a scene, looked at in one of the many ways there are, is nothing that a terminal or a bar could show.
///
/// - Parameters:
///   - view: nil for any of them, `short` among them.
///   - choice: which language, output and so on; not negative.
func demandReadable(_ scene: Scene, view: ViewRequest.View? = nil, choice: Int) throws {
    var choice = choice
    func pick<Element>(_ elements: [Element]) -> Element {
        defer { choice /= elements.count }
        return elements[choice % elements.count]
    }
    // As often what a bar reads as a view.
    let view = view ?? (pick([true, false]) ? nil : pick(ViewRequest.View.long))
    let output = pick(view == nil ? ViewRequest.Output.allCases : [.text, .json])
    var style = Style()
    style.speak(pick(Language.allCases), locale: "en_US")
    style.icons = pick([.emoji, .ascii])
    style.isVertical = pick([false, true])
    try demandReadable(scene, view: view, as: output, in: style)
}

/// - Parameter view: nil for `short`.
func demandReadable(_ scene: Scene, view: ViewRequest.View?, as output: ViewRequest.Output, in style: Style) throws {
    let lines = Result { () throws(NoWeather) in
        try (view ?? .short(format: nil)).lines(of: scene, as: output, in: style)
    }
    switch lines {
    case .success(let lines): try demandReadable(lines, as: output)
    case .failure(let reason): try demandOneLine(reason.sentence)
    }
}

/// Throws when the lines are not what that output promises.
func demandReadable(_ lines: [String], as output: ViewRequest.Output) throws {
    for line in lines { try demandPrintable(line) }
    switch output {
    case .text: break
    case .json:
        try demand(lines.count == 1, "\(lines.count) lines of JSON")
        try demandJSON(lines[0])
    default: _ = try BarReading.all([(output, lines)])
    }
}
