import ClientProtocol
import Rendering
import Weather

extension FuzzTarget {
    /// The template of `short`, parsed and filled in.
    static let template = FuzzTarget(name: "template") { bytes in
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        let template: Template
        do throws(TemplateError) {
            template = try Template(text)
        } catch {
            try requireOneLine(error.sentence)
            try require((1...max(text.count, 1)).contains(error.column), "column \(error.column) of \(text)")
            return
        }
        var style = Style(shortTemplate: template)
        style.altTemplate = template
        style.tooltipTemplates = [template, template]
        style.isVertical = bytes.count.isMultiple(of: 7)
        let outputs = ViewRequest.Output.ofViews
        let output = outputs[bytes.count % outputs.count]
        for scene in [ExampleScenes.full, ExampleScenes.bare] {
            try requireReadable(scene, view: nil, as: output, in: style)
            let lines = try? ShortView.lines(of: scene, as: .text, in: style)
            let columns = lines?.map(\.count).max() ?? 0
            // No placeholder is wider than 200 columns; literal text has any width.
            try require(columns <= text.count + 210 * (text.count / 4 + 2), "\(columns) letters of \(text)")
        }
    }
}
