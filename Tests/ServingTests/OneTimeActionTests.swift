import Testing

@testable import Serving

struct OneTimeActionTests {
    @Test func actionIsTakenOnce() {
        let once = OneTimeAction()
        #expect(once.take())
        #expect(!once.take() && !once.take())
    }
}
