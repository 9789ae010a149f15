import LoopbackHTTP
import Testing

@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct TranscriptTests {
    @Test(arguments: Transcript.names)
    func readsAsWritten(name: String) async throws {
        let transcript = try Transcript(name)
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start()
            try home.awaitRefresh()
            if let difference = try transcript.replay(in: home) {
                Issue.record("\(name) reads otherwise:\n\(difference)")
            }
            #expect(try daemon.stop() == 0)
        }
    }
}
