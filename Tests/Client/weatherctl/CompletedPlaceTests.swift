import Scratch
import Testing

@testable import weatherctl_tools

@Suite("Place completion", .timeLimit(.minutes(20)))
struct CompletedPlaceTests {
    @Test("An endless list of places times out")
    func completion() throws {
        let peer = try HostilePeer(head: "OK 1\n", flood: #"{"place":{"name":"x"},"position":1"#)
        defer { peer.stop() }
        #expect(CompletedPlace.all(at: peer.path).isEmpty)
    }

    @Test("The number of offered places is limited")
    func manyPlaces() {
        let place = (0..<10_000).map { #"{"place":{"name":"\#($0)"},"position":null}"# }.joined(separator: ",")
        #expect(CompletedPlace.all(in: place).count == 1000)
        #expect(CompletedPlace.all(in: String(repeating: place, count: 10)).isEmpty)
    }
}
