import Foundation
import Testing

/// The real i3bar, with the snippet of docs/bars/i3bar-sway.md, and i3blocks, with those of docs/bars/i3blocks.md.
@Suite(.enabled(if: PrivateBus.isEnabled, "it takes i3 and i3blocks; run make integration"), .timeLimit(.minutes(2)))
struct I3Tests {
    @Test("i3bar") func i3bar() async throws {
        try await Desktop.running { desktop in
            let bar = try I3bar(desktop)
            try bar.exercise(on: desktop) { try bar.inspect($0, output: "i3bar", picture: "i3bar") }
        }
    }

    @Test("i3blocks, continuous") func continuous() async throws {
        try await Desktop.running { desktop in
            let blocks = try I3blocks(desktop, blocks: Snippet.of("i3blocks.md", "ini"))
            try blocks.exercise(on: desktop)
        }
    }

    @Test("i3blocks, at intervals") func interval() async throws {
        try await Desktop.running { desktop in
            let blocks = try I3blocks(desktop, blocks: Snippet.of("i3blocks.md", "ini", 1))
            try blocks.exercise(on: desktop)
        }
    }

    @Test("i3blocks, set up") func setup() async throws {
        try await Desktop.running { desktop in
            let blocks = try I3blocks(desktop, blocks: nil)
            try blocks.exercise(on: desktop)
        }
    }
}

private struct I3bar: PrintedBar {
    let desktop: Desktop
    let screen: Screen
    /// Not the workspace's button.
    let columns = 100..<900
    let x = 840

    init(_ desktop: Desktop) throws {
        self.desktop = desktop
        screen = try Screen(desktop, size: "900x28")
        try desktop.write(
            """
            # i3 config file (v4)
            font pango:DejaVu Sans 11
            bar {
                position top
                \(Snippet.of("i3bar-sway.md", ""))
            }
            """, to: "i3.conf")
        try desktop.start(["i3", "-c", "i3.conf"], errors: "i3.log")
    }
}

/// i3blocks in a bar: its output, and its clicks.
private struct I3blocks: Bar {
    private let desktop: Desktop
    private let input = Pipe()
    /// Whether it runs continuously; i3blocks 1.4 in Debian 12 then ignores clicks.
    private let isPersistent: Bool

    /// - Parameter blocks: the weather's section; nil if `weatherctl setup` inserts it.
    init(_ desktop: Desktop, blocks: String?) throws {
        self.desktop = desktop
        isPersistent = blocks?.contains("persist") == true
        let file = try desktop.write(blocks ?? "# Mine.\nseparator=false\n", to: "config/i3blocks/config")
        if blocks == nil { try desktop.setUp(file) }
        try desktop.start(
            ["sh", "-c", "exec i3blocks -c config/i3blocks/config >i3blocks.out"], input: input, errors: "i3blocks.log")
        try input.fileHandleForWriting.write(contentsOf: Data("[\n".utf8))
    }

    private struct Block: Decodable {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        var full_text: String
        var markup: String?

        /// As Pango renders it.
        var text: String {
            guard markup == "pango" else { return full_text }
            let entities = ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&#92;": "\\", "&amp;": "&"]
            return full_text.replacing(/<[^>]*>/, with: "").replacing(/&#?[a-z0-9]+;/) {
                entities[String($0.output)] ?? "?"
            }
        }
    }

    func line() throws -> String {
        let lines = String(decoding: try Data(contentsOf: URL(filePath: desktop.file("i3blocks.out"))), as: UTF8.self)
            .split(separator: "\n")
        guard let last = lines.last, last.hasPrefix(",[") else { return "" }
        return try JSONDecoder().decode([Block].self, from: Data(last.dropFirst().utf8)).map(\.text).joined()
    }

    func press(_ button: Int) throws {
        guard !isPersistent else {
            _ = try desktop.weatherctl([1: "toggle", 4: "previous", 5: "next"][button] ?? "refresh")
            return
        }
        let click = #",{"name":"weather","button":\#(button),"x":10,"y":5}"# + "\n"
        try input.fileHandleForWriting.write(contentsOf: Data(click.utf8))
    }
}
