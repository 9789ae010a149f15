import ClientProtocol
import Foundation
import LoopbackHTTP
import Pages
import Scratch
import Testing

/// The keys that the pages list are those that the programs print.
@Suite(.ownThread, .timeLimit(.minutes(2)), .enabled(if: SamplePlace.isAvailable, "\(SamplePlace.absence)"))
struct PageKeysTests {
    /// A city with rain in half an hour, a warning in force and air quality.
    private func withWeather(_ body: (Home) throws -> Void) async throws {
        let warnings = [
            IssuedWarning(id: "snow", onset: Forecast.now - 3600, ends: Forecast.now + 30 * 3600),
            IssuedWarning(id: "ice", onset: Forecast.now + 7200, ends: Forecast.now + 30 * 3600),
        ].map(\.nws).joined(separator: ",")
        try await LoopbackServer.running { request in
            switch request.path {
            case "/alerts/active": .json(#"{"features":[\#(warnings)]}"#)
            case "/v1/air-quality": .json(AirForecast.json)
            default:
                .json(
                    Forecast().json.replacing(
                        #""minutely_15":{"precipitation":[0,0,0"#, with: #""minutely_15":{"precipitation":[0,0,1"#))
            }
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now, place: "40.71 -74.01 Manhattan")
            home.environment["WEATHERD_NWS_URL"] = provider.url
            home.environment["WEATHERD_OPEN_METEO_AIR_QUALITY_URL"] = provider.url
            let daemon = try home.start()
            try home.awaitRefresh()
            try home.watch("alerts") { $0.count > 3 }
            try body(home)
            #expect(try daemon.stop() == 0)
        }
    }

    /// The names of all members, also of inner objects, except those of objects with the names of providers.
    private func names(in value: Any) -> Set<String> {
        switch value {
        case let object as [String: Any]:
            object.reduce(into: Set(object.keys)) { names, member in
                if member.key != "requestsByProvider" { names.formUnion(self.names(in: member.value)) }
            }
        case let list as [Any]: Set(list.flatMap(names))
        default: []
        }
    }

    @Test func jsonHasTheListedKeys() async throws {
        let pages = try ["docs/json.md", "docs/json-views.md"].map(Page.init)
        let commands = [
            "short", "current", "hourly", "daily", "alerts", "air", "sun", "places", "map --cursor", "search Oslo",
            "status", "accuracy", "doctor",
        ]
        var sea: Set<String> = []
        try SamplePlace.running { sea = names(in: try $0.json("marine")) }
        try await withWeather { home in
            let printed = try commands.reduce(into: sea) { printed, command in
                printed.formUnion(names(in: try home.json(command)))
            }
            let named = Set(pages.flatMap(\.spans).map(\.text))
            #expect(printed.subtracting(named).sorted() == [], "the pages do not name these keys")
            // The scores need a month of measurements: `AccuracyViewTests`.
            let tables = pages.flatMap(\.tables).filter { $0.titles.first == "key" && $0.rows[0][0] != "`provider`" }
            let listed = Set(tables.flatMap(\.rows).flatMap { $0[0].codeSpans })
            #expect(listed.subtracting(printed).sorted() == [], "weatherctl does not print these keys")
            #expect(listed.count > 150)
        }
    }

    /// `.days[0].temperatureMaxC` and `jq .temperatureC`
    @Test func pathsInJSONExist() throws {
        var count = 0
        try SamplePlace.running { home in
            let objects = try ["current", "hourly", "daily", "sun"].map { try home.json($0) }
            let printed = names(in: objects)
            for page in Page.all {
                for code in page.codes {
                    let parts = code.text.components(separatedBy: "jq ")
                    let isMapped = page.path == "docs/migrating.md" && code.column == 1
                    guard let words = parts.last, isMapped || parts.count > 1, words.hasPrefix(".") else { continue }
                    for name in words.split(whereSeparator: { ".[]0 ".contains($0) }) where name.allSatisfy(\.isLetter)
                    {
                        count += 1
                        let isPrinted = printed.contains(String(name))
                        #expect(isPrinted, "\(code): \(name)")
                    }
                }
            }
        }
        #expect(count > 8)
    }

    /// The lines of `status` are the keys of the JSON in lower case, and those that protocol.md adds.
    @Test func statusHasTheListedKeys() throws {
        let table = try #require(try Page("docs/protocol.md").table("Status", "key"))
        let added = Set(table.rows.flatMap { $0[0].codeSpans })
        try SamplePlace.running { home in
            let printed = Set(try home.ask("status").lines.map { String($0.prefix { $0 != ":" }) })
            #expect(added.subtracting(printed).sorted() == [])
            let keys = try home.json("status").keys.map { key in
                key.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
            }
            #expect(printed.subtracting(added).subtracting(keys).sorted() == [])
        }
    }

    /// The fields of eww, and the tags of yambar.
    @Test func barsHaveTheListedFields() throws {
        try SamplePlace.running { home in
            let eww = try #require(try Page("docs/bars/eww.md").tables.first)
            let object = try JSONSerialization.jsonObject(
                with: Data(try home.weatherctl("short", "--output", "eww").output.utf8))
            let fields = Set(try #require(object as? [String: Any]).keys)
            #expect(Set(eww.rows.flatMap { $0[0].codeSpans }) == fields)
            let yambar = try #require(try Page("docs/bars/yambar.md").tables.first)
            let lines = try home.weatherctl("short", "--output", "yambar").lines
            let tags = Set(lines.filter { $0.contains("|") }.map { String($0.prefix { $0 != "|" }) })
            #expect(Set(yambar.rows.flatMap { $0[0].codeSpans }) == tags)
        }
    }
}
