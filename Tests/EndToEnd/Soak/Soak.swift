import ClientProtocol
import Foundation
import Glibc
import Scratch
import Testing

/// A daemon that lives through days of random faults, while bars request the weather and settings are changed.
final class Soak {
    /// At the end of the first day and of every fifth, after all faults have ended.
    struct DayMeasurement {
        var day: Int
        /// Private memory, bytes. The program is mapped from its file, and paged in as needed.
        var memory: Int
        /// Allocated bytes.
        var heap: Int
        var descriptors: Int
        var process: pid_t
    }

    /// 2026-11-21 15:00 UTC.
    private static let start = 1_795_273_200
    private static let day = 86_400

    private(set) var counts: [SoakFault: Int] = [:]
    private(set) var measurements: [DayMeasurement] = []
    private(set) var settings = SoakSettings()
    private(set) var questions = 0
    private(set) var starts = 0

    private let faults: [SoakFault]
    private let home: Home
    private let clock: FastClock
    private let provider: SoakProvider
    private var daemon: RunningDaemon
    private var random: SplitMix64
    /// Seconds that have passed, regardless of changes of the wall clock.
    private var passed = 0
    /// When the current fault ends, and how.
    private var endings: [(due: Int, end: () async throws -> Void)] = []
    private var isNetworkDown = false
    /// Whether the cache was damaged today.
    private var isCacheLost = false
    /// Whether the wall clock was ever set.
    private var hasSetClock = false
    /// The range of the wall clock.
    private var latest = start
    private var clients: [Client] = []

    init(seed: UInt64, faults: [SoakFault]) async throws {
        self.faults = faults
        random = SplitMix64(seed: seed)
        let home = try Home(provider: nil, place: "51.48 0 Greenwich")
        let clock = try FastClock(Self.start, in: home.directory)
        provider = try await SoakProvider(clock: clock)
        home.environment["WEATHERD_OPEN_METEO_URL"] = provider.url
        daemon = try home.start(setting: clock.environment)
        (self.home, self.clock) = (home, clock)
        try settings.begin(in: home)
    }

    /// Requests to the provider so far.
    var requests: Int { provider.requests }

    func run(days: Int) async throws {
        try settle()
        for day in 1...days {
            while passed < day * Self.day {
                try await live()
            }
            try await endDay()
            if day == 1 || day.isMultiple(of: 5) || day == days { try measure(day) }
        }
        try restart { try daemon.stop() }
        #expect(try settings.check(in: home) == nil)
        #expect(try daemon.stop() == 0)
        await provider.stop()
    }

    /// The time between two deadlines of the daemon, or two requests.
    private func live() async throws {
        if random.happens(onceIn: 12) { try await injectFault() }
        try ask()
        if random.happens(onceIn: 10) { try settings.change(in: home, &random) }
        try pass()
        for ending in endings where ending.due <= passed { try await ending.end() }
        endings.removeAll { $0.due <= passed }
    }

    /// Advances to the daemon's next deadline, or less.
    private func pass() throws {
        let pause = Int.random(in: 60...900, using: &random)
        let step = max(1, min(pause, Int((clock.untilDeadline ?? .infinity).rounded(.up).clamped(to: 1...900))))
        passed += step
        try clock.advance(step)
        latest = max(latest, clock.now)
        try settle()
    }

    /// The end of a day: all faults end, and the state is checked.
    private func endDay() async throws {
        for ending in endings { try await ending.end() }
        endings = []
        // Longer than the longest backoff after a failure: a Retry-After of an hour, and a tenth of it.
        let end = passed + 4500
        while passed < end { try pass() }
        let failure = try home.json("status")["lastError"]
        #expect(failure is NSNull, "day \(passed / Self.day): \(String(describing: failure))")
        #expect(try settings.check(in: home) == nil, "day \(passed / Self.day)")
        try checkFiles()
        isCacheLost = false
    }

    private func measure(_ day: Int) throws {
        // Each of libdispatch's threads caches up to 64 KiB, and ends after five idle seconds of the real clock. The
        // manager, the main thread, the event loop, the fast clock, and the threads that read answers, render pages and read
        // the machine's time zone stay.
        let end = Moment.now + Descriptor.patience
        while try daemon.threads > 7 {
            guard Moment.now < end else { throw Failure("\(try daemon.threads) threads are busy") }
            _ = try home.ask("version")
        }
        measurements.append(
            DayMeasurement(
                day: day, memory: try daemon.ownMemory, heap: try clock.heap, descriptors: try daemon.descriptors,
                process: daemon.process.id))
    }

    /// Returns when the daemon has finished its work, and waits.
    private func settle() throws {
        try home.watch("status --output json") { lines in
            let status = try JSONSerialization.jsonObject(with: Data(lines.joined().utf8)) as? [String: Any]
            return status?["nextRefresh"] is String
        }
        let end = Moment.now + Descriptor.patience
        while let left = clock.untilDeadline, left <= 0 {
            guard Moment.now < end else { throw Failure("the daemon does not wake up: \(daemon.log)") }
            _ = try home.ask("version")
        }
    }

    // MARK: - Replies

    private func ask() throws {
        questions += 1
        if daemon.process.hasEnded(within: 0) { throw Failure("the daemon has exited: \(daemon.log)") }
        let view = ["short", "current", "hourly", "daily", "sun", "places", "show", "status"].randomElement(
            using: &random)
        for request in [view ?? "short", "current"] {
            let reply = try home.ask(request)
            // All known weather is of the future, or was in the lost cache.
            if reply.code == .noData, clock.now < latest || isCacheLost { return }
            _ = try reply.lines
        }
        let report = try home.json("current")
        let fetched = try #require(UnixTime.parsing(report["fetchedAt"]))
        let age = clock.now - fetched
        let freshness = try #require(report["freshness"] as? String)
        // What was fetched before the clock was set is not fresh, and is dated by the new clock.
        let isRecent = (0..<3600).contains(age)
        #expect(freshness == "fresh" ? isRecent : !isRecent || hasSetClock, "\(freshness) after \(age) s")
        if hasSetClock, freshness != "fresh" { return }
        let served = report["temperatureC"] as? Double
        let expected = [fetched, clock.now].map(SoakProvider.temperature)
        #expect(served.map(expected.contains) ?? (age > 6 * Self.day), "\(served ?? .nan) is not one of \(expected)")
    }

    /// Only complete files, and no others, whatever has happened.
    private func checkFiles() throws {
        for path in [home.settingsPath, home.requestsPath, home.cachePath] {
            guard let bytes = home.bytes(path) else { continue }
            #expect((try JSONSerialization.jsonObject(with: bytes) as? [String: Any])?["version"] is Int, "\(path)")
        }
        let strays = home.storedFiles.filter { !$0.contains(".json") && $0 != "lock" }
        #expect(strays.isEmpty, "\(strays)")
    }

    // MARK: - Faults

    private func injectFault() async throws {
        guard let fault = faults.randomElement(using: &random) else { return }
        switch fault {
        case .network(let failure):
            if isNetworkDown { return }
            if failure.isSlow, counts[fault, default: 0] > 2 { return }
            isNetworkDown = true
            try await provider.become(failure)
            // Each attempt costs seconds of the real clock, so one must suffice.
            let before = requests
            while failure.isSlow, requests == before { try pass() }
            end(in: failure.isSlow ? 0 : .random(in: 600...10_800, using: &random)) { [self] in
                isNetworkDown = false
                try await provider.become(nil)
            }
        case .disk(let failure):
            clock.diskFailure = failure
            end(in: .random(in: 600...7200, using: &random)) { [self] in clock.diskFailure = 0 }
        case .file(let file):
            try corrupt(file)
        case .client(let client):
            clients += try client.misbehave(in: home, &random)
            end(in: .random(in: 600...3600, using: &random)) { [self] in clients = [] }
        case .process(let termination):
            try terminate(termination)
        case .time(let seconds):
            try clock.set(by: seconds)
            hasSetClock = true
            latest = max(latest, clock.now)
            try settle()
        }
        counts[fault, default: 0] += 1
    }

    private func end(in seconds: Int, _ end: @escaping () async throws -> Void) {
        endings.append((passed + seconds, end))
    }

    private func corrupt(_ file: SoakFault.File) throws {
        let cache = home.directory.file(home.cachePath)
        isCacheLost = true
        switch file {
        case .removed:
            unlink(cache)
        case .directoryInPlace:
            let places = [home.settingsPath, home.cachePath].map { home.directory.file($0 + ".new") }
            for place in places { mkdir(place, 0o700) }
            end(in: .random(in: 600...7200, using: &random)) { for place in places { rmdir(place) } }
        case .cut, .flipped:
            guard var bytes = home.bytes(home.cachePath), !bytes.isEmpty else { return }
            try restart {
                #expect(try daemon.stop() == 0)
                if file == .cut {
                    bytes = bytes.prefix(.random(in: 0..<bytes.count, using: &random))
                } else {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
                        1 << UInt8.random(in: 0..<8, using: &random)
                }
                try bytes.write(to: URL(filePath: cache))
            }
        }
    }

    private func terminate(_ termination: SoakFault.Termination) throws {
        switch termination {
        case .killed:
            try restart {
                try settings.changeAtDeath(in: home, &random)
                try daemon.kill()
            }
            #expect(try settings.check(in: home) == nil)
        case .ended:
            try restart {
                try home.client().send("refresh --wait\n")
                #expect(try daemon.stop() == 0)
            }
            #expect(try settings.check(in: home) == nil)
        case .reloads:
            for _ in 0..<100 { daemon.process.signal(SIGHUP) }
        }
    }

    private func restart(_ end: () throws -> Void) throws {
        clients = []
        try end()
        starts += 1
        daemon = try home.start(setting: clock.environment)
        try settle()
    }
}

extension Double {
    fileprivate func clamped(to limits: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, limits.lowerBound), limits.upperBound)
    }
}
