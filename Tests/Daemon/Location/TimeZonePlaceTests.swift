import Foundation
import Scratch
import Testing
import Weather

@testable import Location

struct TimeZonePlaceTests {
    private static let now = UnixTime(1_763_740_000)
    private static let table = """
        # a comment\twith tabs\tEurope/Nowhere
        DE,DK,NO,SE,SJ\t+5230+01322\tEurope/Berlin\tmost of Germany
        UY\t-345433-0561245\tAmerica/Montevideo
        IN\t+2232+08822\tAsia/Kolkata
        XX\tnonsense\tEurope/Damaged
        XX
        """
    private static let countries = "#\nNO\t+5955+01045\tEurope/Oslo\nDE\t+0000+00000\tEurope/Berlin\n"
    private static let source = "# version\nZ Europe/Berlin 0:53 - LMT 1893\nL Asia/Kolkata Asia/Calcutta\n"

    @Test(arguments: [
        ("+5230+01322", 52.5, 13.3667), ("-345433-0561245", -34.9092, -56.2125), ("-3652+17446", -36.8667, 174.7667),
        ("+0000+00000", 0, 0), ("+9000-18000", 90, -180),
    ])
    func readsPositions(text: String, latitude: Double, longitude: Double) throws {
        let coordinate = try #require(Coordinate(iso6709: text))
        #expect(coordinate.rounded == Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test(arguments: [
        "", "+", "5230+01322", "+5230", "+523+01322", "+5260+01322", "+5230+1322", "+52300+01322", "+9130+01322",
        "+5230+18030", "+5a30+01322", "+٥٢30+01322", "+523060+0132200",
    ])
    func invalidPositionsAreRejected(text: String) {
        #expect(Coordinate(iso6709: text) == nil)
    }

    @Test(arguments: [
        ("Europe/Oslo", "Europe/Oslo"), (":Europe/Oslo", "Europe/Oslo"),
        ("/usr/share/zoneinfo/Europe/Oslo", "Europe/Oslo"), ("../usr/share/zoneinfo/posix/UTC", "UTC"),
        ("/usr/share/zoneinfo/right/Europe/Oslo", "Europe/Oslo"), ("CET-1CEST", "CET-1CEST"),
    ])
    func zoneNameIsReadFromAllForms(text: String, name: String) {
        #expect(TimeZonePlace.zone(in: text) == name)
    }

    @Test(arguments: [
        ("Europe/Berlin", 52.5), ("America/Montevideo", -34.9092), ("Europe/Oslo", 59.9167), ("Asia/Calcutta", 22.5333),
    ])
    func findsThePlace(name: String, latitude: Double) throws {
        let directory = try Self.zones()
        let fix = try TimeZonePlace(name: name, zones: directory.path, settings: "/nowhere").fix(at: Self.now)
        #expect(fix.coordinate.rounded.latitude == latitude)
        #expect(fix.source == .timeZone && fix.time == Self.now && fix.accuracy == nil)
    }

    @Test(arguments: [
        "UTC", "Etc/UTC", "Etc/GMT+3", "CET-1CEST", "Europe/Nowhere", "Europe/Damaged", "Europe", "../../etc/passwd",
    ])
    func zonesWithoutPlace(name: String) throws {
        let directory = try Self.zones()
        #expect(throws: LocationFailure.noPlace(timeZone: name)) {
            try TimeZonePlace(name: name, zones: directory.path, settings: "/nowhere").fix(at: Self.now)
        }
    }

    @Test func withoutTzdataThereIsNoPlace() {
        #expect(throws: LocationFailure.noPlace(timeZone: "Europe/Oslo")) {
            try TimeZonePlace(name: "Europe/Oslo", zones: "/nowhere", settings: "/nowhere").fix(at: Self.now)
        }
    }

    @Test func systemZoneIsFound() throws {
        let directory = try Self.zones()
        let place = TimeZonePlace(name: nil, zones: directory.path, settings: directory.path)
        #expect(throws: LocationFailure.noPlace(timeZone: nil)) { try place.fix(at: Self.now) }

        try directory.write("Europe/Oslo\n", to: "timezone")
        #expect(try place.fix(at: Self.now).coordinate.rounded.latitude == 59.9167)

        // The link takes precedence.
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("localtime"), withDestinationPath: "../usr/share/zoneinfo/America/Montevideo")
        #expect(try place.fix(at: Self.now).coordinate.rounded.latitude == -34.9092)

        let named = TimeZonePlace(name: "Europe/Berlin", zones: directory.path, settings: directory.path)
        #expect(try named.fix(at: Self.now).coordinate.latitude == 52.5)
    }

    /// Each zone in the system's tables, including unusual spellings of the release.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/zone.tab"), "no tzdata here"))
    func systemTablesAreRead() throws {
        for table in ["zone1970.tab", "zone.tab"] {
            let text = try String(contentsOfFile: "/usr/share/zoneinfo/" + table, encoding: .utf8)
            let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            #expect(lines.count > 200)
            for line in lines {
                let zone = String(line.split(separator: "\t")[2])
                #expect(throws: Never.self, "\(zone)") { try TimeZonePlace(name: zone).fix(at: Self.now) }
            }
        }
    }

    private static func zones() throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        try directory.write(table, to: "zone1970.tab")
        try directory.write(countries, to: "zone.tab")
        try directory.write(source, to: "tzdata.zi")
        return directory
    }
}
