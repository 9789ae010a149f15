import Foundation
import Providers
import Testing
import Weather

private let now = UnixTime(1_795_273_200)

/// A message that its service lists for the place, in force for an hour yet.
private func message(
    _ id: String = "1", kind: CAPMessage.Kind = .alert, references: [String] = [],
    changed change: (inout CAPInfo) -> Void = { _ in }
) -> CAPMessage {
    var info = CAPInfo()
    info.event = "Gale Warning"
    info.onset = now.advanced(by: -600)
    info.expires = now.advanced(by: 3600)
    change(&info)
    var message = CAPMessage(
        identifier: id, sent: now.advanced(by: -900), kind: kind,
        references: references.map { CAPMessage.Reference(sender: "", identifier: $0) }, infos: [info])
    message.placement = .here
    return message
}

private func select(_ messages: CAPMessage..., isAshore: Bool = false) throws -> CAPSelection {
    let place = try #require(Coordinate(latitude: 40.7, longitude: -74))
    return CAPSelection(
        of: messages, now: now, locale: "en", regions: RegionsOfPlace(place, isAshore: isAshore))
}

/// What a message says of itself decides whether it is in force, whatever its source.
struct CAPStandingTests {
    /// NWS withdraws so: the type is Alert, and the end is still ahead.
    @Test func withdrawnWarningIsNotInForce() throws {
        for change: (inout CAPInfo) -> Void in [
            { $0.urgency = .past }, { $0.responses = ["allclear"] }, { $0.responses = ["none", "allclear"] },
            { $0.responses = ["allclear", "assess"] }, { $0.responses = ["all clear"] },
            { $0.responses = ["monitor", "All-Clear"] },
            {
                ($0.urgency, $0.responses) = (.past, ["allclear"])
                $0.ends = now.advanced(by: 86_400)
            },
            { $0.parameters = [CAPInfo.Value("VTEC", "/O.CAN.KPQR.WS.W.0003.000000T0000Z-201222T1800Z/")] },
            { $0.parameters = [CAPInfo.Value("VTEC", "/O.EXP.KPQR.WS.W.0003.000000T0000Z-201222T1800Z/")] },
            { $0.parameters = [CAPInfo.Value("layer:EC-MSC-SMC:1.1:Alert_Location_Status", "ended")] },
            { $0.parameters = [CAPInfo.Value("layer:ec-msc-smc:1.0:alert_location_status", "Transitioned_Out")] },
            { $0.certainty = .unlikely },
        ] {
            let selection = try select(message(changed: change))
            #expect(selection.alerts.isEmpty && selection.omitted.isEmpty && selection.understood == 1)
        }
        let standing = message {
            $0.responses = ["prepare", "allclear"]
            $0.parameters = [
                CAPInfo.Value("layer:EC-MSC-SMC:1.1:Alert_Location_Status", "continued"),
                CAPInfo.Value("VTEC", "/O.CAN.KPQR.WS.W.0003.000000T0000Z-201222T1800Z/"),
                CAPInfo.Value("VTEC", "/O.NEW.KPQR.WW.Y.0003.000000T0000Z-201222T1800Z/"),
            ]
        }
        #expect(try select(standing).alerts.count == 1)
    }

    /// It also ends what it refers to; a warning that is no withdrawal does not.
    @Test func withdrawalEndsWhatItRefersTo() throws {
        let withdrawal = message("2", references: ["1"]) { $0.urgency = .past }
        #expect(try select(message("1"), withdrawal).alerts.isEmpty)
        #expect(try select(message("1"), message("2", references: ["1"])).alerts.map(\.id) == ["1", "2"])
        // A cancelled warning had replaced another one.
        let cancel = message("3", kind: .cancel, references: ["2"])
        #expect(try select(message("1"), message("2", references: ["1"]), cancel).alerts.isEmpty)
    }

    @Test func codesOfTestsAreNoWarnings() throws {
        let vtec = message {
            $0.parameters = [CAPInfo.Value("VTEC", "/T.NEW.KPQR.TO.W.0003.000000T0000Z-201222T1800Z/")]
        }
        let dwd = message { $0.eventCodes = [CAPInfo.Value("II", "98")] }
        #expect(try select(vtec).alerts.isEmpty && select(dwd).alerts.isEmpty)
    }

    /// The danger's end counts before the message's expiry, in the parameter too that NWS adds to CAP.
    @Test func endIsThatOfTheDanger() throws {
        func end(_ change: (inout CAPInfo) -> Void) throws -> Int? {
            try select(message(changed: change)).alerts.first?.ends?.seconds(since: now)
        }
        #expect(try end { _ in } == 3600)
        #expect(try end { $0.ends = now.advanced(by: 7200) } == 7200)
        #expect(try end { $0.parameters = [CAPInfo.Value("eventEndingTime", "2026-11-21T18:00:00+00:00")] } == 10_800)
        // A list contains what stands, so no end is none.
        #expect(try end { $0.expires = nil } == nil)
        #expect(try select(message { ($0.expires, $0.onset) = (nil, now.advanced(by: -200_000)) }).alerts.count == 1)
        #expect(try select(message { $0.ends = now }).alerts.isEmpty)
    }

    /// Then the expiry is the message's alone, as NWS gives it: the danger has not begun, and its end is not known.
    @Test func dangerWithAnExpiryBeforeItsBeginningIsAnnounced() throws {
        func alert(listed isListed: Bool, _ times: (inout CAPInfo) -> Void) throws -> Alert? {
            var message = message(changed: times)
            if !isListed { message.placement = .byArea }
            var area = CAPArea()
            area.circles = [Circle(centre: try #require(Coordinate(latitude: 40.7, longitude: -74)), radius: 1000)]
            message.infos[0].areas = [area]
            return try select(message).alerts.first
        }
        for isListed in [true, false] {
            for times: (inout CAPInfo) -> Void in [
                { ($0.onset, $0.expires) = (now.advanced(by: 72_000), now.advanced(by: 14_400)) },
                { ($0.onset, $0.effective) = (nil, now.advanced(by: 72_000)) },
                {
                    $0.onset = now.advanced(by: 72_000)
                    $0.ends = now.advanced(by: 14_400)
                },
            ] {
                let alert = try #require(try alert(listed: isListed, times))
                #expect(alert.isAnnounced(at: now) && !alert.isInForce(at: now) && alert.ends == nil)
                #expect(alert.onset == now.advanced(by: 72_000) && alert.isInForce(at: now.advanced(by: 72_000)))
            }
            // A list of messages has the expired ones too; what a service lists for the place stands.
            let expired = try alert(listed: isListed) {
                ($0.onset, $0.expires) = (now.advanced(by: 72_000), now.advanced(by: -3600))
            }
            #expect(expired.map { $0.isAnnounced(at: now) } == (isListed ? true : nil))
            #expect(try alert(listed: isListed) { ($0.onset, $0.expires) = (now.advanced(by: -60), now) } == nil)
        }
    }

    /// Without an end, a day after it was sent; one that begins later, a day after it began.
    @Test func endOfAnEndlessMessageIsADayAfterItWasSent() throws {
        func end(sent: Int, onset: Int?) throws -> Int? {
            var message = message { ($0.expires, $0.onset) = (nil, onset.map { now.advanced(by: $0) }) }
            (message.placement, message.sent) = (.byArea, now.advanced(by: sent))
            var area = CAPArea()
            area.circles = [Circle(centre: try #require(Coordinate(latitude: 40.7, longitude: -74)), radius: 1000)]
            message.infos[0].areas = [area]
            return try select(message).alerts.first?.ends?.seconds(since: now)
        }
        #expect(try end(sent: -7200, onset: nil) == 79_200 && end(sent: -7200, onset: -3600) == 79_200)
        #expect(try end(sent: -100_000, onset: nil) == nil && end(sent: -100_000, onset: -20_000) == nil)
        #expect(try end(sent: -7200, onset: 108_000) == 194_400)
    }

    /// Israel and others write a severity beside the colour that is less.
    @Test(arguments: [
        ("4; red; Extreme", Alert.Severity.moderate, Alert.Severity.extreme), ("3; orange; Severe", .minor, .severe),
        ("2; yellow; Moderate", .severe, .severe), ("2.0", .unknown, .moderate), ("Red", .moderate, .extreme),
        ("x", .minor, .minor),
    ])
    func levelDoesNotReadLower(level: String, severity: Alert.Severity, expected: Alert.Severity) throws {
        let warning = message {
            ($0.severity, $0.parameters) = (severity, [CAPInfo.Value("awareness_level", level)])
        }
        #expect(try select(warning).alerts.map(\.severity) == [expected])
        #expect(try select(message { $0.parameters = [CAPInfo.Value("awareness_level", "0; white; x")] }).alerts == [])
    }

    @Test func parametersAreNoName() throws {
        func alert(_ event: String, _ headline: String?) throws -> Alert? {
            try select(
                message {
                    ($0.event, $0.headline) = (event, headline)
                }
            ).alerts.first
        }
        let title = "awareness_type=12,awareness_level=2.0"
        let flood = try alert(title, "Flood warning for the coast")
        #expect(flood?.event == "Flood warning for the coast" && flood?.kind == .flood)
        #expect(try alert(title, nil)?.event == title)
        #expect(try alert("Rain = flood", "x")?.event == "x")
        #expect(try alert("Wind (gusts = 30 m/s)", "x")?.event == "Wind (gusts = 30 m/s)")
        // Level 1 is no warning.
        #expect(try alert("awareness_type=1; awareness_level=1.0", "x") == nil)
    }

    // MARK: - The sea

    /// An area of the marine zones of NWS, and one of land too.
    @Test func warningOfMarineZonesIsNotToldAshore() throws {
        func warning(_ zones: String...) -> CAPMessage {
            message { info in
                var area = CAPArea()
                area.geocodes = [CAPInfo.Value("SAME", "077550")] + zones.map { CAPInfo.Value("UGC", $0) }
                info.areas = [area]
            }
        }
        #expect(try select(warning("AMZ651", "GMZ042"), isAshore: true).alerts.isEmpty)
        #expect(try select(warning("AMZ651"), isAshore: false).alerts.count == 1)
        #expect(try select(warning("AMZ651", "FLZ173"), isAshore: true).alerts.count == 1)
        #expect(try select(warning("AMC001"), isAshore: true).alerts.count == 1)
        let domain = message { $0.parameters = [CAPInfo.Value("geographicDomain", "marine")] }
        #expect(try select(domain, isAshore: true).alerts.isEmpty && select(domain).alerts.count == 1)
    }

    /// Towns on the Croatian coast, and the sea before them.
    @Test(arguments: [
        ("Rijeka", 45.327, 14.442, "HR802", "HR006", true), ("Pula", 44.868, 13.848, "HR801", "HR006", true),
        ("Zadar", 44.119, 15.231, "HR804", "HR008", true), ("Dubrovnik", 42.650, 18.094, "HR806", "HR007", true),
        ("Kvarner", 44.9, 14.2, "HR802", "HR006", false),
    ])
    func landIsNotToldTheWarningOfTheSea(
        place: String, latitude: Double, longitude: Double, sea: String, land: String, isLand: Bool
    ) throws {
        let here = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let regions = RegionsOfPlace(here, in: RegionTable(path: regionFile))
        func alerts(_ region: String, _ type: String) -> Int {
            var info = CAPInfo()
            info.event = "x"
            info.expires = now.advanced(by: 3600)
            info.parameters = [CAPInfo.Value("awareness_type", type)]
            var area = CAPArea()
            area.geocodes = [CAPInfo.Value("EMMA_ID", region)]
            info.areas = [area]
            let message = CAPMessage(identifier: "1", sent: now.advanced(by: -60), infos: [info])
            return CAPSelection(of: [message], now: now, locale: "en", regions: regions).alerts.count
        }
        #expect(alerts(sea, "1; Wind") == (isLand ? 0 : 1))
        #expect(alerts(land, "1; Wind") == (isLand ? 1 : 0))
        // High water reaches the town.
        if !isLand { #expect(alerts(sea, "7; coastalevent") == 1) }
    }

    // MARK: - Regions by name

    /// The free list has no regions of these countries.
    @Test(arguments: [
        ("London", 51.507, -0.128, "UK108", "London & South East England"),
        ("Leeds", 53.8, -1.55, "UK103", "Yorkshire and Humber"),
        ("Lerwick", 60.155, -1.145, "UK101", "Orkney & Shetland"), ("Cardiff", 51.48, -3.18, "UK109", "Wales"),
        ("Glasgow", 55.86, -4.25, "UK105", "Strathclyde"), ("Belfast", 54.6, -5.93, "UK107", "Northern Ireland"),
        ("Kyiv", 50.45, 30.52, "UA001", "м. Київ"), ("Bila Tserkva", 49.81, 30.11, "UA002", "Київська область"),
        ("Odesa", 46.48, 30.73, "UA003", "Odesa region"), ("Lviv", 49.84, 24.03, "UA004", "Львівська"),
    ])
    func regionIsFoundByItsName(place: String, latitude: Double, longitude: Double, code: String, name: String) throws {
        func selection(_ latitude: Double, _ longitude: Double, _ name: String) throws -> CAPSelection {
            let here = try #require(Coordinate(latitude: latitude, longitude: longitude))
            var info = CAPInfo()
            (info.event, info.severity, info.expires) = ("Wind", .extreme, now.advanced(by: 3600))
            var area = CAPArea()
            (area.name, area.geocodes) = (name, [CAPInfo.Value("EMMA_ID", code)])
            info.areas = [area]
            let message = CAPMessage(identifier: "1", sent: now.advanced(by: -60), infos: [info])
            return CAPSelection(
                of: [message], now: now, locale: "en",
                regions: RegionsOfPlace(here, in: RegionTable(path: regionFile)))
        }
        #expect(try selection(latitude, longitude, name).alerts.count == 1)
        #expect(try selection(latitude, longitude, "Nowhere; " + name).omitted.unlocated == 1)
        let elsewhere = try selection(52.48, -1.9, name)
        #expect(elsewhere.alerts.isEmpty && elsewhere.omitted.isEmpty)
        let unknown = try selection(latitude, longitude, "Nowhere").omitted
        #expect(unknown == OmittedAlerts(unlocated: 1, unlocatedSeverity: .extreme))
    }
}
