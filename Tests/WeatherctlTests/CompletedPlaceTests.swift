import Scratch
import Testing

@testable import weatherctl_tools

@Suite("Places for a shell", .timeLimit(.minutes(1)))
struct CompletedPlaceTests {
    @Test("Names of places that never end are not waited for")
    func completion() throws {
        let peer = try HostilePeer(head: "OK 1\n", flood: #"{"place":{"name":"x"},"position":1"#)
        defer { peer.stop() }
        #expect(CompletedPlace.all(at: peer.path).isEmpty)
    }

    @Test("Of a long list of places, no more are offered than there can be")
    func manyPlaces() {
        let place = (0..<10_000).map { #"{"place":{"name":"\#($0)"},"position":null}"# }.joined(separator: ",")
        #expect(CompletedPlace.all(in: place).count == 1000)
        #expect(CompletedPlace.all(in: String(repeating: place, count: 10)).isEmpty)
    }
}
