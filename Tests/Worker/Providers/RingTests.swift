import Providers
import Testing
import Weather

private func ring(_ points: [(Double, Double)]) throws -> Ring {
    let points = points.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }
    return try #require(Ring(points))
}

extension Ring {
    fileprivate func contains(_ latitude: Double, _ longitude: Double) -> Bool {
        Coordinate(latitude: latitude, longitude: longitude).map { contains($0) } ?? false
    }
}

struct RingTests {
    private static let square = [(0.0, 0.0), (0, 10), (10, 10), (10, 0)]

    @Test func insideAndOutsideOfASquare() throws {
        for points in [Self.square, Self.square.reversed(), Self.square + [(0, 0)]] {
            let ring = try ring(points)
            #expect(ring.points.count == 4)
            #expect(ring.contains(5, 5))
            for (latitude, longitude) in [(-1.0, 5.0), (11, 5), (5, -1), (5, 11), (50, 5), (0, 180), (-5, -175)] {
                #expect(!ring.contains(latitude, longitude), "\(latitude) \(longitude)")
            }
        }
    }

    @Test func lineAndCornersAreInside() throws {
        let ring = try ring(Self.square)
        for (latitude, longitude) in [(0.0, 0.0), (10, 10), (0, 5), (5, 0), (10, 3), (7, 10)] {
            #expect(ring.contains(latitude, longitude), "\(latitude) \(longitude)")
        }
    }

    @Test func bothLoopsOfABowTieAreInside() throws {
        let tie = try ring([(0, 0), (10, 10), (10, 0), (0, 10)])
        #expect(tie.contains(2, 5) && tie.contains(8, 5))
        #expect(!tie.contains(5, 1) && !tie.contains(5, 9))
    }

    /// Its centre is enclosed twice.
    @Test func centreOfAPentagramIsInside() throws {
        let star = try ring([(10, 0), (-8, 6), (3, -9.5), (3, 9.5), (-8, -6)])
        #expect(star.contains(0, 0))
        #expect(!star.contains(-8, 0))
    }

    /// As in GDACS's files, whose rings are joined: the way there and back cancels out.
    @Test func holeOfOppositeDirectionJoinedToTheOutlineIsOutside() throws {
        let joined = try ring(
            Self.square + [(0, 0), (4, 4), (6, 4), (6, 6), (4, 6), (4, 4)])
        #expect(!joined.contains(5, 5))
        #expect(joined.contains(2, 8))
    }

    @Test func squareAcrossThe180thMeridian() throws {
        let fiji = try ring([(-20, 175), (-20, -175), (-10, -175), (-10, 175)])
        #expect(fiji.contains(-15, 179) && fiji.contains(-15, -179))
        #expect(fiji.contains(-15, 180) && fiji.contains(-15, -180))
        #expect(
            !fiji.contains(-15, 174) && !fiji.contains(-15, -174) && !fiji.contains(-15, 0))
    }

    @Test func ringAroundThePoleContainsIt() throws {
        let arctic = try ring([(70, -180), (70, -90), (70, 0), (70, 90)])
        #expect(arctic.contains(90, 0) && arctic.contains(80, 45))
        #expect(!arctic.contains(60, 45) && !arctic.contains(-80, 45))
    }

    @Test(arguments: [
        [], [(1.0, 1.0)], [(1, 1), (2, 2)], [(1, 1), (2, 2), (1, 1)], [(1, 1), (1, 1), (1, 1), (1, 1)],
    ])
    func lineWithoutThreePointsIsNoRing(points: [(Double, Double)]) {
        #expect(Ring(points.compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }) == nil)
    }
}

struct ShapeTextTests {
    @Test func polygonWithBlanksAroundIt() throws {
        let read = try Ring(capPolygon: " \n\t1,2 1,3\n   2,3\t2,2 1,2 \n")
        let ring = try #require(read)
        #expect(ring.points.map(\.latitude) == [1, 1, 2, 2])
        #expect(ring.points.map(\.longitude) == [2, 3, 3, 2])
    }

    @Test func openRingIsClosed() throws {
        #expect(try Ring(capPolygon: "0,0 0,10 10,10 10,0")?.contains(5, 1) == true)
    }

    @Test func bracketsAreSkipped() throws {
        let read = try Ring(capPolygon: "0,0 0,10) 10,(10 [10,0]")
        let ring = try #require(read)
        #expect(ring.points.count == 4)
    }

    @Test func longitudesBeyond180AreTurned() throws {
        let read = try Ring(capPolygon: "-20,175 -20,185 -10,185 -10,175")
        let ring = try #require(read)
        #expect(ring.points.map(\.longitude) == [175, -175, -175, 175])
    }

    @Test(arguments: [
        "", "x", "1 2 3 4", "1,2", "120,30 121,31 122,30", "NaN,1 inf,2 1e400,3", "1,2,3 4,5,6 7,8,9", "1,2 3,4 x y z",
    ])
    func garbageIsNoPolygon(text: String) throws {
        #expect(try Ring(capPolygon: text) == nil)
    }

    @Test func tooManyPointsAreRejected() {
        let text = (0..<2000).map { "\(Double($0) / 100),1" }.joined(separator: " ")
        #expect(throws: XMLFailure.tooLarge) { try Ring(capPolygon: text, upTo: 1999) }
    }

    @Test func circleIsReadInKilometres() throws {
        let circle = try #require(Circle(cap: " 53.401,-165.164 1.0\n"))
        #expect(circle.radius == 1000)
        #expect(circle.centre == Coordinate(latitude: 53.401, longitude: -165.164))
        // A degree of latitude is 111.2 km.
        let places = [53.409, 53.411].compactMap { Coordinate(latitude: $0, longitude: -165.164) }
        #expect(places.map(circle.contains) == [true, false])
    }

    @Test(arguments: ["", "1,2", "1,2 x", "1,2 -1", "1,2 3 4", "91,2 3", "1,2 1e9", "1,2 nan"])
    func garbageIsNoCircle(text: String) {
        #expect(Circle(cap: text) == nil)
    }
}
