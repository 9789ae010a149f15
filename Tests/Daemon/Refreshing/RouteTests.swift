import Testing

@testable import Refreshing

struct RouteTests {
    @Test(arguments: [
        ("127.0.0.1:8080", Destination.loopback), ("127.1.2.3", .loopback), ("[::1]:80", .loopback),
        ("localhost", .loopback), ("weather.localhost:81", .loopback), ("LOCALHOST", .loopback),
        ("192.168.1.7:8080", .address([192, 168, 1, 7])),
        ("[fd00::7]", .address([0xFD] + [UInt8](repeating: 0, count: 14) + [7])),
        ("api.open-meteo.com", .internet), ("api.open-meteo.com:443", .internet),
    ])
    func publicAuthorities(authority: String, destination: Destination) {
        #expect(Destination(authority: authority, isPublic: true) == destination)
    }

    /// The name may belong to a machine on the local network.
    @Test func otherNamesAreNotPublic() {
        #expect(Destination(authority: "weather.example.org", isPublic: false) == .named)
        #expect(Destination(authority: "10.0.0.1", isPublic: false) == .address([10, 0, 0, 1]))
    }

    @Test func loopbackIsAlwaysReachable() {
        #expect(Route.to(.loopback) != nil)
    }

    @Test func routeIncludesNarrowerRoute() {
        let wired = Route.Origin(interface: "eth0", address: [10, 0, 0, 2])
        let six = Route.Origin(interface: "eth0", address: [0x20, 1, 0, 0, 0, 0, 0, 0])
        let tunnel = Route.Origin(interface: "tun0", address: [10, 8, 0, 2])
        #expect(Route([wired, six]).includes(Route([wired])), "IPv6 was added")
        #expect(!Route([tunnel, six]).includes(Route([wired, six])))
        #expect(!Route([wired]).includes(Route([wired, six])))
    }

    @Test func networksAndLinkLocalAddresses() {
        #expect(Interface.network(of: [10, 0, 0, 2]) == [10, 0, 0, 2])
        #expect(Interface.network(of: Array(1...16)) == Array(1...8))
        #expect(Interface.isLinkLocal([169, 254, 1, 1]))
        #expect(Interface.isLinkLocal([0xFE, 0xBF] + [UInt8](repeating: 0, count: 14)))
        #expect(!Interface.isLinkLocal([192, 168, 1, 1]))
        #expect(!Interface.isLinkLocal([0xFD, 0] + [UInt8](repeating: 0, count: 14)))
    }
}
