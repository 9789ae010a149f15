import Foundation
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

/// The file of borders in the sources.
enum BorderFile {
    static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Worker/Gazetteer/Borders/borders.dat").path

    static let bytes = Result { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
}

struct BorderMapTests {
    private static let map = Result { try #require(BorderMap(bytes: try BorderFile.bytes.get())) }

    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test(arguments: [
        (52.52, 13.405, "DE"), (-34.9, -56.2, "UY"), (64.15, -21.94, "IS"), (35.68, 139.69, "JP"),
        (-41.3, 174.78, "NZ"),
        // Both sides of the 180th meridian, and the pole.
        (66, 179.9, "RU"), (66, -179.9, "RU"), (-87, 180, "AQ"), (-87, -180, "AQ"), (-90, 0, "AQ"),
        // Enclaves, and countries no larger than the tolerance.
        (-29.6, 28.2, "LS"), (43.9, 12.45, "SM"), (41.9037, 12.4537, "VA"), (43.738, 7.424, "MC"), (47.14, 9.53, "LI"),
        (42.5, 1.55, "AD"), (14.69, -61.02, "MQ"), (4.9, -52.5, "GF"), (-21.1, 55.5, "RE"), (78.2, 15.6, "SJ"),
        (12.15, -68.25, "BQ"), (60.25, 20.05, "AX"), (22.35, 114.15, "HK"),
        // As drawn for Germany.
        (45, 34.1, "UA"), (35.33, 33.5, "CY"), (9.56, 44.06, "SO"), (24, -14, "EH"), (42.6, 20.9, "XK"),
        (23.7, 121, "TW"),
        (31.9, 35.2, "PS"), (33.1, 36, "SY"),
    ])
    func country(latitude: Double, longitude: Double, country: String) throws {
        #expect(try Self.map.get().country(at: place(latitude, longitude)) == country)
    }

    @Test(arguments: [
        (30, -40), (0, 0), (59, 2), (89.9, 20), (-60, 180), (21.9, 33.75), (33, 35.8),
    ])
    func seaAndUnclaimedLandHaveNone(latitude: Double, longitude: Double) throws {
        #expect(try Self.map.get().country(at: place(latitude, longitude)) == nil)
    }

    @Test func countriesNearby() throws {
        let map = try Self.map.get()
        // Basel, where three countries meet; the middle of Germany; Singapore and Johor, on both sides of a strait.
        #expect(try Set(map.countries(within: 5000, of: place(47.575, 7.59)).keys) == ["CH", "DE", "FR"])
        #expect(try map.countries(within: 5000, of: place(51, 10.5)).isEmpty)
        #expect(try Set(map.countries(within: 5000, of: place(1.44, 103.78)).keys) == ["SG", "MY"])
        // The border of Canada at 49° N, which the data has 0.8 km farther south.
        let near = try map.countries(within: 5000, of: place(49.02, -110))
        #expect(Set(near.keys) == ["CA", "US"])
        for distance in near.values { #expect((2200..<3300).contains(distance), "\(near)") }
    }

    /// Every border is there once, so that no position is in two countries or in a gap: across a border, one country ends
    /// where the other begins.
    @Test func neighboursHaveNoGapBetweenThem() throws {
        let map = try Self.map.get()
        for latitude in stride(from: 47.0, through: 54.0, by: 0.37) {
            var countries: [String?] = []
            for step in 0..<2000 {
                let country = try map.country(at: place(latitude, 4 + Double(step) * 0.005))
                if country != countries.last ?? "none" { countries.append(country) }
            }
            // Only the North Sea and the Baltic Sea, and the mouths of rivers, have no country.
            if latitude < 50.5 { #expect(!countries.contains(nil), "\(latitude): \(countries)") }
            #expect(countries.count > 1)
        }
    }

    @Test func damagedFileIsRejected() throws {
        let bytes = try BorderFile.bytes.get()
        #expect(BorderMap(bytes: []) == nil)
        #expect(BorderMap(bytes: Array(bytes.prefix(11))) == nil)
        for count in stride(from: 0, to: bytes.count, by: bytes.count / 20) {
            #expect(BorderMap(bytes: Array(bytes.prefix(count))) == nil)
        }
        for position in [0, 7, 8, 12, 14, 20, 100, 600, 5000, bytes.count / 2, bytes.count - 1] {
            var damaged = bytes
            damaged[position] ^= 1
            #expect(BorderMap(bytes: damaged) == nil, "\(position)")
        }
        #expect(BorderMap(bytes: bytes + [0]) == nil)
    }

    @Test func problemsAreNamed() throws {
        let scratch = try TemporaryDirectory()
        #expect(throws: GazetteerError.missing(path: scratch.file("none"))) {
            try BorderMap(path: scratch.file("none"))
        }
        try scratch.write("borders", to: "short")
        #expect(
            throws: GazetteerError.damaged(
                path: scratch.file("short"), reason: "it is not the border file of this version of weatherd")
        ) { try BorderMap(path: scratch.file("short")) }
        #expect(throws: GazetteerError.notRead(path: "/dev", reason: "it is not a file")) {
            try BorderMap(path: "/dev")
        }
    }
}
