import Glibc
import NIOCore
import NIOPosix
import Testing
import Weather

@testable import HTTP

/// What is told of a host with two addresses, neither of which takes a connection.
struct SeveralAddressesTests {
    /// TCP goes to no multicast address, so the kernel says of one that its network cannot be reached (as ip(7) has it), on
    /// whatever machine.
    private static let wayless = "224.0.0.1"
    /// Where nobody listens at port 1.
    private static let refusing = "127.0.0.1"

    /// Of a name that has these two.
    private struct Addresses: Resolver {
        let eventLoop: any EventLoop
        let first: String
        let second: String

        func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> { address(first, port) }
        func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> { address(second, port) }
        func cancelQueries() {}

        private func address(_ number: String, _ port: Int) -> EventLoopFuture<[SocketAddress]> {
            eventLoop.makeCompletedFuture { [try SocketAddress(ipAddress: number, port: port)] }
        }
    }

    private func failure(_ first: String, _ second: String) async throws -> FetchFailure {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let error = try await #require(throws: NIOConnectionError.self) {
            try await ClientBootstrap(group: eventLoop)
                .resolver(Addresses(eventLoop: eventLoop, first: first, second: second))
                .connect(host: "service.test", port: 1).get()
        }
        #expect(error.connectionErrors.count == 2)
        return FetchFailure(error, host: "service.test", proxy: nil, answerLimit: 1, after: .seconds(1))
    }

    @Test(arguments: [(wayless, refusing), (refusing, wayless), (refusing, refusing)])
    func whoRefusesWasComeTo(first: String, second: String) async throws {
        let failure = try await failure(first, second)
        #expect(failure == .unreachable(host: "service.test", reason: "connection refused"))
    }

    @Test func withoutAWayToAnyItIsTheNetwork() async throws {
        let failure = try await failure(Self.wayless, Self.wayless)
        #expect(failure == .unreachable(host: "service.test", reason: FetchFailure.networkUnreachable))
    }
}
