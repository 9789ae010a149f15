import Synchronization
import Testing
import Weather

@testable import Providers

private let now = UnixTime(1_795_273_200)

private func info(
    _ event: String, language: String = "en", here: Bool = true, _ change: (inout CAPInfo) -> Void = { _ in }
) throws -> CAPInfo {
    var info = CAPInfo()
    (info.event, info.language, info.categories) = (event, language, ["met"])
    info.expires = now.advanced(by: 3600)
    var area = CAPArea()
    let south = here ? 0.0 : 50
    area.rings = [
        try #require(
            Ring(
                [(south, 0.0), (south, 2), (south + 2, 2), (south + 2, 0)].compactMap {
                    Coordinate(latitude: $0, longitude: $1)
                })
        )
    ]
    info.areas = [area]
    change(&info)
    return info
}

private func message(
    _ identifier: String, kind: CAPMessage.Kind = .alert, references: [String] = [], sent: Int = -600,
    _ infos: CAPInfo...
) -> CAPMessage {
    CAPMessage(
        identifier: identifier, sender: "a@b.test", sent: now.advanced(by: sent), kind: kind,
        references: references.map { CAPMessage.Reference(sender: "a@b.test", identifier: $0) }, infos: infos)
}

private func select(_ messages: [CAPMessage], locale: String = "en") throws -> CAPSelection {
    let here = try #require(Coordinate(latitude: 1, longitude: 1))
    return CAPSelection(of: messages, now: now, locale: locale, regions: RegionsOfPlace(here))
}

/// What is one danger, and what are several: in messages that refer to each other, with one identifier, and in several languages.
struct CAPDangersTests {
    // MARK: - Messages that refer to each other

    private func ids(_ messages: CAPMessage...) throws -> [[String]] {
        try [messages, messages.reversed()].map { try select($0).alerts.map(\.id) }
    }

    @Test func latestOfMessagesThatReferToEachOtherStands() throws {
        let storm = try info("Storm")
        func update(_ id: String, _ references: [String], sent: Int = -600) -> CAPMessage {
            message(id, kind: .update, references: references, sent: sent, storm)
        }
        let (old, new) = (update("1", ["2"], sent: -900), update("2", ["1"]))
        #expect(try ids(old, new) == [["2"], ["2"]])
        // Neither is known to be the later one.
        #expect(try ids(update("1", ["2"]), update("2", ["1"])) == [["1", "2"], ["1", "2"]])
        let circle = [update("1", ["2"], sent: -900), update("2", ["3"]), update("3", ["1"], sent: -700)]
        #expect(try ids(circle[0], circle[1], circle[2]) == [["2"], ["2"]])
        // What they had replaced has ended, and a message that none of them replaces ends them.
        #expect(try ids(message("0", storm), update("1", ["2", "0"], sent: -900), new) == [["2"], ["2"]])
        let cancel = message("3", kind: .cancel, references: ["1"], sent: -60, storm)
        #expect(try ids(old, new, cancel) == [[], []])
    }

    /// A circle of thousands takes as long as a list.
    @Test func longCircleIsResolved() throws {
        let messages = try (0..<5000).map { number in
            message(
                "\(number)", kind: .update, references: ["\((number + 1) % 5000)"], sent: -number - 1, try info("Storm")
            )
        }
        #expect(try select(messages).alerts.map(\.id) == ["0"])
    }

    // MARK: - One identifier

    @Test func sameIdentifierElsewhereOrForAnotherDangerHidesNothing() throws {
        let storm = message("0", sent: -900, try info("Storm"))
        #expect(try ids(storm, message("0", try info("Storm", here: false))) == [["0"], ["0"]])
        #expect(
            try ids(storm, message("0", kind: .update, references: ["0"], try info("Flood"))).map(Set.init) == [
                ["0", "0 flood"], ["0", "0 flood"],
            ])
        let flood = try #require(
            try select([storm, message("0", kind: .update, references: ["0"], try info("Flood"))]).alerts.last)
        #expect(flood.replaces.isEmpty)
        // A correction has the same danger.
        let correction = message("0", try info("Storm force 11"), try info("Flood"))
        #expect(try select([storm, correction]).alerts.map(\.event) == ["Storm force 11", "Flood"])
        let allClear = message("0", try info("Storm") { $0.urgency = .past })
        #expect(try ids(storm, allClear) == [[], []])
    }

    // MARK: - Languages

    @Test func dangerInOneLanguageAloneIsKept() throws {
        let both = message("1", try info("Wind"), try info("Starkregen", language: "de"))
        #expect(try select([both]).alerts.map(\.event) == ["Wind", "Starkregen"])
        #expect(try select([both], locale: "de").alerts.map(\.event) == ["Starkregen", "Wind"])
        let translated = message(
            "1", try info("Wind"), try info("Sturm", language: "de"), try info("Vent violent", language: "fr"),
            try info("Pluie", language: "fr"), try info("Starkregen", language: "de"))
        #expect(try select([translated]).alerts.map(\.event) == ["Wind", "Starkregen"])
        #expect(try select([translated], locale: "de").alerts.map(\.event) == ["Sturm", "Starkregen"])
    }

    /// A word in a language that weatherd does not know may be the translation.
    @Test func unknownWordIsATranslation() throws {
        #expect(try select([message("1", info("Wind"), info("Xyzzy", language: "xx"))]).alerts.map(\.event) == ["Wind"])
        let later = try info("Xyzzy", language: "xx") { $0.expires = now.advanced(by: 7200) }
        #expect(try select([message("1", info("Wind"), later)]).alerts.count == 2)
        let (code, other) = (CAPInfo.Value("x", "1"), CAPInfo.Value("x", "2"))
        let coded = message(
            "1", try info("Wind") { $0.eventCodes = [code] },
            try info("Regen", language: "de") { $0.eventCodes = [code] },
            try info("Xyzzy", language: "xx") { $0.eventCodes = [other] })
        #expect(try select([coded]).alerts.map(\.event) == ["Wind", "Xyzzy"])
    }

    // MARK: - End and category

    @Test(arguments: ["<expires>tomorrow noon</expires>", "<expires>1795276800</expires>", "<expires/>"])
    func warningWhoseEndIsUnreadableIsHeld(end: String) throws {
        let text = """
            <alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>1</identifier><sender>a</sender>\
            <sent>2026-11-20T09:00:00+00:00</sent><status>Actual</status><msgType>Alert</msgType><scope>Public</scope>\
            <info><category>Met</category><event>Storm</event>\(end)\
            <area><polygon>0,0 0,2 2,2 2,0 0,0</polygon></area></info></alert>
            """
        let alerts = try select([try CAPMessage(xml: Array(text.utf8))]).alerts
        #expect(alerts.count == 1 && alerts.first?.ends == nil)
        // CAP allows a warning without an end, which is in force for a day.
        #expect(try select([CAPMessage(xml: Array(text.replacing(end, with: "").utf8))]).alerts.isEmpty)
    }

    @Test(arguments: [
        (["weather"], true), (["safety", "weather"], true), (["met", "other"], true), (["safety", "cbrne"], false),
        (["other"], false),
    ])
    func onlyCategoriesOfCAPExclude(categories: [String], isShown: Bool) throws {
        let selection = try select([message("1", try info("Xyzzy") { $0.categories = categories })])
        #expect(selection.alerts.count == (isShown ? 1 : 0))
    }

    // MARK: - Memory

    /// Millions of words in a polygon are no millions of slices.
    @Test func polygonIsReadInPlace() throws {
        let slices = SliceCount()
        let garbage = CountedText(Array(String(repeating: "x ", count: 10_000).utf8), slices)
        #expect(try Ring(capPolygon: garbage, upTo: 100) == nil)
        let square = CountedText(Array("0,0 x0,2\n\t2,2 2,0 ".utf8), slices)
        #expect(try Ring(capPolygon: square, upTo: 4)?.points.count == 4)
        #expect(slices.most < 20)
    }
}

/// How many slices of a text exist at a time.
private final class SliceCount: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    var most: Int { counts.withLock { $0.most } }

    func change(by number: Int) {
        counts.withLock {
            $0.now += number
            $0.most = max($0.most, $0.now)
        }
    }
}

/// A text that counts its slices.
private struct CountedText: Collection {
    private final class Token: Sendable {
        private let slices: SliceCount

        init(_ slices: SliceCount) {
            self.slices = slices
            slices.change(by: 1)
        }

        deinit { slices.change(by: -1) }
    }

    private let bytes: [UInt8]
    private let slices: SliceCount
    private let token: Token
    let startIndex: Int
    let endIndex: Int

    init(_ bytes: [UInt8], _ slices: SliceCount) {
        (self.bytes, self.slices) = (bytes, slices)
        (startIndex, endIndex) = (0, bytes.count)
        token = Token(slices)
    }

    private init(_ text: CountedText, _ bounds: Range<Int>) {
        (bytes, slices) = (text.bytes, text.slices)
        (startIndex, endIndex) = (bounds.lowerBound, bounds.upperBound)
        token = Token(text.slices)
    }

    subscript(position: Int) -> UInt8 { bytes[position] }
    subscript(bounds: Range<Int>) -> CountedText { CountedText(self, bounds) }
    func index(after index: Int) -> Int { index + 1 }
}
