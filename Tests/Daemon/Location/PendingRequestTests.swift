import Testing

@testable import Location

struct PendingRequestTests {
    @Test func requestsCountOnceUntilTheyAreHandled() {
        let request = PendingRequest()
        #expect((1...3).map { _ in request.add() } == [true, false, false])
        request.take()
        #expect((1...3).map { _ in request.add() } == [true, false, false])
    }
}
