import Providers
import Testing
import Weather

private let now = UnixTime(1_795_273_200)

private func isShown(_ change: (inout CAPInfo) -> Void) throws -> Bool {
    var info = CAPInfo()
    (info.event, info.categories, info.expires) = ("Xyzzy", ["met"], now.advanced(by: 3600))
    change(&info)
    var message = CAPMessage(identifier: "1", sent: now.advanced(by: -900), infos: [info])
    message.placement = .here
    let place = try #require(Coordinate(latitude: 40.7, longitude: -74))
    let selection = CAPSelection(of: [message], now: now, locale: "en", regions: RegionsOfPlace(place))
    #expect(selection.omitted.isEmpty)
    return !selection.alerts.isEmpty
}

/// Tests whose status is Actual, and dangers that are not natural.
struct CAPSubjectTests {
    /// 47 CFR 11.31 (e), NWS Instruction 10-1712, and the Canadian profile.
    @Test(arguments: [
        ("SAME", "RWT"), ("SAME", "RMT"), ("SAME", "DMO"), ("SAME", "NPT"), ("SAME", "NIC"), ("SAME", "NMN"),
        ("SAME", "NST"),
        ("SAME", "NAT"), ("SAME", "TXO"), ("NationalWeatherService", "dmo"), ("II", "99"),
        ("profile:CAP-CP:Event:0.4", "testMessage"),
    ])
    func codesOfTestsAreNoWarnings(list: String, code: String) throws {
        #expect(try !isShown { $0.eventCodes = [CAPInfo.Value(list, code)] })
    }

    @Test(arguments: [
        "Required Weekly Test", "Required Monthly Test", "National Periodic Test", "Practice/Demo Warning",
        "Test Message",
        "Test", "TEST-WARNUNG", "Network Message Notification", "National Information Center", "Mensaje de prueba",
        "Message d’essai", "Tsunami exercise", "Probealarm", "Testvarsel",
    ])
    func namesOfTestsAreNoWarnings(event: String) throws {
        #expect(try !isShown { $0.event = event })
        #expect(event.isNameOfTest)
    }

    @Test(arguments: [
        "Testimony of a flood", "Protest march", "Attest", "Latest flood", "Exercise caution", "Demolition",
    ])
    func otherNamesAreNoTests(event: String) throws {
        #expect(try isShown { $0.event = event })
    }

    /// A nationwide test of Germany's authorities is named in the headline alone.
    @Test func headlineNamesATest() throws {
        #expect(try !isShown { $0.headline = "Probealarm - Land Hessen" })
        #expect(try isShown { $0.headline = "Ende des Probealarms: Hochwasser" })
    }

    /// An abduction is no weather; an evacuation may be for a fire, which the description says.
    @Test func otherDangersCountIfTheyAreNatural() throws {
        #expect(
            try !isShown {
                ($0.event, $0.categories, $0.eventCodes) = (
                    "Child Abduction Emergency", ["safety"], [CAPInfo.Value("SAME", "CAE")]
                )
                $0.description = "Last seen in the snow."
            })
        for change: (inout CAPInfo) -> Void in [
            { $0.event = "Evacuation - Immediate" }, { $0.eventCodes = [CAPInfo.Value("SAME", "CEM")] },
            { $0.responses = ["shelter"] },
        ] {
            #expect(
                try isShown {
                    ($0.categories, $0.description) = (["safety"], "A wildfire comes near. Leave now.")
                    change(&$0)
                })
            #expect(
                try !isShown {
                    ($0.categories, $0.description) = (["safety"], "A gas leak. Leave now.")
                    change(&$0)
                })
        }
    }
}
