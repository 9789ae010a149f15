import Foundation
import Testing
import Weather

struct LocalityTests {
    private func offset(_ json: String) throws -> Locality.Offset {
        try JSONDecoder().decode(Locality.Offset.self, from: Data(json.utf8))
    }

    @Test func aWayIsReadAsItIsWritten() throws {
        let offset = Locality.Offset(distance: 41_000, bearing: 225)
        #expect(try JSONDecoder().decode(Locality.Offset.self, from: JSONEncoder().encode(offset)) == offset)
    }

    /// Kilometres of it are whole numbers, which it would be too long for.
    @Test(arguments: [
        #"{"distance":1e300,"bearing":0}"#, #"{"distance":-1,"bearing":0}"#, #"{"distance":1,"bearing":361}"#,
    ])
    func aWayThatIsNoneOnEarthIsNotTaken(json: String) {
        #expect(throws: DecodingError.self) { try offset(json) }
    }
}
