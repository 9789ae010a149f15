import LoopbackHTTP
import NIOCore
import NIOPosix
import Testing

@testable import HTTP

struct ShownCertificatesTests {
    /// Nobody's end is held up by a server that takes the connection and shows nothing.
    @Test(.timeLimit(.minutes(1))) func aLookEndsWithItsTask() async throws {
        let port = try #require(SilentPort())
        let look = Task.immediate {
            await ShownCertificates(
                of: "https://127.0.0.1:\(port.number)", on: MultiThreadedEventLoopGroup.singleton.any(),
                until: .now() + .minutes(2))
        }
        look.cancel()
        #expect(await look.value == nil)
    }
}
