import Testing

@testable import ClientProtocol

/// Positions as people, maps and weatherctl itself write them.
@Suite("Notations of positions")
struct PositionTextTests {
    @Test(
        "A position is read",
        arguments: [
            ("34.9°S 56.2°W", -34.9, -56.2), ("52.52N 13.405E", 52.52, 13.405), ("52.52N, 13.405E", 52.52, 13.405),
            ("52.52N,13.405E", 52.52, 13.405), ("N52.52 E13.405", 52.52, 13.405), ("n 52.52 e 13.405", 52.52, 13.405),
            ("13.405E 52.52N", 52.52, 13.405), ("34,9°S 56,2°W", -34.9, -56.2), ("34,9° S, 56,2° W", -34.9, -56.2),
            ("52°31'12\"N 13°24'18\"E", 52.52, 13.405), ("52° 31′ 12″ N, 13° 24′ 18″ E", 52.52, 13.405),
            ("52°31.2'N 13°24.3'E", 52.52, 13.405), ("52 31 12 N 13 24 18 E", 52.52, 13.405),
            ("S 34 54 W 56 12", -34.9, -56.2),
            ("geo:52.52,13.405", 52.52, 13.405), ("GEO:-34.9,-56.2;u=35", -34.9, -56.2),
            ("geo:52.52,13.405,34?z=12", 52.52, 13.405),
            ("59,91 10,75", 59.91, 10.75), ("-34,9 -56,2", -34.9, -56.2), ("59,91; 10,75", 59.91, 10.75),
            ("59,91, 10,75", 59.91, 10.75),
            ("34.9 south 56.2 west", -34.9, -56.2), ("34,9° ю. ш. 56,2° з. д.", -34.9, -56.2),
            ("52,52° пн. ш. 13,41° сх. д.", 52.52, 13.41),
            ("北緯52.52° 東経13.41°", 52.52, 13.41), ("南纬34.9° 西经56.2°", -34.9, -56.2),
        ])
    func position(text: String, latitude: Double, longitude: Double) throws {
        guard case .coordinate(let foundLatitude, let foundLongitude) = PlaceReference(text) else {
            Issue.record("\(text) is not a position")
            return
        }
        #expect(abs(foundLatitude - latitude) < 1e-9 && abs(foundLongitude - longitude) < 1e-9)
    }

    @Test(
        "Other text is a name",
        arguments: [
            "Oslo", "N", "N 5", "5N 6S", "5E 6W", "52.5N", "52.5 N 13.4", "N52 E13 Street", "E1 6AN", "N1 9GU", "10115",
            "New 5 S 6 W",
            "geo:", "geo:52", "geo:a,b", "52°70'N 13°E", "52.5°31'N 13°E", "34.9°S 56.2°O", "1,2,3", "5° 6°", "-5S 6W",
            "S-5 W6", "SW 5 6",
        ])
    func name(text: String) {
        #expect(PlaceReference(text) == .name(text))
    }

    @Test(
        "The words of a request may contain one",
        arguments: [
            ("set-location 34.9°S 56.2°W", "set-location -34.9 -56.2"),
            ("set-location 34.9S 56.2W Home", "set-location -34.9 -56.2 Home"),
            ("set-location Home 52° 30' N 13° 24' E", "set-location 52.5 13.4 Home"),
            ("set-location geo:52.5,13.4", "set-location 52.5 13.4"),
            ("places add Home 59,91 10,75", "places add Home 59.91 10.75"),
            ("places add My Home 34.9°S 56.2°W", "places add \"My Home\" -34.9 -56.2"),
            ("map 52.5N 13.4E", "map 52.5 13.4"),
        ])
    func request(line: String, plain: String) throws {
        let same = try Request(line: Array(plain.utf8))
        #expect(try Request(line: Array(line.utf8)) == same)
    }

    @Test("Degrees out of range are refused")
    func range() {
        #expect(throws: RequestError.badValue("95°N 10°E", of: "latitude", expected: "between -90 and 90 degrees")) {
            try Request(words: ["set-location", "95°N", "10°E"])
        }
        #expect(throws: RequestError.badValue("5N 181E", of: "longitude", expected: "between -180 and 180 degrees")) {
            try Request(words: ["set-location", "5N 181E"])
        }
    }
}
