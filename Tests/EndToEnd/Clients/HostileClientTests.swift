import ClientProtocol
import Foundation
import Glibc
import LoopbackHTTP
import Scratch
import Testing

/// Hostile or broken clients. Other clients are answered, and no resources leak.
@Suite(.ownThread, .serialized, .timeLimit(.minutes(5)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct HostileClientTests {
    enum Misbehaviour: String, CaseIterable {
        /// A request that never ends, sent slowly, byte by byte.
        case byteByByte
        /// Endless requests, whose replies are not read.
        case neverReading
        /// A request is cut off while its sender still reads; or a sender stops reading after its request.
        case halfClosed
        /// A mebibyte without a line end.
        case endlessLine
        case noise
        case hundredThousandRequests
        /// The client disconnects before the reply.
        case reconnecting
        /// The largest maps, and the longest templates, in succession.
        case largeMaps, longTemplates
        /// Each watches a different page.
        case watchingPages

        /// The number of clients.
        var count: Int {
            switch self {
            case .hundredThousandRequests: Torture.count(1, 20)
            // Each may have 256 KiB of replies queued before the daemon stops reading from it.
            case .neverReading: 50
            default: Torture.count(50, 1000)
            }
        }
    }

    /// The time limit for replies to other clients, seconds. It only applies on an otherwise idle machine: `make
    /// torture`.
    private static let limit = 0.05
    /// The maximum memory during one kind of misbehaviour, and after it, bytes.
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
            // Nothing of it was written to disk, and the settings are intact.
            #expect(try home.ask("set-units pressure=hpa") == .ok([UnitsLine.knots]))
            #expect(try daemon.stop() == 0)
            #expect(Set(home.storedFiles) == Home.wholeFiles)
            #expect(
                daemon.log.split(separator: "\n").allSatisfy {
                    $0.hasPrefix("weatherd: fetched weather") || $0.hasSuffix("settings.copy.json: Too many open files")
                },
                "\(daemon.log)")
        }
    }

    @Test(.unsanitized("the memory is the sanitizer's, and it takes minutes"), arguments: Misbehaviour.allCases)
    func hostileClientsDoNotBlockOthers(misbehaviour: Misbehaviour) async throws {
        try await withDaemon { home, daemon in
            let prober = Prober()
            prober.run(home.socketPath, connects: true)
            let before = try (memory: daemon.memory, descriptors: daemon.descriptors)
            var peak = 0
            let end = Moment.now + (Torture.isOn ? 5 : 0)
            var connections: [HostileConnection] = []
            while connections.count < misbehaviour.count {
                connections.append(try HostileConnection(home, number: connections.count))
            }
            var round = 0
            while Moment.now < end || prober.findings.answers < 200
                || !connections.allSatisfy({ $0.isDone(misbehaviour) })
            {
                for index in connections.indices { try connections[index].go(on: misbehaviour, round) }
                peak = max(peak, try daemon.memory)
                // One byte per second.
                if Torture.isOn, misbehaviour == .byteByByte { try connections[0].listen(for: 1) }
                round += 1
            }
            let findings = prober.stop()
            connections = []
            // Requests of disconnected clients are still executed.
            try wait(asking: home) {
                try daemon.descriptors <= before.descriptors + 2 && daemon.memory - before.memory < Self.restLimit
            }
            let after = try daemon.memory
            report(misbehaviour.rawValue, misbehaviour.count, findings, [before.memory, peak, after])
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
            // The client that asks continuously also has a connection.
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
            // There is room for one client, and for as many as the daemon frees descriptors for; clients are accepted
            // in order of arrival.
            #expect(try outside[19].reply(within: 1) == nil)
            #expect(try daemon.processorTime - before < 0.2)
            for client in inside { #expect(try client.ask("short") == .ok(["⛅ 22°C"])) }
            // The reply is correct whether or not a file could be opened.
            let unit = try inside[0].ask("set-units wind=bft").code == nil ? "bft" : "kn"
            let settings = try #require(home.bytes(home.settingsPath))
            #expect(String(decoding: settings, as: UTF8.self).contains(#""wind":"\#(unit)""#))
            let waiting = try #require(try outside.firstIndex { try $0.reply(within: 0) == nil })
            inside[1].close()
            #expect(try outside[waiting].reply().code == nil, "a disconnect admits the next client")
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
            // Once more at the end, since the effects of the last disconnect follow it.
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

/// One misbehaving client.
private struct HostileConnection {
    // One buffer each, shared by all.
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

    func isDone(_ misbehaviour: HostileClientTests.Misbehaviour) -> Bool {
        misbehaviour == .hundredThousandRequests ? replies >= 100_000 : turns >= 3
    }

    /// Reads nothing for this many seconds.
    func listen(for seconds: Double) throws {
        #expect(try client.reply(within: seconds) == nil)
    }

    mutating func go(on misbehaviour: HostileClientTests.Misbehaviour, _ round: Int) throws {
        turns += 1
        switch misbehaviour {
        case .byteByByte: try pour([Array("short ".utf8)[round % 6]])
        case .neverReading:
            // A client that has read nothing for a minute is disconnected.
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
        case .reconnecting:
            try client.send("short\nhourly\nset-units pressure=hpa\n")
            client = try home.client()
        }
    }

    /// Sends as much as is accepted, and reconnects after a rejection.
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
