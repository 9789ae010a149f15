import Foundation
import Providers
import Testing
import Weather

private let now = UnixTime(1_795_273_200)

private func message(
    _ identifier: String, kind: CAPMessage.Kind? = .alert, references: [String] = [], sent: Int = -600,
    here: Bool = true, _ change: (inout CAPInfo) -> Void = { _ in }
) throws -> CAPMessage {
    var info = CAPInfo()
    info.event = "Gale \(identifier)"
    info.categories = ["met"]
    info.expires = now.advanced(by: 3600)
    var area = CAPArea()
    let (south, north) = here ? (0.0, 2.0) : (50, 52)
    let corners = [(south, 0.0), (south, 2), (north, 2), (north, 0)].compactMap {
        Coordinate(latitude: $0.0, longitude: $0.1)
    }
    area.rings = [try #require(Ring(corners))]
    info.areas = [area]
    change(&info)
    return CAPMessage(
        identifier: identifier, sender: "a@b.test", sent: now.advanced(by: sent), kind: kind,
        references: references.map { CAPMessage.Reference(sender: "a@b.test", identifier: $0) }, infos: [info])
}

private func select(_ messages: [CAPMessage], locale: String = "en") throws -> CAPSelection {
    let here = try #require(Coordinate(latitude: 1, longitude: 1))
    return CAPSelection(
        of: messages, now: now, locale: locale, regions: RegionsOfPlace(here, in: RegionTable()))
}

private func elsewhere() throws -> CAPMessage { try message("2", here: false) }

struct CAPSelectionTests {
    @Test func updateReplacesWhatItRefersTo() throws {
        let messages = [try message("1"), try message("2", kind: .update, references: ["1"])]
        #expect(try select(messages).alerts.map(\.id) == ["2"])
        #expect(try select(messages.reversed()).alerts.map(\.id) == ["2"])
    }

    @Test func updateForAnotherPlaceEndsWarningHere() throws {
        let messages = [try message("1"), try message("2", kind: .update, references: ["1"], here: false)]
        #expect(try select(messages).alerts.isEmpty)
    }

    @Test func expiredUpdateEndsWarning() throws {
        let update = try message("2", kind: .update, references: ["1"]) { $0.expires = now.advanced(by: -60) }
        #expect(try select([message("1"), update]).alerts.isEmpty)
    }

    @Test func cancellationEndsWarningAndItsUpdates() throws {
        let messages = [
            try message("1"), try message("2", kind: .update, references: ["1"]),
            try message("3", kind: .cancel, references: ["2"]), try message("4"),
        ]
        #expect(try select(messages).alerts.map(\.id) == ["4"])
    }

    @Test func referenceToItselfEndsNothing() throws {
        let alert = try #require(try select([message("1", kind: .update, references: ["1"])]).alerts.first)
        #expect(alert.id == "1" && alert.replaces == [])
    }

    @Test func testsAndOthersEndNothing() throws {
        var test = try message("2", kind: .cancel, references: ["1"])
        test.status = .test
        var restricted = try message("3", kind: .cancel, references: ["1"])
        restricted.isPublic = false
        let ack = try message("4", kind: .ack, references: ["1"])
        let alert = try message("5", kind: .alert, references: ["1"], here: false)
        #expect(try select([message("1"), test, restricted, ack, alert]).alerts.map(\.id) == ["1"])
    }

    @Test(arguments: [CAPMessage.Status.exercise, .system, .test, .draft, nil])
    func onlyActualMessagesCount(status: CAPMessage.Status?) throws {
        var message = try message("1")
        message.status = status
        #expect(try select([message]).alerts.isEmpty)
    }

    /// The header decides whether a message is a warning, so a message with an incomplete header is counted if it may apply.
    @Test func messageWithoutAHeaderIsCounted() throws {
        for change: (inout CAPMessage) -> Void in [
            { $0.status = nil }, { $0.kind = nil }, { $0.isPublic = nil }, { $0.identifier = "" }, { $0.infos = [] },
            { $0.infos[0].areas = [] },
        ] {
            var unread = try message("2")
            change(&unread)
            let selection = try select([message("1"), unread])
            #expect(selection.alerts.map(\.id) == ["1"] && selection.omitted == OmittedAlerts(unreadable: 1))
            var other = try elsewhere()
            change(&other)
            let isElsewhere = other.infos.first?.areas.isEmpty == false
            #expect(try select([other]).omitted.unreadable == (isElsewhere ? 0 : 1))
        }
        var (test, restricted, past) = (try message("1"), try message("2"), try message("3"))
        (test.status, test.isPublic) = (.test, nil)
        (restricted.isPublic, restricted.status) = (false, nil)
        past.status = nil
        past.infos[0].expires = now.advanced(by: -60)
        let selection = try select([test, restricted, past])
        #expect(selection.omitted == OmittedAlerts() && selection.understood == 2 && selection.count == 3)
    }

    @Test(arguments: [(false, 0, 1), (true, 1, 0)])
    func damagedShapeBesidesAnotherIsUnreadable(here: Bool, alerts: Int, unreadable: Int) throws {
        let selection = try select([message("1", here: here) { $0.areas[0].hasDamagedShape = true }])
        #expect(selection.alerts.count == alerts && selection.omitted.unreadable == unreadable)
    }

    @Test func reducedMessageOfAnotherPlaceIsNotCounted() throws {
        let here = try #require(Coordinate(latitude: 1, longitude: 1))
        let regions = RegionsOfPlace(here, in: RegionTable())
        #expect(try select([elsewhere().reduced(to: regions)]).omitted == OmittedAlerts())
    }

    @Test(arguments: [CAPMessage.Kind.ack, .error, .cancel, nil])
    func onlyAlertsAndUpdatesAreWarnings(kind: CAPMessage.Kind?) throws {
        #expect(try select([message("1", kind: kind)]).alerts.isEmpty)
    }

    @Test func restrictedMessagesAreNotForUs() throws {
        var message = try message("1")
        message.isPublic = false
        #expect(try select([message]).alerts.isEmpty)
    }

    @Test func sameIdentifierWithLaterTimeIsACorrection() throws {
        let messages = [
            try message("1", sent: -600) { $0.event = "old" }, try message("1", sent: -60) { $0.event = "new" },
            try message("1", sent: -3600) { $0.event = "older" },
        ]
        #expect(try select(messages).alerts.map(\.event) == ["new"])
    }

    @Test func warningBeginsAtOnsetElseWhenEffectiveElseWhenSent() throws {
        func onset(_ change: (inout CAPInfo) -> Void) throws -> Int? {
            try select([message("1", change)]).alerts.first?.onset?.seconds(since: now)
        }
        #expect(try onset { _ in } == -600)
        #expect(try onset { $0.effective = now.advanced(by: -300) } == -300)
        #expect(
            try onset {
                $0.effective = now.advanced(by: -300)
                $0.onset = now.advanced(by: 1800)
            } == 1800)
    }

    @Test func warningWithoutEndIsInForceForADay() throws {
        let recent = try message("1", sent: -86_399) { $0.expires = nil }
        let old = try message("2", sent: -86_400) { $0.expires = nil }
        let alerts = try select([recent, old]).alerts
        #expect(alerts.map(\.id) == ["1"])
        #expect(alerts.first?.ends == now.advanced(by: 1))
    }

    @Test func pastDangersAreLeftOut() throws {
        let past = try message("1") { $0.urgency = .past }
        let clear = try message("2") { $0.responses = ["allclear"] }
        let green = try message("3") { $0.parameters = [CAPInfo.Value("awareness_level", "1; green; Minor")] }
        let yellow = try message("4") { $0.parameters = [CAPInfo.Value("Awareness_Level", "2; yellow; Moderate")] }
        #expect(try select([past, clear, green, yellow]).alerts.map(\.id) == ["4"])
    }

    /// A traffic jam is no weather; a flood that the police warns of is.
    @Test func otherCategoriesCountIfTheyNameANaturalDanger() throws {
        let traffic = try message("1") {
            $0.categories = ["transport"]
            $0.event = "Road closed"
        }
        let flood = try message("2") {
            $0.categories = ["safety", "rescue"]
            $0.event = "Flood warning"
        }
        let unnamed = try message("3") {
            $0.categories = []
            $0.event = "Notice"
        }
        #expect(try select([traffic, flood, unnamed]).alerts.map(\.id) == ["2", "3"])
    }

    // MARK: - Languages

    private func multilingual(_ languages: [String]) throws -> CAPMessage {
        var message = try message("1")
        let info = message.infos[0]
        message.infos = languages.map { language in
            var info = info
            info.language = language
            info.event = language
            return info
        }
        return message
    }

    @Test(arguments: [
        (["hr-HR", "en-GB"], "hr_HR.UTF-8", "hr-HR"), (["hr-HR", "en-GB"], "de", "en-GB"),
        (["de", "de-LS", "en"], "de_AT", "de"), (["de-LS", "en"], "de", "de-LS"),
        (["en-GB", "sr", "sr-Latn"], "sr", "sr"), (["en-GB", "sr", "sr-Latn"], "sr-Latn-RS", "sr-Latn"),
        (["zh-mo", "pt-PT", "en-US"], "pt_BR", "pt-PT"), (["zh-mo", "pt-PT"], "ja", "zh-mo"),
        (["no", "en"], "nb_NO", "no"), (["pt-BR", "pt-PT"], "pt_PT", "pt-PT"), (["en-US", "en"], "C", "en"),
        ([""], "en", ""), (["x", "EN"], "en", "EN"),
    ])
    func languageIsTheUsersElseEnglishElseTheFirst(languages: [String], locale: String, expected: String) throws {
        #expect(try select([multilingual(languages)], locale: locale).alerts.map(\.event) == [expected])
    }

    /// One language describes several dangers, and another place has none in it.
    @Test func everyInfoOfTheLanguageThatFitsIsKept() throws {
        var message = try multilingual(["en", "de", "en"])
        message.infos[2].event = "Second"
        message.infos.append(message.infos[1])
        let alerts = try select([message]).alerts
        #expect(alerts.map(\.event) == ["en", "Second"])
        #expect(alerts.map(\.id) == ["1", "1 2"])
    }

    @Test func languageIsChosenAmongInfosOfThePlace() throws {
        var message = try multilingual(["de", "en"])
        message.infos[1].areas = try elsewhere().infos[0].areas
        #expect(try select([message]).alerts.map(\.event) == ["de"])
    }

    // MARK: - Regions

    @Test func knownRegionsAreJudgedAndUnknownOnesCounted() throws {
        let table = RegionTable(path: regionFile)
        let zagreb = try #require(Coordinate(latitude: 45.81, longitude: 15.98))
        func select(_ codes: [CAPInfo.Value]) throws -> CAPSelection {
            let message = try message("1") { info in
                info.areas[0].rings = []
                info.areas[0].geocodes = codes
            }
            return CAPSelection(
                of: [message], now: now, locale: "en", regions: RegionsOfPlace(zagreb, in: table))
        }
        // HR002 is the region of Zagreb, HR007 that of Dubrovnik.
        let (here, there) = (CAPInfo.Value("EMMA_ID", "HR002"), CAPInfo.Value("emma_id", "HR007"))
        let unknown = CAPInfo.Value("WARNCELLID", "1234")
        for (codes, alerts, unlocated) in [
            ([here], 1, 0), ([there], 0, 0), ([unknown], 0, 1), ([there, unknown], 0, 1), ([unknown, here], 1, 0),
            ([], 0, 0),
        ] {
            let selection = try select(codes)
            #expect(selection.omitted.unreadable == (codes.isEmpty ? 1 : 0))
            #expect(selection.alerts.count == alerts && selection.omitted.unlocated == unlocated, "\(codes)")
        }
    }

    @Test func thousandWarningsAreSelected() throws {
        let messages = try (0..<1000).map { try message("\($0)", here: $0 % 2 == 0) }
        #expect(try select(messages).omitted == OmittedAlerts(unreadable: 400))
    }
}

struct RegionTableTests {
    private let table = RegionTable(path: regionFile)

    /// Places and the regions that MeteoAlarm's map shows them in.
    @Test(arguments: [
        (45.81, 15.98, "EMMA_ID", "HR002"), (43.7, 7.26, "NUTS3", "FR823"), (54.0, -5.8, "EMMA_ID", "EI808"),
        (52.99, 6.56, "EMMA_ID", "NL018"), (52.37, 4.9, "EMMA_ID", "NL011"), (59.33, 18.07, "EMMA_ID", "SE021"),
    ])
    func placeIsInItsRegion(latitude: Double, longitude: Double, name: String, code: String) throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(table.knows(code, of: name))
        var message = try message("1")
        message.infos[0].areas[0].rings = []
        message.infos[0].areas[0].geocodes = [CAPInfo.Value(name, code)]
        let selection = CAPSelection(
            of: [message], now: now, locale: "en", regions: RegionsOfPlace(place, in: table))
        #expect(selection.alerts.count == 1)
    }

    @Test func damagedTablesHaveNoRegions() {
        #expect(RegionTable(path: "/nowhere").isEmpty && RegionTable(path: "/").isEmpty)
        for bytes in [[], Array("regions".utf8), Array("regions\u{1}".utf8) + [1, 0, 200, 1, 2, 3]] as [[UInt8]] {
            #expect(RegionTable(bytes).isEmpty)
        }
    }

    /// No cut and no flipped byte crashes.
    @Test func damagedTablesAreHarmless() throws {
        var generator = SystemRandomNumberGenerator()
        let place = try #require(Coordinate(latitude: 45.81, longitude: 15.98))
        let whole = try [UInt8](Data(contentsOf: URL(filePath: regionFile)))
        for _ in 0..<30 {
            var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &generator)))
            for _ in 0..<20 where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            _ = RegionsOfPlace(place, in: RegionTable(bytes))
        }
    }
}
