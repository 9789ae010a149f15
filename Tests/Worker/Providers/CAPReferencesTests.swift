import Foundation
import Providers
import Testing
import Weather

private let now = UnixTime(1_795_273_200)

/// A message of an authority for the place, in force for an hour yet.
private func message(
    _ id: String, from sender: String = "a@x.test", kind: CAPMessage.Kind = .alert, sent: Int = -900,
    references: String = "", here: Bool = true, changed change: (inout CAPInfo) -> Void = { _ in }
) throws -> CAPMessage {
    var info = CAPInfo()
    (info.event, info.expires) = ("Flood", now.advanced(by: 3600))
    var area = CAPArea()
    area.circles = [
        Circle(centre: try #require(Coordinate(latitude: here ? 1 : 50, longitude: 1)), radius: 10_000)
    ]
    info.areas = [area]
    change(&info)
    var message = CAPMessage(
        identifier: id, sender: sender, sent: now.advanced(by: sent), kind: kind,
        references: CAPMessage.Reference.list(references), infos: [info])
    message.sentText = text(sent)
    return message
}

/// In the zone of the authority.
private func text(_ seconds: Int) -> String {
    let time = Date(timeIntervalSince1970: Double(now.advanced(by: seconds + 5 * 3600).seconds))
    return time.formatted(.iso8601.dateSeparator(.dash).timeSeparator(.colon)).replacing("Z", with: "+05:00")
}

private func ids(_ messages: CAPMessage...) throws -> [String] { try select(messages).map(\.id) }

private func select(_ messages: [CAPMessage]) throws -> [Alert] {
    let regions = RegionsOfPlace(try #require(Coordinate(latitude: 1, longitude: 1)))
    let all = messages.map { $0.reduced(to: regions) }
    return CAPSelection(of: all, now: now, locale: "en", regions: regions).alerts
}

/// A reference is a sender, an identifier and a time: CAP 1.2, 3.2.1.
struct CAPReferencesTests {
    /// Identifiers are unique for their sender alone.
    @Test(arguments: [CAPMessage.Kind.cancel, .update])
    func messageOfAnotherAuthorityEndsNothing(kind: CAPMessage.Kind) throws {
        let own = try message("12")
        let other = try message(
            "13", from: "b@x.test", kind: kind, references: "b@x.test,12,\(text(-90_000))", here: false)
        #expect(try ids(own, other) == ["12"])
        let beside = try select([
            own,
            message("13", from: "b@x.test", kind: .update, references: "b@x.test,12,\(text(-90_000))") {
                $0.event = "Wind"
            },
        ])
        // Neither hides the other later.
        #expect(beside.standing(at: now).count == 2)
        #expect(try ids(own, message("14", kind: .cancel, references: "a@x.test,12,\(text(-900))")) == [])
    }

    /// The sender or the time is the same: DWD cuts the time, and MoWaS has another name.
    @Test func senderOrTimeIsEnough() throws {
        let whole = text(-900)
        for reference in [
            "a@x.test,12,\(whole)", "a@x.test,12,\(whole.prefix(16))", "A@x.test,12,yesterday", "a@x.test,12", "12",
            "c@x.test,12,\(whole)", "c@x.test,12,\(whole.prefix(16))", ",12,\(whole)",
        ] {
            #expect(try ids(message("12"), message("13", kind: .cancel, references: reference)) == [], "\(reference)")
        }
        for reference in [
            "c@x.test,12,\(text(-960))", "c@x.test,12,\(whole.prefix(10))", "c@x.test,12", "a@x.test,1,\(whole)",
        ] {
            #expect(
                try ids(message("12"), message("13", kind: .cancel, references: reference)) == ["12"], "\(reference)")
        }
        // The sender is in the identifier: `mow.DE-HE-KS-SE106-20250313-106-000`.
        let mowas = try message("mow.DE-HE-KS-SE106-20250313-106-000", from: "office@mowas.test")
        let cancel = try message(
            "mow.DE-HE-KS-SE106-20250313-106-001", from: "DE-HE-KS-SE106", kind: .cancel,
            references: "DE-HE-KS-SE106,mow.DE-HE-KS-SE106-20250313-106-000,2025-03-13T09:15:06-00:00")
        #expect(try ids(mowas, cancel) == [])
        let another = try message(
            "x", from: "b", kind: .cancel,
            references: "DE-HE-KS-SE10,mow.DE-HE-KS-SE106-20250313-106-000,2025-03-13T09:15:06-00:00")
        #expect(try ids(mowas, another).count == 1)
    }

    /// Of one sender, the later one is a correction.
    @Test func sameIdentifierOfTwoSendersIsTwoWarnings() throws {
        let both = try select([message("12"), message("12", from: "b@x.test")])
        #expect(both.count == 2 && Set(both.map(\.id)).count == 2)
        #expect(try ids(message("12"), message("12", sent: -60)) == ["12"])
        let update = try message("12", from: "b@x.test", kind: .update, references: "a@x.test,12,\(text(-900))")
        #expect(try ids(message("12"), update) == ["12"])
    }

    /// NWS lists the messages that have expired in a parameter, whatever the message's type.
    @Test func expiredReferencesAreFollowed() throws {
        for here in [true, false] {
            let newer = try message("2", here: here) {
                $0.parameters = [
                    CAPInfo.Value("expiredReferences", "a@x.test,0,\(text(-9000)) a@x.test,1,\(text(-900))")
                ]
            }
            let alerts = try select([message("1"), newer])
            #expect(alerts.map(\.id) == (here ? ["2"] : []))
            if here { #expect(alerts.first?.replaces == ["0", "1"]) }
        }
    }

    /// A withdrawal for other places ends what it refers to here, and a test nothing.
    @Test func messageForOtherPlacesEndsWhatItRefersTo() throws {
        let past = try message("2", references: "a@x.test,1,\(text(-900))", here: false) { $0.urgency = .past }
        #expect(try ids(message("1"), past) == [])
        let test = try message("2", kind: .cancel, references: "a@x.test,1,\(text(-900))", here: false) {
            $0.eventCodes = [CAPInfo.Value("II", "98")]
        }
        #expect(try ids(message("1"), test) == ["1"])
    }
}
