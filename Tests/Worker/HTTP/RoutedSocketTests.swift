import CCurl
import Glibc
import Testing

@testable import HTTP

struct RoutedSocketTests {
    /// A TCP address, as libcurl passes it.
    private func outcome(_ number: (UInt8, UInt8, UInt8, UInt8)) -> RoutedSocket.Outcome {
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = in_port_t(9).bigEndian
        withUnsafeMutableBytes(of: &target.sin_addr) { $0.copyBytes(from: [number.0, number.1, number.2, number.3]) }
        var address = curl_sockaddr()
        address.family = AF_INET
        address.socktype = Int32(SOCK_STREAM.rawValue)
        address.addrlen = UInt32(MemoryLayout<sockaddr_in>.size)
        withUnsafeBytes(of: target) { bytes in withUnsafeMutableBytes(of: &address.addr) { $0.copyMemory(from: bytes) }
        }
        return RoutedSocket.open(for: &address)
    }

    @Test func loopbackHasARoute() throws {
        guard case .open(let descriptor) = outcome((127, 0, 0, 1)) else {
            Issue.record("no socket")
            return
        }
        close(descriptor)
    }

    @Test func addressWithoutRouteIsSkipped() {
        #expect(outcome((255, 255, 255, 255)) == .failed(systemError: EACCES))
    }
}
