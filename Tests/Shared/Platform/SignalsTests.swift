import Glibc
import Platform
import Testing

@Suite(.timeLimit(.minutes(20)))
struct SignalsTests {
    /// By default this signal would end the process.
    @Test func eachSignalIsReported() async {
        let signals = await signals(SIGUSR1, SIGUSR2)
        var iterator = signals.makeAsyncIterator()
        for number in [SIGUSR2, SIGUSR1, SIGUSR2] {
            kill(getpid(), number)
            #expect(await iterator.next() == number)
        }
    }
}
