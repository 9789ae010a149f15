import LoopbackHTTP
import Testing

@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct TranscriptTests {
    @Test(arguments: Transcript.names)
    func readsAsWritten(name: String) async throws {
        let transcript = try Transcript(name)
        try await LoopbackServer.running { request in
            .json(Forecast().json(for: request))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            for (name, value) in transcript.environment { home.environment[name] = value }
            var daemon = try home.start()
            try home.awaitLocation()
            try home.awaitRefresh()
            let difference = try transcript.replay(in: home) {
                try daemon.stop()
                daemon = try home.start()
            }
            if let difference {
                Issue.record("\(name) reads otherwise:\n\(difference)")
            }
            #expect(try daemon.stop() == 0)
        }
    }
}
