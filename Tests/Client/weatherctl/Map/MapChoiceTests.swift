import ClientProtocol
import Testing

@testable import weatherctl_tools

@Suite("Position on the map")
struct MapChoiceTests {
    private func choice(zoom: Int? = nil, _ reading: ViewRequest = ViewRequest(.places)) -> MapChoice {
        MapChoice(center: .oslo, zoom: zoom, reading, colors: .palette, columns: 80, lines: 24)
    }

    @Test("The request describes the window and is accepted by the daemon")
    func words() throws {
        var reading = ViewRequest(.places, units: ["imperial", "wind=kn"])
        reading.language = "de"
        reading.background = .light
        let choice = choice(zoom: 6, reading)
        let line = QuotedWords.join(choice.words)
        #expect(
            line
                == "map 59.9100 10.7500 --cursor --zoom 6 --width 80 --height 22 --color 256 --background light --language de --units imperial,wind=kn"
        )
        guard case .map(let request, let read) = try Request(line: line.utf8) else {
            Issue.record("not a map")
            return
        }
        #expect(request == MapRequest(center: .oslo, zoom: 6, lines: 22, hasCursor: true))
        #expect(
            read.units == reading.units && read.language == "de" && read.colors == .palette && read.background == .light
        )
    }

    @Test("The initial position is requested without colors")
    func unknownCenter() throws {
        guard case .map(let request, let reading) = try Request(words: MapChoice.centerWords) else {
            Issue.record("not a map")
            return
        }
        #expect(request == MapRequest(zoom: 4, lines: 1, hasCursor: true))
        #expect(reading.colors == .none)
        let position = MapPosition(latitude: -34.9, longitude: -56.2)
        #expect(MapChoice.center(in: ["⠤┼", "-34.9000 -56.2000  Montevideo", "keys"]) == position)
        #expect(MapChoice.center(in: ["⠤┼", "-34.9000 -56.2000", "keys"]) == position)
        for reply in [[], ["⠤┼"], ["⠤┼", "Montevideo"], ["⠤┼", "91 0"]] {
            #expect(MapChoice.center(in: reply) == nil)
        }
    }

    @Test("Keys move by cells of the shown map")
    func moves() {
        var choice = choice()
        let window = MapWindow(center: .oslo, zoom: 4, columns: 80, lines: 22)
        #expect(choice.press(.move(columns: 3, lines: -1)) == .redraw)
        #expect(choice.press(.enter) == .choose(window.moved(columns: 3, lines: -1).center))
    }

    @Test("Zoom is limited")
    func zooms() {
        var choice = choice()
        for _ in 0..<20 { _ = choice.press(.zoomIn) }
        #expect(choice.words.contains("8"))
        for _ in 0..<20 { _ = choice.press(.zoomOut) }
        #expect(choice.words[choice.words.firstIndex(of: "--zoom").map { $0 + 1 } ?? 0] == "0")
    }

    @Test("The map has the terminal's size, within what the daemon draws", arguments: [(10, 3), (5000, 5000), (1, 1)])
    func sizes(columns: Int, lines: Int) {
        var choice = choice()
        choice.resize(columns: columns, lines: lines)
        #expect(throws: Never.self) { try Request(words: choice.words) }
    }

    @Test("Leaving selects nothing")
    func leave() {
        var choice = choice()
        #expect(choice.press(.leave) == .leave)
    }
}

extension MapPosition {
    static let oslo = MapPosition(latitude: 59.91, longitude: 10.75)
}
