import Providers
import Testing
import Weather

private func message(_ info: String, before: String = "") throws(XMLFailure) -> CAPMessage {
    try CAPMessage(
        xml: Array(
            """
            <?xml version="1.0"?>\(before)<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>1</identifier>\
            <status>Actual</status><msgType>Alert</msgType><scope>Public</scope><info>\(info)</info></alert>
            """.utf8))
}

struct HostileCAPTests {
    /// A billion laughs.
    @Test func documentTypeIsRejected() {
        let bomb = (1...9).map { #"<!ENTITY l\#($0) "\#(String(repeating: "&l\($0 - 1);", count: 10))">"# }.joined()
        let doctype = #"<!DOCTYPE alert [<!ENTITY l0 "lol">\#(bomb)]>"#
        #expect(throws: XMLFailure.hasDoctype) { try message("<event>&l9;</event>", before: doctype) }
        let file = #"<!DOCTYPE alert [<!ENTITY f SYSTEM "file:///etc/passwd">]>"#
        #expect(throws: XMLFailure.hasDoctype) { try message("<event>&f;</event>", before: file) }
        let remote = #"<!DOCTYPE alert SYSTEM "http://service.test/x.dtd">"#
        #expect(throws: XMLFailure.hasDoctype) { try message("<event>x</event>", before: remote) }
    }

    @Test func entityWithoutDocumentTypeIsText() throws {
        #expect(try message("<event>&lol;</event>").infos.first?.event == "&lol;")
    }

    @Test func predefinedEntitiesAndCharactersAreRead() throws {
        let event = try message("<event>a &amp; b &lt;c&gt; &#233;&#x2603; <![CDATA[<d>]]></event>").infos.first?.event
        #expect(event == "a & b <c> é☃ <d>")
    }

    @Test(arguments: [
        "", " ", "x", "<", "<alert>", "<alert/>", "{}", "<html><body>404</body></html>", "<?xml version=\"1.0\"?>",
        "<alert xmlns=\"urn:oasis:names:tc:emergency:cap:1.2\">", "<alert xmlns=\"urn:other\"/>",
        "<rss><alert xmlns=\"urn:oasis:names:tc:emergency:cap:1.2\"/></rss>",
    ])
    func otherDocumentIsNoMessage(text: String) {
        #expect(throws: XMLFailure.damaged) { try CAPMessage(xml: Array(text.utf8)) }
    }

    @Test func invalidBytesAreNoMessage() {
        #expect(throws: XMLFailure.damaged) { try CAPMessage(xml: [0xFF, 0xFE, 0xFD, 0, 1, 2]) }
        #expect(throws: XMLFailure.damaged) { try CAPMessage(xml: [UInt8](repeating: 0, count: 1000)) }
    }

    @Test func depthIsLimited() {
        let nested = String(repeating: "<a>", count: 1000) + String(repeating: "</a>", count: 1000)
        #expect(throws: XMLFailure.tooDeep) { try message(nested) }
    }

    @Test func numberOfElementsIsLimited() {
        #expect(throws: XMLFailure.tooManyElements) { try message(String(repeating: "<web/>", count: 400_000)) }
    }

    @Test func listsAreLimited() throws {
        let area = "<area><areaDesc>x</areaDesc></area>"
        #expect(try message(String(repeating: area, count: 20_000)).infos[0].areas.count == CAPLimits.areas)
        #expect(throws: XMLFailure.tooLarge) { try message(String(repeating: area, count: 20_001)) }
        #expect(throws: XMLFailure.tooLarge) { try message(String(repeating: "</info><info>", count: 2000)) }
        let geocode = "<geocode><valueName>x</valueName><value>y</value></geocode>"
        #expect(throws: XMLFailure.tooLarge) {
            try message("<area>\(String(repeating: geocode, count: 20_001))</area>")
        }
        let parameter = "<parameter><valueName>x</valueName><value>y</value></parameter>"
        #expect(try message(String(repeating: parameter, count: 5000)).infos[0].parameters.count == CAPLimits.values)
    }

    @Test func longTextIsCut() throws {
        let info = try message("<description>\(String(repeating: "x", count: 10 << 20))</description>").infos[0]
        #expect(info.description?.utf8.count == String.longestText)
    }

    /// Line breaks stay; characters that could move the cursor or turn the text around do not.
    @Test func controlCharactersAreRemoved() throws {
        let info = try message(
            "<event>a&#x202E;b&#x2066;c&#x85;d\n e\u{200F}</event><description>1\n2&#13;&#10;3&#x9B;31m</description>"
        ).infos[0]
        #expect(info.event == "abc d e")
        #expect(info.description == "1\n2\n331m")
    }

    @Test func otherNamespacesAreSkipped() throws {
        let info = try message(
            """
            <x:event xmlns:x="urn:x">no</x:event><event>yes</event><resource><web>http://no.test</web></resource>\
            <headline>a<b xmlns="urn:x">no</b></headline>
            """
        ).infos[0]
        #expect(info.event == "yes" && info.web == nil)
    }

    @Test(arguments: [
        ("https://a.test/?b=c", "https://a.test/?b=c"), ("\n  http://a.test \n", "http://a.test"),
        ("ftp://a.test", nil),
        ("javascript:alert(1)", nil), ("https://a.test/\"onclick", nil), ("https://a b", nil), ("www.a.test", nil),
        ("https://user:password@a.test", nil), ("https://é.test", nil),
    ])
    func onlyPlainWebAddressesAreKept(text: String, expected: String?) throws {
        let escaped = text.split(separator: "&").joined(separator: "&amp;")
        #expect(try message("<web>\(escaped)</web>").infos[0].web == expected)
    }

    // MARK: - Polygons

    private func polygon(_ text: String) throws -> CAPMessage {
        try message("<area><areaDesc>x</areaDesc><polygon>\(text)</polygon></area>")
    }

    /// It takes a few seconds at most, and the map gets few of its points.
    @Test func polygonOfAMillionPointsIsRead() throws {
        let text = (0..<999_000).map { index in
            let (x, y) = (index % 1000, index / 1000)
            return "\(y % 2 == 0 ? x : 999 - x).\(index % 7),\(y)e-2"
        }
        // Latitudes from 0 to 90 in a meander.
        let meander = text.map { word in
            let parts = word.split(separator: ",")
            return "\((Double(parts[0]) ?? 0) / 12),\(parts[1])"
        }.joined(separator: " ")
        let message = try polygon(meander)
        let area = try #require(message.infos.first?.areas.first)
        let ring = try #require(area.rings.first)
        #expect(ring.points.count > 900_000)
        let place = try #require(Coordinate(latitude: 40, longitude: 5))
        _ = ring.contains(place)
        let simple = AlertArea.simplified([.polygon([ring.points])])
        #expect(simple.reduce(0) { $0 + $1.pointCount } <= Alert.mostPoints)
    }

    @Test func moreThanAMillionPointsAreRejected() {
        let text = (0...1_000_001).map { "\($0 % 80),\($0 % 170)" }.joined(separator: " ")
        #expect(throws: XMLFailure.tooLarge) { try polygon(text) }
    }

    @Test func garbagePolygonIsUnreadable() throws {
        let here = try #require(Coordinate(latitude: 1, longitude: 1))
        for text in ["", "POLYGON((0 0, 0 2, 2 2))", "0,0 0,2", "a,b c,d e,f"] {
            let message = try polygon(text)
            let selection = CAPSelection(
                of: [message], now: UnixTime(1_795_273_200), locale: "en",
                regions: RegionsOfPlace(here, in: RegionTable()))
            #expect(selection.alerts.isEmpty && selection.omitted == OmittedAlerts(unreadable: 1), "\(text)")
        }
    }
}
