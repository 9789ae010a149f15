// i3bar, swaybar, and i3blocks, which speaks to them: https://i3wm.org/docs/i3bar-protocol.html, i3blocks(1).

extension BarBlock {
    /// One status line with one block, as an element of the endless array; the comma is for the next one.
    var i3bar: String {
        "[\(JSON.object([("name", .string("weather"))] + i3Members).text)],"
    }

    /// One update of a block with `format=json`.
    var i3blocksUpdate: String { JSON.object(i3Members).text }

    /// Full text, short text, colour: all that a block without `format` reads.
    var i3blocks: [String] {
        [line.plain, shortLine.plain] + (color.map { [$0.hex] } ?? [])
    }

    private var i3Members: [JSON.Member] {
        let color: [JSON.Member] = color.map { [("color", .string($0.hex))] } ?? []
        // i3blocks 1.4 takes what JSON escapes as it stands. Pango's markup can do without quotes and backslashes.
        func text(_ text: StyledText) -> JSON {
            .string(Markup.pango.write(text, on: style.theme).replacing("\\", with: "&#92;"))
        }
        return [("full_text", text(line)), ("short_text", text(shortLine))] + color + [("markup", .string("pango"))]
    }
}
