import ClientProtocol
import Testing

@testable import Rendering

struct CoastlineTests {
    private static let world = MapFrame(west: -180, south: -90, east: 180, north: 90)

    private func points(of coastline: Coastline, in frame: MapFrame, degreesPerDot: Double) throws -> [MapPoint] {
        var points: [MapPoint] = []
        try coastline.forEachLine(in: frame, degreesPerDot: degreesPerDot) { points += $0 }
        return points
    }

    @Test func everyDetailLevelCoversTheWorld() throws {
        let coastline = try NaturalEarth.coastline
        var counts: [Int] = []
        for degreesPerDot in [2.0, 0.2, 0.001] {
            let points = try points(of: coastline, in: Self.world, degreesPerDot: degreesPerDot)
            #expect(points.allSatisfy { $0.x.magnitude <= 540 && $0.y.magnitude <= 90 })
            #expect(points.contains { $0.x < -179 } && points.contains { $0.x > 179 })
            #expect(points.contains { $0.y < -80 } && points.contains { $0.y > 80 })
            counts.append(points.count)
        }
        #expect(counts == counts.sorted() && counts[2] > 100_000 && counts[0] < 3_000)
    }

    @Test(
        "Capes match their known positions",
        arguments: [
            ("Cape Finisterre", -9.27, 42.88), ("Cape of Good Hope", 18.47, -34.36), ("Lizard Point", -5.20, 49.96),
            ("Cape Horn", -67.22, -55.90), ("Nordkapp", 25.78, 71.17), ("Cape Leeuwin", 115.14, -34.37),
            ("Duluth, on Lake Superior", -92.07, 46.77),
        ])
    func capes(name: String, longitude: Double, latitude: Double) throws {
        let frame = MapFrame(
            west: longitude - 1, south: latitude - 1, east: longitude + 1, north: latitude + 1)
        let points = try points(of: try NaturalEarth.coastline, in: frame, degreesPerDot: 0.01)
        let nearest = points.map { max(($0.x - longitude).magnitude, ($0.y - latitude).magnitude) }.min()
        #expect(try #require(nearest) < 0.06, "\(name)")
    }

    @Test func longitudesContinueAcrossAntimeridian() throws {
        let frame = MapFrame(west: 170, south: 60, east: 195, north: 72)
        let points = try points(of: try NaturalEarth.coastline, in: frame, degreesPerDot: 0.01)
        #expect(points.contains { $0.x > 181 && $0.x < 195 } && points.contains { $0.x > 170 && $0.x < 179 })
    }

    @Test func truncatedFileIsRejectedOrDrawnPartially() throws {
        let bytes = try NaturalEarth.bytes
        for length in Array(0..<64) + [1_000, 5_000, 9_000, 100_000, bytes.count - 1] {
            #expect(throws: CoastlineError.damaged(path: "x"), "\(length) bytes") {
                let coastline = try Coastline(bytes: Array(bytes.prefix(length)), path: "x")
                // A file with only a header has no lines.
                if length == 15 { throw CoastlineError.damaged(path: "x") }
                _ = try points(of: coastline, in: Self.world, degreesPerDot: 0.001)
            }
        }
    }

    @Test func arbitraryBytesDoNotTrap() throws {
        let bytes = Array(try NaturalEarth.bytes.prefix(3_000))
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var spoilt = bytes
            for _ in 0..<4 { spoilt[Int.random(in: 6..<spoilt.count, using: &random)] = UInt8.random(in: 0...255) }
            do {
                let coastline = try Coastline(bytes: spoilt, path: "x")
                _ = try points(of: coastline, in: Self.world, degreesPerDot: 2)
            } catch {
                #expect(error as? CoastlineError == .damaged(path: "x"))
            }
        }
    }
}
