import Testing

@testable import Serving

struct OnceTests {
    @Test func isTakenOnce() {
        let once = Once()
        #expect(once.take())
        #expect(!once.take() && !once.take())
    }
}
