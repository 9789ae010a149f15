import Logging
import Scratch
import Testing
import Weather

@testable import Store

/// What services and proxies refused, in requests.json.
struct KeptRefusalTests {
    private let directory: TemporaryDirectory
    private let now = Moment(wall: UnixTime(1_795_273_200), uptime: 5000, boot: "a")
    private let interface = ServiceRefusals.Interface(provider: "open-meteo", kind: .forecast, settings: "0123abcd")
    private let places = (0..<600).compactMap { Coordinate(latitude: Double($0) / 10, longitude: 1) }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func store() -> Store {
        Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(), now: now.wall,
            clock: { [now] in now }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func refused(_ place: Coordinate, in refusals: inout ServiceRefusals) {
        let failure = FetchFailure.refused(host: "x", status: 400, reason: "No data")
        refusals.places[place] = ServiceRefusals.Place(failure: failure, at: now, seconds: 21_600)
    }

    private func fill(_ refusals: inout ServiceRefusals) {
        refusals.names[UnknownName(parameter: "hourly", value: "soil_temperature_0cm")] = now
        refusals.names[UnknownName(parameter: "minutely_15")] = now
        refused(places[0], in: &refusals)
        refusals.longest = ServiceRefusals.Length(count: 17, at: now)
        refusals.vain = ServiceRefusals.Vain(places: Set(places.prefix(3)), at: now)
    }

    @Test func refusalsSurviveARestart() async {
        let first = store()
        #expect(first.refusals(of: interface) == ServiceRefusals(of: interface))
        first.changeRefusals(of: interface) { fill(&$0) }
        await first.keepRefusals()
        let second = store()
        var expected = ServiceRefusals(of: interface)
        fill(&expected)
        #expect(second.refusals(of: interface) == expected)
        second.forgetRefusedPlaces()
        await second.keepRefusals()
        let names = store().refusals(of: interface)
        #expect(names.names == expected.names && names.places.isEmpty && names.longest == nil && names.vain == nil)
    }

    @Test func unchangedRefusalsAreNotWritten() async throws {
        let store = store()
        store.changeRefusals(of: interface) { _ in }
        await store.keepRefusals()
        #expect(try directory.names() == [])
    }

    /// They may have been the reason.
    @Test func otherSettingsForgetTheRefusals() async {
        let store = store()
        store.changeRefusals(of: interface) { fill(&$0) }
        var others = [interface, interface, interface]
        others[0].settings = "fedcba98"
        others[1].kind = .air
        others[2].provider = "x"
        for other in others { #expect(store.refusals(of: other).places.isEmpty) }
        store.changeRefusals(of: others[1]) { fill(&$0) }
        store.changeRefusals(of: others[0]) { fill(&$0) }
        #expect(Set(store.snapshot.requests.refusals.map(\.interface)) == [others[0], others[1]])
    }

    @Test func proxiesSurviveARestart() async {
        let rejection = ProxyRejection(
            proxy: "12ab", reason: "authentication failed", count: 2, at: now, seconds: 7200)
        await store().keep([rejection])
        #expect(store().snapshot.requests.proxies == [rejection])
        await store().keep([])
        #expect(store().snapshot.requests.proxies.isEmpty)
    }

    /// All that is kept fits into the file.
    @Test func refusalsAreBounded() async throws {
        let store = store()
        let (reason, host) = (String(repeating: "\u{1F327}", count: 1000), String(repeating: "\"", count: 300))
        for (index, kind) in ReportKind.allCases.enumerated() {
            let other = ServiceRefusals.Interface(provider: "\(index)", kind: kind, settings: "")
            store.changeRefusals(of: other) { refusals in
                for number in 0..<200 {
                    refusals.places[places[number]] = ServiceRefusals.Place(
                        failure: .refused(host: host, status: 400, reason: reason), at: now, seconds: 60)
                    refusals.names[UnknownName(parameter: String(repeating: "\\", count: 90) + "\(number)")] = now
                }
                refusals.vain = ServiceRefusals.Vain(places: Set(places.prefix(250)), at: now)
            }
        }
        await store.keepRefusals()
        #expect(try directory.read("requests.json").count < 1 << 20)
        let kept = self.store().snapshot.requests.refusals
        #expect(kept.count == 2 && kept.allSatisfy { $0.places.count == 200 && $0.names.count == 200 })
        store.changeRefusals(of: interface) { refusals in
            for place in places { refused(place, in: &refusals) }
        }
        #expect(store.refusals(of: interface).places.isEmpty)
    }

    /// As a file may be damaged: what can be read is used.
    @Test func unreadableEntriesAreLeftOut() async throws {
        let first = store()
        first.changeRefusals(of: interface) { fill(&$0) }
        await first.keepRefusals()
        let text = String(decoding: try directory.read("requests.json"), as: UTF8.self)
        let good = try #require(text.firstMatch(of: /"refusals":\[(.*)\]\},"checksum"/)?.output.1)
        let moment = #"{"wall":1795273200,"uptime":5000,"boot":"a"}"#
        let bad = [
            "7", "{}", #"{"provider":"x","kind":"of-tomorrow","settings":""}"#,
            #"{"provider":"x","kind":"air","settings":"","names":7,"places":{},"longest":[],"vain":""}"#,
            """
            {"provider":"y","kind":"air","settings":"","longest":{"count":0,"at":\(moment)},\
            "names":[{"name":{"parameter":""},"at":\(moment)},{"name":{"parameter":"a b"},"at":\(moment)},\
            {"name":{"parameter":"\(String(repeating: "a", count: 101))"},"at":\(moment)},\
            {"name":{"parameter":"a"},"at":{"wall":1,"uptime":-1,"boot":""}},\
            {"name":{"parameter":"good"},"at":\(moment)}],\
            "places":[{"coordinate":{"latitude":91,"longitude":0}},\
            {"coordinate":{"latitude":1,"longitude":0},"place":{"failure":{"ofTomorrow":{}},"at":\(moment),"seconds":1}},\
            {"coordinate":{"latitude":2,"longitude":0},"place":{"failure":{"noNetwork":{}},"at":\(moment),"seconds":-1}}],\
            "vain":{"at":\(moment),"places":[7,{"latitude":1,"longitude":500},{"latitude":1,"longitude":5}]}}
            """,
        ]
        let proxies = #"[7,{"proxy":"a"},{"proxy":"a","reason":"b","count":0,"at":\#(moment),"seconds":60}]"#
        let day = now.wall.seconds / 86_400
        try directory.write(
            """
            {"version":1,"content":{"day":\(day),"numbers":{"x":7},"proxies":\(proxies),\
            "refusals":[\(bad.joined(separator: ",")),\(good)]}}
            """, to: "requests.json")
        let requests = store().snapshot.requests
        #expect(requests.counts(at: now.wall) == ["x": 7] && requests.proxies.isEmpty)
        var expected = ServiceRefusals(of: interface)
        fill(&expected)
        #expect(requests.refusals.first { $0.interface == interface } == expected)
        let other = try #require(requests.refusals.first { $0.interface.provider == "y" })
        #expect(other.names == [UnknownName(parameter: "good"): now])
        #expect(other.longest == nil && other.places.isEmpty)
        #expect(other.vain?.places == Set([Coordinate(latitude: 1, longitude: 5)].compactMap(\.self)))
        #expect(requests.refusals.count == 2)
    }

    @Test(arguments: [#""refusals":7"#, #""refusals":{"a":[]}"#, #""proxies":{}"#, #""refusals":null"#])
    func otherTypesCostNothingElse(member: String) throws {
        let day = now.wall.seconds / 86_400
        try directory.write(
            #"{"version":1,"content":{"day":\#(day),"numbers":{"x":7},\#(member)}}"#, to: "requests.json")
        let requests = store().snapshot.requests
        #expect(requests.counts(at: now.wall) == ["x": 7] && requests.refusals.isEmpty && requests.proxies.isEmpty)
    }

    /// A list of more elements than are read at once.
    @Test func hugeListsAreNotRead() throws {
        let entries = String(repeating: "7,", count: 30_000) + "7"
        try directory.write(
            #"{"version":1,"content":{"day":1,"numbers":{},"refusals":[\#(entries)],"proxies":[\#(entries)]}}"#,
            to: "requests.json")
        #expect(store().snapshot.requests.refusals.isEmpty)
        #expect(try directory.names() == ["requests.json"])
    }
}
