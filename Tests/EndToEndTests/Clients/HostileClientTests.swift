import Foundation
import Glibc
import LoopbackHTTP
import Scratch
import Testing
import Wire

/// Hostile or broken clients. Other clients are answered, and no resources leak.
@Suite(.ownThread, .serialized, .timeLimit(.minutes(5)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct HostileClientTests {
    enum Mischief: String, CaseIterable {
        /// A request that never ends, of which a byte comes now and then.
        case byteByByte
        /// Requests without end, and none of the replies is read.
        case neverReading
        /// A request is cut off, and its sender still listens; or a sender no longer listens to what it asked for.
        case halfClosed
        /// A mebibyte without a line end.
        case endlessLine
        case noise
        case hundredThousandRequests
        /// Gone before the answer is there.
        case comingAndGoing
        /// The largest maps, and the longest templates, one after the other.
        case largeMaps, longTemplates
        /// Each watches a page of its own.
        case watchingPages

        /// How many there are of them.
        var count: Int {
            switch self {
            case .hundredThousandRequests: Torture.count(1, 20)
            // Each takes a quarter of a mebibyte of long replies before it is left waiting.
            case .neverReading: 50
            default: Torture.count(50, 1000)
            }
        }
    }

    /// Others are answered within this time, seconds. It is only held to where nothing else is to be done: `make torture`.
    private static let limit = 0.05
    /// The most that all of one mischief may take up, and what may be left of it, bytes.
    private static let peakLimit = 200 << 20
    private static let restLimit = 12 << 20

    private func withDaemon(_ body: (Home, RunningDaemon) throws -> Void) async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try Home(provider: provider, now: Forecast.now)
            let daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots]))
            try body(home, daemon)
            // Nothing of it came to the disk, and the settings are there.
            #expect(try home.ask("set-units pressure=hpa") == .ok([UnitsLine.knots]))
            #expect(try daemon.stop() == 0)
            #expect(Set(home.keptFiles) == Home.wholeFiles)
            #expect(
                daemon.log.split(separator: "\n").allSatisfy {
                    $0.hasPrefix("weatherd: fetched weather") || $0.hasSuffix("settings.copy.json: Too many open files")
                },
                "\(daemon.log)")
        }
    }

    @Test(.unsanitized("the memory is the sanitizer's, and it takes minutes"), arguments: Mischief.allCases)
    func hostileClientsDoNotBlockOthers(mischief: Mischief) async throws {
        try await withDaemon { home, daemon in
            let prober = Prober()
            prober.run(home.socketPath, connects: true)
            let before = try (memory: daemon.memory, descriptors: daemon.descriptors)
            var peak = 0
            let end = Moment.now + (Torture.isOn ? 5 : 0)
            var guests: [HostileConnection] = []
            while guests.count < mischief.count { guests.append(try HostileConnection(home, number: guests.count)) }
            var round = 0
            while Moment.now < end || prober.findings.answers < 200 || !guests.allSatisfy({ $0.isDone(mischief) }) {
                for index in guests.indices { try guests[index].go(on: mischief, round) }
                peak = max(peak, try daemon.memory)
                // One byte a second.
                if Torture.isOn, mischief == .byteByByte { try guests[0].listen(for: 1) }
                round += 1
            }
            let findings = prober.stop()
            guests = []
            // Requests of clients that have left are still carried out.
            try wait(asking: home) {
                try daemon.descriptors <= before.descriptors + 2 && daemon.memory - before.memory < Self.restLimit
            }
            let after = try daemon.memory
            report(mischief.rawValue, mischief.count, findings, [before.memory, peak, after])
            #expect(findings.failures.isEmpty, "\(findings.failures.prefix(3))")
            #expect(peak - before.memory < Self.peakLimit)
            #expect(after - before.memory < Self.restLimit)
        }
    }

    @Test(
        .enabled(if: Torture.isOn, "\(Torture.absence)"),
        .enabled(if: Descriptor.allows(10_500), "the hard limit of open files is below 10,500; see ulimit -Hn"))
    func tenThousandConnections() async throws {
        try await withDaemon { home, daemon in
            let prober = Prober()
            // At the limit, only connected clients are served.
            prober.run(home.socketPath, connects: false)
            while prober.findings.answers == 0 {}
            let before = try (memory: daemon.memory, descriptors: daemon.descriptors)
            var clients = try (0..<10_000).map { _ in try home.client() }
            // The one that asks all the while has a place too.
            let refusals = try clients[4095...].map { try $0.reply() }
            #expect(refusals.allSatisfy { $0 == .error(.busy, "too many clients (4096); try again later") })
            for client in clients[..<4095] { #expect(try client.ask("version").code == nil) }
            let peak = try daemon.memory
            let findings = prober.stop()
            clients = []
            try wait(asking: home) { try daemon.descriptors <= before.descriptors + 2 }
            report("tenThousandConnections", 10_000, findings, [before.memory, peak, try daemon.memory])
            #expect(findings.failures.isEmpty, "\(findings.failures.prefix(3))")
            #expect(peak - before.memory < Self.peakLimit)
            #expect(try daemon.memory - before.memory < Self.restLimit)
        }
    }

    /// No connection is accepted; connected clients are served, the processor is idle, and a disconnect frees room.
    @Test func noDescriptorsLeft() async throws {
        try await withDaemon { home, daemon in
            let inside = try (0..<3).map { _ in try home.client() }
            for client in inside { #expect(try client.ask("short").code == nil) }
            try daemon.limitDescriptors(to: try daemon.freeDescriptor + 1)
            let outside = try (0..<20).map { _ in try home.client() }
            for client in outside { try client.send("version\n") }
            let before = try daemon.processorTime
            // There is room for one, and for descriptors that the daemon frees; clients are accepted in order of arrival.
            #expect(try outside[19].reply(within: 1) == nil)
            #expect(try daemon.processorTime - before < 0.2)
            for client in inside { #expect(try client.ask("short") == .ok(["⛅ 22°C"])) }
            // Whether a file could be opened or not, the reply is true.
            let unit = try inside[0].ask("set-units wind=bft").code == nil ? "bft" : "kn"
            let settings = try #require(home.bytes(home.settingsPath))
            #expect(String(decoding: settings, as: UTF8.self).contains(#""wind":"\#(unit)""#))
            let waiting = try #require(try outside.firstIndex { try $0.reply(within: 0) == nil })
            inside[1].close()
            #expect(try outside[waiting].reply().code == nil, "one leaves, and the next is let in")
            try daemon.limitDescriptors(to: 4096)
            for client in outside[(waiting + 1)...] { #expect(try client.reply().code == nil) }
            #expect(try inside[0].ask("set-units wind=bft").code == nil)
            #expect(try inside[0].ask("set-units wind=kn").code == nil)
        }
    }

    /// With few descriptors from the start, clients get an error.
    @Test func fewDescriptorsFromTheStart() throws {
        let home = try Home(provider: nil)
        let daemon = try home.launch(first: "ulimit -n 300")
        try daemon.manager.wait(for: "READY=1")
        daemon.manager.close()
        let inside = try (0..<150).map { _ in try home.client() }
        for client in inside { #expect(try client.ask("version").code == nil) }
        for _ in 0..<50 {
            #expect(try home.client().reply() == .error(.busy, "too many clients (150); try again later"))
        }
        #expect(try inside[0].ask("set-units wind=kn") == .ok([UnitsLine.knots]))
        #expect(try daemon.stop() == 0)
        #expect(home.bytes(home.settingsPath) != nil)
    }

    private func wait(asking home: Home, until isSo: () throws -> Bool) throws {
        let end = Moment.now + Descriptor.patience
        repeat {
            guard Moment.now < end else { throw Failure("connections are still open, or memory is still in use") }
            // Once more at the end too: what follows the closing of the last is done then.
            _ = try home.ask("version")
        } while try !isSo()
        _ = try home.ask("version")
    }

    private func report(_ name: String, _ count: Int, _ findings: Prober.Findings, _ memory: [Int]) {
        guard Torture.isOn else { return }
        let slowest = (findings.slowest * 10_000).rounded() / 10
        let sizes = memory.map { String($0 >> 10) }.joined(separator: " → ")
        print("\(name) (\(count)): \(findings.answers) answers, slowest \(slowest) ms; resident \(sizes) KiB")
        #expect(findings.slowest < Self.limit, "\(name): \(slowest) ms")
    }
}

/// One of the clients that are up to something.
private struct HostileConnection {
    // One piece of memory each for all.
    private static let longReplies = Array(repeatElement("hourly 384\n".utf8, count: 500).joined())
    private static let endlessLine = Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
    private static let noise = (0..<65_536).map { _ in UInt8.random(in: 0...255) }
    private static let largeMaps = Array(repeatElement("map --width 1000\n".utf8, count: 100).joined())
    private static let longTemplates = Array(
        repeatElement(
            "short --format \(String(repeating: "{nowcast}{summary}{trend}", count: 38))\n".utf8, count: 100
        ).joined())
    private static let manyRequests = Array(repeatElement("version\n".utf8, count: 100_000).joined())

    private let home: Home
    private let number: Int
    private var client: Client
    private var rest: ArraySlice<UInt8> = []
    private var replies = 0
    private var turns = 0

    init(_ home: Home, number: Int) throws {
        self.home = home
        self.number = number
        client = try home.client()
    }

    func isDone(_ mischief: HostileClientTests.Mischief) -> Bool {
        mischief == .hundredThousandRequests ? replies >= 100_000 : turns >= 3
    }

    /// Hears nothing for so many seconds.
    func listen(for seconds: Double) throws {
        #expect(try client.reply(within: seconds) == nil)
    }

    mutating func go(on mischief: HostileClientTests.Mischief, _ round: Int) throws {
        turns += 1
        switch mischief {
        case .byteByByte: try pour([Array("short ".utf8)[round % 6]])
        case .neverReading:
            // After a minute without a word that was read, one is put out.
            try pour(Self.longReplies)
        case .halfClosed:
            client = try home.client()
            try client.send(round.isMultiple(of: 2) ? "versi" : "short\nversion\n")
            if round.isMultiple(of: 2) {
                client.endRequests()
                #expect(try client.reply().code == .badRequest)
                #expect(try client.replyOrEnd() == nil)
            } else {
                client.endReplies()
            }
        case .endlessLine: try pour(Self.endlessLine)
        case .noise: try pour(Self.noise)
        case .hundredThousandRequests:
            if turns == 1 { rest = Self.manyRequests[...] }
            try client.sendWhatFits(of: &rest)
            while replies < 100_000, let reply = try client.reply(within: 0) {
                #expect(reply.code == nil)
                replies += 1
            }
        case .largeMaps: try pour(Self.largeMaps)
        case .longTemplates: try pour(Self.longTemplates)
        case .watchingPages:
            client = try home.client()
            try client.send("watch hourly 384 --width \(100 + (17 * turns + number) % 900)\n")
        case .comingAndGoing:
            try client.send("short\nhourly\nset-units pressure=hpa\n")
            client = try home.client()
        }
    }

    /// Sends as much as is accepted, and reconnects when it was rejected.
    private mutating func pour(_ bytes: [UInt8]) throws {
        if rest.isEmpty { rest = bytes[...] }
        do {
            try client.sendWhatFits(of: &rest)
        } catch {
            rest = []
            client = try home.client()
        }
    }
}
