import Foundation
import Platform
import Testing

@Suite(.timeLimit(.minutes(20))) struct ThreadSignalTests {
    @Test func signalEndsTheWait() {
        let signal = ThreadSignal()
        #expect(!signal.wait(milliseconds: 1))
        Thread { signal.send() }.start()
        #expect(signal.wait(milliseconds: 600_000))
        // It stays sent.
        signal.send()
        #expect(signal.wait(milliseconds: 0))
    }
}
