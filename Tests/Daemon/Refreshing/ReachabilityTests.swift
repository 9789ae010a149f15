import Testing

@testable import Refreshing

struct ReachabilityTests {
    private let here = Destination.loopback
    private let world = Destination.internet
    private let wired = Route([Route.Origin(interface: "eth0", address: [10, 0, 0, 2])])
    private let both = Route([
        Route.Origin(interface: "eth0", address: [10, 0, 0, 2]),
        Route.Origin(interface: "eth0", address: [0x20, 1, 0, 0, 0, 0, 0, 0]),
    ])
    private let tunnel = Route([Route.Origin(interface: "tun0", address: [10, 8, 0, 2])])

    @Test func reachabilityFollowsRoutes() {
        var reachability = Reachability()
        #expect(reachability.update([world: nil]) == .cut)
        #expect(reachability.isCut)
        #expect(reachability.update([world: nil]) == nil)
        #expect(reachability.update([world: wired]) == .back(isElsewhere: false))
        #expect(reachability.update([world: wired]) == nil)
        #expect(reachability.update([world: nil]) == .cut)
        #expect(reachability.update([world: wired]) == .back(isElsewhere: false), "a flap")
        #expect(reachability.update([world: nil]) == .cut)
        #expect(reachability.update([world: tunnel]) == .back(isElsewhere: true), "another network")
    }

    @Test func changedRoutesAreReported() {
        var reachability = Reachability()
        #expect(reachability.update([world: wired]) == .improved)
        #expect(reachability.update([world: both]) == .improved, "IPv6 became available")
        #expect(reachability.update([world: tunnel]) == .rerouted, "a VPN started")
        #expect(reachability.update([world: both]) == .rerouted, "the VPN stopped")
        #expect(reachability.update([world: wired]) == .rerouted, "requests over IPv6 get no answer")
    }

    @Test func loopbackDestinationsAreAlwaysReachable() {
        var reachability = Reachability()
        #expect(reachability.update([:]) == nil)
        #expect(!reachability.isCut)
        #expect(reachability.update([here: wired, world: nil]) == .improved)
        #expect(!reachability.isCut)
        #expect(reachability.update([here: wired, world: tunnel]) == .improved)
        #expect(reachability.update([here: wired, world: nil]) == nil)
    }

    /// As after a reload of the configuration.
    @Test func changedDestinationsAreChecked() {
        var reachability = Reachability()
        #expect(reachability.update([world: nil]) == .cut)
        #expect(reachability.update([here: wired]) == .back(isElsewhere: false))
        #expect(reachability.update([world: nil]) == .cut)
        #expect(reachability.update([:]) == .back(isElsewhere: false))
    }
}
