import BarReaders
import ClientProtocol
import Rendering
import Weather

@testable import Languages
@testable import Server

extension ViewRequest.View {
    /// The views of one place besides `short`.
    fileprivate static let long = Command.watchable.compactMap { command -> ViewRequest.View? in
        guard case .read(let reading)? = try? Request(words: [command.rawValue]) else { return nil }
        return [.short(format: nil), .places, .status].contains(reading.view) ? nil : reading.view
    }
}

/// Throws if a scene, in one of the many views, outputs and styles, is invalid for a terminal or a bar.
///
/// - Parameters:
///   - view: nil for any, including `short`.
///   - choice: selects language, output and so on; not negative.
func requireReadable(_ scene: Scene, view: ViewRequest.View? = nil, choice: Int) throws {
    var choice = choice
    func pick<Element>(_ elements: [Element]) -> Element {
        defer { choice /= elements.count }
        return elements[choice % elements.count]
    }
    // Bar formats are as frequent as views.
    let view = view ?? (pick([true, false]) ? nil : pick(ViewRequest.View.long))
    let output = pick(view == nil ? ViewRequest.Output.ofViews : [.text, .json])
    var style = Style()
    style.speak(pick(Language.allCases), locale: "en_US")
    style.icons = pick([.emoji, .ascii])
    style.isVertical = pick([false, true])
    try requireReadable(scene, view: view, as: output, in: style)
}

/// - Parameter view: nil for `short`.
func requireReadable(_ scene: Scene, view: ViewRequest.View?, as output: ViewRequest.Output, in style: Style) throws {
    let lines = Result { () throws(NoWeather) in
        try (view ?? .short(format: nil)).lines(of: scene, as: output, in: style)
    }
    switch lines {
    case .success(let lines): try requireReadable(lines, as: output)
    case .failure(let reason): try requireOneLine(reason.sentence)
    }
}

/// Throws if the lines do not have the output's documented format.
func requireReadable(_ lines: [String], as output: ViewRequest.Output) throws {
    for line in lines { try requirePrintable(line) }
    switch output {
    case .text, .names: break
    case .json:
        try require(lines.count == 1, "\(lines.count) lines of JSON")
        try requireJSON(lines[0])
    default: _ = try BarReading.all([(output, lines)])
    }
}

extension ViewRequest.Output {
    /// The outputs that views of one place have.
    static let ofViews = allCases.filter { $0 != .names }
}
