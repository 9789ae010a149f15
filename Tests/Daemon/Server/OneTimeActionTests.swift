import Testing

@testable import Server

struct OneTimeActionTests {
    @Test func actionIsTakenOnce() {
        let once = OneTimeAction()
        #expect(once.take())
        #expect(!once.take() && !once.take())
    }
}
