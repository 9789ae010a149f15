// i3bar and swaybar (https://i3wm.org/docs/i3bar-protocol.html), and i3blocks(1), which drives them.

import Formats

extension BarBlock {
    /// One status line with one block, as an element of the infinite array; the comma precedes the next one.
    var i3bar: String {
        "[\(JSON.object([("name", .string("weather"))] + i3Members).text)],"
    }

    /// One update of a block that has `format=json`.
    var i3blocksUpdate: String { JSON.object(i3Members).text }

    /// Full text, short text, colour: everything that a block without `format` reads.
    var i3blocks: [String] {
        [line.plain, shortLine.plain] + (color.map { [$0.hex] } ?? [])
    }

    private var i3Members: [JSON.Member] {
        let color: [JSON.Member] = color.map { [("color", .string($0.hex))] } ?? []
        // i3blocks 1.4 does not decode JSON escapes, so the markup contains no quotes or backslashes.
        func text(_ text: StyledText) -> JSON {
            .string(Markup.pango.write(text, on: style.theme).escaped([("\\", "&#92;")]))
        }
        return [("full_text", text(line)), ("short_text", text(shortLine))] + color + [("markup", .string("pango"))]
    }
}
