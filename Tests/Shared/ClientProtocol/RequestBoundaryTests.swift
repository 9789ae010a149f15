import ClientProtocol
import Testing

/// The first and last accepted values, and the next ones beyond them.
struct RequestBoundaryTests {
    @Test(arguments: [
        "hourly --height 1", "hourly --height 500", "watch hourly --height 1", "current --width 1",
        "current --width 1000", "map --height 1", "map --height 500", "map --zoom 0", "map --zoom 8", "hourly 1",
        "hourly 384", "daily 1", "daily 16", "places move Home 1",
    ])
    func limitsAreAccepted(line: String) {
        #expect(throws: Never.self) { try Request(line: line.utf8) }
    }

    @Test(arguments: [
        "hourly --height 0", "hourly --height 501", "current --width 0", "current --width 1001", "map --height 0",
        "map --height 501", "map --zoom -1", "map --zoom 9", "hourly 0", "hourly 385", "daily 0", "daily 17",
        "places move Home 0",
    ])
    func valuesBeyondLimitsAreRejected(line: String) {
        #expect(throws: RequestError.self) { try Request(line: line.utf8) }
    }

    @Test func widestMapFits() {
        #expect(MapRequest.cellsLimit == Request.widthLimit * (Request.widthLimit / 4))
    }

    /// Three comma-separated numbers are not a pair, so the error is about the first of the two words.
    @Test(arguments: ["1,,2", "1,2,3", ",1"])
    func onlyTwoNumbersAreAPair(word: String) {
        #expect(
            throws: RequestError.badValue(word, of: "latitude", expected: "between -90 and 90 degrees")
        ) { try Request(words: ["set-location", word, "3"]) }
    }

    @Test func invalidDegreesAreAnError() throws {
        #expect(
            throws: RequestError.badValue("nan", of: "latitude", expected: "between -90 and 90 degrees")
        ) { try Request(words: ["set-location", "nan", "nan"]) }
        #expect(try Request(words: ["set-location", "nan"]) == .setLocation(.place(.name("nan"))))
    }

    /// weatherctl resolves "auto", which the daemon interprets as the configured theme.
    @Test(
        arguments: [("", nil), (" --theme auto", nil), (" --theme dark", .dark), (" --theme=light", .light)]
            as [(String, Theme?)])
    func themeIsUsedAsGiven(option: String, theme: Theme?) throws {
        guard case .read(let request) = try Request(line: ("current" + option).utf8) else {
            Issue.record("not a view")
            return
        }
        #expect(request.theme == theme)
        #expect(throws: RequestError.self) { try Request(line: "current --theme blue".utf8) }
    }

    @Test func backgroundIsUsedAsGiven() throws {
        let request = try Request(line: "current --theme dark --background light".utf8)
        var view = ViewRequest(.current)
        (view.theme, view.background) = (.dark, .light)
        #expect(request == .read(view))
    }

    @Test(arguments: ["-p", "-pq", "-é"])
    func dashAndLettersAreAnUnknownOption(word: String) {
        #expect(throws: RequestError.unknownOption(word, .short)) { try Request(words: ["short", word]) }
    }

    @Test func numberAfterTwoWordsIsPartOfAName() throws {
        #expect(
            try Request(words: ["set-location", "Route", "nach", "66"])
                == .setLocation(.place(.name("Route nach 66"))))
    }

    @Test(arguments: ["59.9,10.7", "59.9 ,10.7", "59.9, 10.7", "59.9  10.7", " 59.9 , 10.7 "])
    func spacesAroundACommaDoNotMatter(word: String) {
        #expect(PlaceReference(word) == .coordinate(latitude: 59.9, longitude: 10.7))
    }

    /// Joiners shape letters and connect emoji; other invisible characters are not allowed in a name.
    @Test(arguments: [
        ("\u{645}\u{6CC}\u{200C}\u{62E}", true), ("👩\u{200D}👧", true), ("Ho\u{200E}me", false), ("Ho\u{FEFF}me", false),
    ])
    func joinersAreAllowedInNames(name: String, isAccepted: Bool) {
        #expect(((try? Request(words: ["places", "rename", "Home", name])) != nil) == isAccepted)
    }
}
