import Testing

@testable import SystemBus

/// Which signals are genuine.
struct BusOwnersTests {
    private let service = "org.example.Service"

    private func change(_ owner: String, of service: String = "org.example.Service") -> [BusValue] {
        [.string(service), .string(""), .string(owner)]
    }

    @Test func onlyTheOwnerIsGenuine() {
        var owners = BusOwners()
        #expect(!owners.isGenuine(":1.7", of: service), "the owner is not known yet")
        owners.learn(":1.7", of: service)
        #expect(owners.isGenuine(":1.7", of: service))
        for other in [":1.8", "", service, BusOwners.bus] { #expect(!owners.isGenuine(other, of: service)) }
        #expect(!owners.isGenuine(nil, of: service) && !owners.isGenuine(":1.7", of: "org.example.Other"))
    }

    @Test func changesOfTheOwnerAreFollowed() {
        var owners = BusOwners()
        owners.follow(change(":1.9"))
        // The answer is from before the change.
        owners.learn(":1.7", of: service)
        #expect(owners.isGenuine(":1.9", of: service) && !owners.isGenuine(":1.7", of: service))
        owners.follow(change(""))
        for sender in [":1.9", ""] { #expect(!owners.isGenuine(sender, of: service)) }
        owners.follow([.string(service)])
        owners.follow(change(":1.3", of: "org.example.Other"))
        #expect(!owners.isGenuine(":1.3", of: service))
    }

    @Test func theBusIsItself() {
        let owners = BusOwners()
        #expect(owners.isGenuine(BusOwners.bus, of: BusOwners.bus) && !owners.isGenuine(":1.7", of: BusOwners.bus))
        #expect(owners.isGenuine(":1.7", of: ":1.7") && !owners.isGenuine(":1.8", of: ":1.7"))
        #expect(BusOwners.areNeeded(for: service))
        #expect(!BusOwners.areNeeded(for: ":1.7") && !BusOwners.areNeeded(for: BusOwners.bus))
    }
}
