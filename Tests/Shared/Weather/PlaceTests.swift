import Testing
import Weather

struct PlaceTests {
    private func place(name: String? = nil, offset: Locality.Offset? = nil) throws -> Place {
        var locality = Locality(name: "Munich", region: "Bavaria", country: "Germany")
        locality.offset = offset
        return Place(
            name: name, coordinate: try #require(Coordinate(latitude: 48, longitude: 11)), locality: locality)
    }

    @Test func ownNameTakesPrecedence() throws {
        #expect(try place(name: "Home").calledName == "Home")
        #expect(try place().calledName == "Munich")
        #expect(try place(offset: Locality.Offset(distance: 9000, bearing: 90)).calledName == nil)
    }

    @Test(arguments: [
        ("munich,  bavaria, germany", true), ("munich", true), ("munich,", false), ("munich,,germany", false),
        (",munich", false), ("munich,france", false), ("", false),
    ])
    func placeMatchesEveryPartOfItsName(name: String, isCalled: Bool) throws {
        #expect(try place().isCalled(name) == isCalled)
    }

    @Test func onlyTheTimeZoneIsApproximate() {
        #expect(LocationSource.allCases.filter { $0.isApproximate } == [.timeZone])
    }

    /// From the shore of the Dead Sea to the top of Mount Everest.
    @Test func altitudesAreThoseOfLand() {
        #expect([-430.0, 8849].allSatisfy { LocationFix.altitudes.contains($0) })
        #expect(![-1000.0, 10_000].contains { LocationFix.altitudes.contains($0) })
    }
}
