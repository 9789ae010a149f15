import Testing

@testable import Refreshing

/// Datagrams as `ip monitor` receives them, written by hand from linux/netlink.h and linux/rtnetlink.h.
struct RouteNoticeTests {
    /// A message of this type. Lengths are little-endian, as on this machine.
    private static func message(_ type: UInt16, _ payload: [UInt8]) -> [UInt8] {
        let length = UInt32(16 + payload.count)
        let padding = [UInt8](repeating: 0, count: (4 - payload.count % 4) % 4)
        return bytes(length) + bytes(type) + bytes(UInt16(0)) + bytes(UInt32(7)) + bytes(UInt32(0)) + payload + padding
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) }
    }

    private static func attribute(_ type: UInt16, _ payload: [UInt8]) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: (4 - payload.count % 4) % 4)
        return bytes(UInt16(4 + payload.count)) + bytes(type) + payload + padding
    }

    /// An ifinfomsg: an Ethernet interface that is up and running.
    private static let interface: [UInt8] = [0, 0, 1, 0] + bytes(Int32(3)) + bytes(UInt32(0x11043)) + bytes(UInt32(0))

    /// An rtmsg of IPv4.
    private static func route(type: UInt8, flags: UInt32 = 0, prefix: UInt8 = 0) -> [UInt8] {
        [2, prefix, 0, 0, 254, 3, 0, type] + bytes(flags)
    }

    private static func notices(_ datagram: [UInt8]) -> [RouteNotice] {
        datagram.withUnsafeBytes { RouteNotice.notices(in: $0) }
    }

    @Test func links() {
        let name = Self.attribute(3, Array("wlan0".utf8) + [0])
        #expect(Self.notices(Self.message(16, Self.interface + name)) == [.link])
        #expect(Self.notices(Self.message(17, Self.interface)) == [.link])
        let scan = Self.interface + name + Self.attribute(11, [1, 2, 3])
        #expect(Self.notices(Self.message(16, scan)) == [.wireless])
        #expect(!RouteNotice.wireless.mattersToRoutes)
    }

    @Test func addresses() {
        #expect(Self.notices(Self.message(20, [UInt8](repeating: 0, count: 8))) == [.address])
        #expect(Self.notices(Self.message(21, [UInt8](repeating: 0, count: 8))) == [.address])
    }

    @Test func routes() {
        #expect(Self.notices(Self.message(24, Self.route(type: 1))) == [.route])
        #expect(Self.notices(Self.message(25, Self.route(type: 1, prefix: 24))) == [.route])
        #expect(Self.notices(Self.message(24, Self.route(type: 6))) == [.route], "a black hole")
        #expect(Self.notices(Self.message(24, Self.route(type: 2))) == [.localRoute], "a local address")
        #expect(Self.notices(Self.message(24, Self.route(type: 5))) == [.localRoute], "a group")
        #expect(Self.notices(Self.message(24, Self.route(type: 1, flags: 0x200))) == [.localRoute], "a copy")
    }

    @Test func datagramWithSeveralNotices() {
        let datagram =
            Self.message(25, Self.route(type: 1)) + Self.message(16, Self.interface + [8, 0, 11, 0, 1, 2, 3, 4])
        #expect(Self.notices(datagram) == [.route, .wireless])
    }

    /// Nothing is read beyond the end, and an unknown message triggers a check.
    @Test func truncatedMessagesAreHandled() {
        let datagram =
            Self.message(16, Self.interface + Self.attribute(3, [0x61, 0])) + Self.message(24, Self.route(type: 1))
        for length in 1..<datagram.count {
            #expect(Self.notices(Array(datagram.prefix(length))).allSatisfy { [.link, .route, .unknown].contains($0) })
        }
        #expect(Self.notices([]).isEmpty)
        #expect(Self.notices(Self.message(16, [])) == [.unknown])
        #expect(Self.notices(Self.message(24, [2])) == [.unknown])
        #expect(Self.notices([UInt8](repeating: 0xFF, count: 64)) == [.unknown])
        #expect(
            Self.notices([UInt8](repeating: 0, count: 64)) == [.unknown], "a length of zero would loop endlessly")
        let hollow = Self.interface + [0, 0, 3, 0, 1, 2, 3, 4]
        #expect(Self.notices(Self.message(16, hollow)) == [.link])
        #expect(RouteNotice.unknown.mattersToRoutes)
    }
}
