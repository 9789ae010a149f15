import Testing

@testable import SessionBus
@testable import SystemBus

/// Connecting to the bus, and the limits of its callers.
struct ReconnectionTests {
    @Test func absentBusSetsNoTimer() {
        var backoff = BusBackoff()
        let pauses = [backoff.next(), backoff.next()]
        #expect(pauses == [nil, nil])
    }

    @Test func endedConnectionBacksOff() {
        var backoff = BusBackoff()
        for _ in 1...2 {
            backoff.succeeded()
            var pauses: [Duration?] = []
            for _ in 1...8 { pauses.append(backoff.next()) }
            #expect(pauses == [1, 2, 4, 8, 16, 32, 64].map { .seconds($0) } + [nil])
        }
    }

    @Test func callersHaveLimits() {
        var admission = CallAdmission()
        /// How many of a number of calls are admitted.
        func admitted(_ count: Int, of caller: String) -> Int {
            var admitted = 0
            for _ in 0..<count where admission.admit(caller) { admitted += 1 }
            return admitted
        }
        let most = CallAdmission.limitForCaller
        #expect(admitted(most + 1, of: ":1.1") == most)
        #expect(admitted(1, of: ":1.2") == 1)
        admission.release(":1.1")
        #expect(admitted(2, of: ":1.1") == 1)
        admission.release(":1.9")
        var all = most + 1
        for caller in 3... where all < CallAdmission.limit {
            let count = admitted(most, of: ":1.\(caller)")
            #expect(count == min(most, CallAdmission.limit - all))
            all += count
            if all == CallAdmission.limit { break }
        }
        #expect(admitted(1, of: ":1.99") == 0)
    }

    @Test func addressIsFromTheEnvironment() {
        func address(_ environment: [String: String]) -> String? { SessionBusAddress.address(in: environment) }
        #expect(address([:]) == nil)
        #expect(address(["XDG_RUNTIME_DIR": "/run/user/1000"]) == "unix:path=/run/user/1000/bus")
        #expect(
            address(["XDG_RUNTIME_DIR": "/r", "DBUS_SESSION_BUS_ADDRESS": "unix:abstract=x"]) == "unix:abstract=x")
        #expect(address(["XDG_RUNTIME_DIR": "/r", "DBUS_SESSION_BUS_ADDRESS": ""]) == "unix:path=/r/bus")
        #expect(address(["XDG_RUNTIME_DIR": "/a b,ü"]) == "unix:path=/a%20b%2c%c3%bc/bus")
    }
}
