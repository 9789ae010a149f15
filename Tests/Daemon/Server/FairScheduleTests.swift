import Testing

@testable import Server

struct FairScheduleTests {
    /// Serves this many works, each of which takes as long as estimated.
    private func serve(_ count: Int, _ schedule: inout FairSchedule<String>) -> [String] {
        (0..<count).compactMap { _ in
            guard let (client, cost) = schedule.next() else { return nil }
            schedule.finish(client, estimate: cost, cost: cost)
            return client
        }
    }

    @Test func equalWorkIsServedInOrderOfArrival() {
        var schedule = FairSchedule<String>()
        for client in ["a", "b", "c"] { schedule.add(client, cost: 1) }
        #expect(serve(4, &schedule) == ["a", "b", "c"])
        #expect(schedule.isEmpty)
    }

    /// However many clients with large requests are queued, and for however long.
    @Test(arguments: [1, 10, 1000])
    func smallRequestsPassLargeOnes(many: Int) {
        var schedule = FairSchedule<String>()
        for index in 0..<many { schedule.add("map \(index)", cost: 50) }
        _ = serve(many / 2, &schedule)
        schedule.add("daily", cost: 1)
        #expect(serve(1, &schedule) == ["daily"])
    }

    /// A client with many small requests gets its share, and does not take the others'.
    @Test func sharesAreFairByCost() throws {
        var schedule = FairSchedule<String>()
        var spent: [String: Double] = [:]
        let costs = ["small": 1.0, "middle": 5, "large": 50]
        for client in costs.keys { schedule.add(client, cost: costs[client] ?? 0) }
        for _ in 0..<10_000 {
            let next = schedule.next()
            let (client, estimate) = try #require(next)
            // The next request arrives as soon as the reply is sent.
            schedule.finish(client, estimate: estimate, cost: estimate)
            spent[client, default: 0] += estimate
            schedule.add(client, cost: estimate)
        }
        let all = spent.values.reduce(0, +)
        for client in costs.keys { #expect(abs((spent[client] ?? 0) / all - 1 / 3) < 0.02, "\(client): \(spent)") }
    }

    /// If a client's work takes longer than estimated, the difference is charged to its share.
    @Test func wrongEstimateIsCorrected() throws {
        var schedule = FairSchedule<String>()
        var spent: [String: Double] = [:]
        for client in ["honest", "underestimated"] { schedule.add(client, cost: 1) }
        for _ in 0..<10_000 {
            let next = schedule.next()
            let (client, estimate) = try #require(next)
            let cost = client == "honest" ? 1.0 : 20
            schedule.finish(client, estimate: estimate, cost: cost)
            spent[client, default: 0] += cost
            schedule.add(client, cost: 1)
        }
        let ratio = (spent["honest"] ?? 0) / (spent["underestimated"] ?? 1)
        #expect((0.9...1.1).contains(ratio), "\(spent)")
    }

    /// New clients with small requests keep arriving, but the large work is still done.
    @Test func noWorkStarves() {
        var schedule = FairSchedule<String>()
        schedule.add("large", cost: 100)
        var served = 0
        repeat {
            schedule.add("new \(served)", cost: 1)
            served += 1
        } while serve(1, &schedule) != ["large"] && served < 1000
        #expect((90...210).contains(served), "\(served)")
    }

    @Test func removedClientIsNotServed() {
        var schedule = FairSchedule<String>()
        for client in ["a", "b"] { schedule.add(client, cost: 1) }
        schedule.remove("a")
        #expect(serve(2, &schedule) == ["b"])
    }

    @Test func disconnectedClientIsNotCharged() throws {
        var schedule = FairSchedule<String>()
        schedule.add("a", cost: 1)
        schedule.add("b", cost: 5)
        let next = schedule.next()
        let (client, estimate) = try #require(next)
        #expect(client == "a")
        // Far more than its share, so its next work would come last.
        schedule.finish(client, estimate: estimate, cost: 100)
        schedule.forget("a")
        schedule.add("c", cost: 10)
        schedule.add("a", cost: 1)
        #expect(serve(3, &schedule) == ["b", "a", "c"])
    }

    @Test func queuedWorkOfDisconnectedClientIsDone() {
        var schedule = FairSchedule<String>()
        for client in ["a", "b"] { schedule.add(client, cost: 1) }
        schedule.forget("a")
        #expect(serve(2, &schedule) == ["a", "b"])
    }
}
