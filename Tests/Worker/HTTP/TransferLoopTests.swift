import LoopbackHTTP
import Testing

@testable import HTTP

/// A cancellation at any moment of a transfer's life.
@Suite(.timeLimit(.minutes(20))) struct TransferLoopTests {
    @Test func transferStartsUnlessCancelled() {
        var keys = TransferKeys()
        let (first, second) = (keys.reserve(), keys.reserve())
        #expect(first != second)
        let (isFirstRunning, mayFirstStart) = (keys.cancel(first), keys.start(first))
        #expect(!isFirstRunning && !mayFirstStart)
        let (maySecondStart, isSecondRunning) = (keys.start(second), keys.cancel(second))
        #expect(maySecondStart && isSecondRunning)
    }

    /// A server that never answers: only the cancellation ends the transfer.
    @Test(arguments: [false, true]) func cancellationBeforeStartIsKept(whileOthersRun: Bool) async throws {
        try await LoopbackServer.running { _ in
            .hang
        } _: { server in
            let request = TransferRequest(
                url: server.url, headers: [:], bodyLimit: 1, time: .seconds(600),
                limits: Transport.Limits(connecting: .seconds(600), silence: .seconds(600)))
            let loop = TransferLoop()
            async let other = whileOthersRun ? loop.perform(request) : .ended(.cancelled)
            let key = loop.reserve()
            loop.cancel(key)
            guard case .ended(.cancelled) = await loop.perform(request, key) else {
                Issue.record("the transfer was not cancelled")
                return
            }
            loop.stop()
            _ = await other
        }
    }
}
