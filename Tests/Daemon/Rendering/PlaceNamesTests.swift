import ClientProtocol
import Scratch
import Testing
import Weather

@testable import Rendering

/// `places --output names`: lines that menus show, and that `select` reads.
struct PlaceNamesTests {
    private static func listed(_ names: String?...) -> [String] {
        Rendering.PlaceNames.names(
            of: names.map { Place(name: $0, coordinate: .montevideo) }, in: Style())
    }

    @Test func namesAreLinesAndDistinct() {
        #expect(
            Self.listed("Home", "Oslo", "Oslo", "Oslo (2)", "Oslo") == [
                "Home", "Oslo", "Oslo (2)", "Oslo (2) (2)", "Oslo (3)",
            ])
        #expect(Self.listed(nil, nil) == ["34.9°S 56.2°W", "34.9°S 56.2°W (2)"])
    }

    /// As cached files could contain them.
    @Test(arguments: [
        "two\nlines", "<b>bold</b>", "a\u{2028}b", "\u{202E}evil", "בית שלי", "\u{1B}[31mred", "a\u{7F}b\u{0}c",
        String(repeating: "é", count: 100), String(repeating: "x", count: 1000), "\u{2066}isolated", " ", "\u{200B}",
    ])
    func hostileNamesStayOnALine(name: String) throws {
        let line = try #require(Self.listed(name).first)
        #expect(!line.isEmpty)
        #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control || $0.value == 0x2028 })
        #expect(
            !line.unicodeScalars.contains {
                (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
            })
        #expect(line.unicodeScalars.count <= 101)
        // The name is one word of a request.
        let request = try RequestLine.encode(["select", "--", line])
        #expect(try Request(line: request.utf8.dropLast()) == .step(.place(line), ViewRequest(.short(format: nil))))
    }

    @Test func viewListsTheCards() throws {
        let cards = [
            PlaceCard(scene: try Montevideo.scene(), position: nil, isCurrent: true, isShown: false),
            PlaceCard(scene: try Tromsø.scene(), position: 1, isCurrent: false, isShown: true),
        ]
        #expect(
            PlacesView.lines(of: cards, noLocation: nil, as: .names, in: Style()) == ["Montevideo", "Tromsø"])
        #expect(cards[0].scene.nextChange(of: .places, as: .names, in: Style()) == nil)
    }
}
