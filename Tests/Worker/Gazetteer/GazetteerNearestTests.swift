import Foundation
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

@Suite(.enabled(if: BuiltGazetteer.path != nil, BuiltGazetteer.absence))
struct GazetteerNearestTests {
    private let gazetteer: Gazetteer

    init() throws {
        let path = try #require(BuiltGazetteer.path)
        gazetteer = Gazetteer(GazetteerFiles(installed: path))
    }

    /// Evenly over the globe, and at difficult points: the poles, both sides of ±180°, far from everything, dense
    /// cities.
    private static let positions: [(Double, Double)] = {
        // Points on a Fibonacci lattice are evenly distributed over a sphere.
        let even = (0..<200).map { index in
            let latitude = asin(1 - (2 * Double(index) + 1) / 200) * 180 / .pi
            let longitude = (Double(index) * 137.507_764_050_037_85).truncatingRemainder(dividingBy: 360)
            return (latitude, longitude > 180 ? longitude - 360 : longitude)
        }
        return even + [
            (90, 0), (-90, 0), (90, 180), (-90, -77), (89.99, 12), (0, 180), (0, -180), (-16.8, 180), (-16.8, -180),
            (-16.8, 179.99), (-16.8, -179.99), (66, 180), (65, -179.9), (-18.1, 178.4), (51.9, 179.5), (-21.2, -175.2),
            (-48.8767, -123.3933), (20, -160), (0, -140), (-60, 0), (30, -40), (85, -40), (-75, 30), (0, 0),
            (48.86, 2.35), (52.52, 13.405), (35.68, 139.77), (23.12, 113.25), (19.43, -99.13), (28.61, 77.2),
            (51.5, -0.12), (40.71, -74), (-34.9, -56.2), (31.23, 121.47), (6.45, 3.39), (32.4, -17.2),
        ]
    }()

    /// In the gazetteer, and in the city list.
    @Test(arguments: [nil, 25_000])
    func nearestMatchesFullScan(largest: Int?) throws {
        let table = try RawPlaces(largest: largest)
        let gazetteer = largest == nil ? gazetteer : try BuiltGazetteer.onlyCities()
        for (latitude, longitude) in Self.positions {
            let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let locality = try gazetteer.locality(at: position, language: "en")
            let (expected, distance, radius, bearing) = table.places(latitude: latitude, longitude: longitude)
            let identity = [locality.name, locality.countryCode ?? ""].joined(separator: "|")
            #expect(expected.contains(identity), "\(position): \(locality), not \(expected)")
            if distance > max(20, radius) + 0.01 {
                let offset = try #require(locality.offset)
                #expect(abs(offset.distance / 1000 - distance) < 0.01, "\(position)")
                let turn = (offset.bearing - bearing).magnitude
                #expect(expected.count > 1 || min(turn, 360 - turn) < 0.01, "\(position): \(offset), not \(bearing)")
            } else if distance < max(20, radius) - 0.01 {
                #expect(locality.offset == nil, "\(position)")
            }
        }
    }

    @Test(arguments: [
        (48.86, 2.35, "Paris", "FR", "Europe/Paris"), (-34.9, -56.2, "Montevideo", "UY", "America/Montevideo"),
        (52.52, 13.405, "Berlin", "DE", "Europe/Berlin"), (35.68, 139.77, "Tokyo", "JP", "Asia/Tokyo"),
    ])
    func inACity(latitude: Double, longitude: Double, name: String, country: String, timeZone: String) throws {
        let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let locality = try gazetteer.locality(at: position, language: "en")
        #expect(locality.name == name)
        #expect(locality.countryCode == country)
        #expect(locality.timeZone == timeZone)
        #expect(locality.offset == nil)
    }

    @Test func atSea() throws {
        let position = try #require(Coordinate(latitude: 32.4, longitude: -17.2))
        let locality = try gazetteer.locality(at: position, language: "en")
        let offset = try #require(locality.offset)
        #expect(locality.countryCode == "PT")
        #expect((20_000..<60_000).contains(offset.distance))
        #expect((160..<220).contains(offset.bearing))
    }

    @Test(arguments: [("de", "Wien"), ("es", "Viena"), ("ru_RU.UTF-8", "Вена"), ("en", "Vienna")])
    func languages(language: String, name: String) throws {
        let position = try #require(Coordinate(latitude: 48.2085, longitude: 16.3721))
        #expect(try gazetteer.locality(at: position, language: language).name == name)
    }
}

/// The places of the table, and the rule of docs/gazetteer.md as a full scan.
private struct RawPlaces {
    /// Name and country.
    private var identities: [String] = []
    private var radii: [Double] = []
    /// On the unit sphere.
    private var x: [Double] = []
    private var y: [Double] = []
    private var z: [Double] = []

    private static let earthRadius = 6371.0088

    /// - Parameter largest: how many of the largest places to use; nil for all.
    init(largest: Int?) throws {
        let table = String(decoding: try GazetteerTables.read("places"), as: UTF8.self)
        var places = table.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        if let largest {
            func rank(_ columns: [Substring]) -> (Int, Int) { (-(Int(columns[6]) ?? 0), Int(columns[0]) ?? 0) }
            places = Array(places.sorted { rank($0) < rank($1) }.prefix(largest))
        }
        let english = Dictionary(uniqueKeysWithValues: try GazetteerTables.english().map { ($0.id, $0.name) })
        for columns in places {
            identities.append(
                [english[String(columns[0])] ?? String(columns[1]), String(columns[4])].joined(separator: "|"))
            let latitude = try #require(Double(columns[2])) / 100_000
            let longitude = try #require(Double(columns[3])) / 100_000
            let vector = Self.vector(latitude: latitude, longitude: longitude)
            x.append(vector.x)
            y.append(vector.y)
            z.append(vector.z)
            let population = try #require(Double(columns[6]))
            radii.append(max(1, (population / 3000 / .pi).squareRoot()))
        }
        try #require(identities.count >= largest ?? 150_000)
    }

    private static func vector(latitude: Double, longitude: Double) -> SIMD3<Double> {
        let (latitude, longitude) = (latitude * .pi / 180, longitude * .pi / 180)
        return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }

    /// The correct results, several if places are equally near; the distance and the radius, km; and the bearing of the
    /// position from there, degrees.
    func places(
        latitude: Double, longitude: Double
    ) -> (identities: Set<String>, distance: Double, radius: Double, bearing: Double) {
        let vector = Self.vector(latitude: latitude, longitude: longitude)
        var best: (measure: Double, distance: Double, index: Int) = (.infinity, .infinity, 0)
        var found: Set<String> = []
        for pass in ["covering", "nearest"] {
            // Chords have the same order as arcs, and are cheap.
            for index in identities.indices {
                let limit = pass == "nearest" ? best.measure + 1e-9 : 0.02
                let north = z[index] - vector.z
                if abs(north) > limit { continue }
                let (east, out) = (x[index] - vector.x, y[index] - vector.y)
                let chord = (east * east + out * out + north * north).squareRoot()
                if chord > limit { continue }
                let distance = 2 * Self.earthRadius * asin(min(1, chord / 2))
                guard pass == "nearest" || distance <= radii[index] else { continue }
                let measure = pass == "nearest" ? chord : max(0.5, distance) / radii[index]
                guard measure <= best.measure + 1e-9 else { continue }
                if measure < best.measure - 1e-9 { found = [] }
                if measure < best.measure { best = (measure, distance, index) }
                found.insert(identities[index])
            }
            if !found.isEmpty { break }
        }
        return (found, best.distance, radii[best.index], bearing(from: best.index, to: vector))
    }

    /// From the position's components along the place's east and north.
    private func bearing(from index: Int, to vector: SIMD3<Double>) -> Double {
        let outward = (x[index] * x[index] + y[index] * y[index]).squareRoot()
        let east = (-y[index] * vector.x + x[index] * vector.y) / outward
        let north =
            -z[index] * (x[index] * vector.x + y[index] * vector.y) / outward + outward * vector.z
        let degrees = atan2(east, north) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }
}
