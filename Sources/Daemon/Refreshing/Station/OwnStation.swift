import Languages
public import Logging
public import Platform
public import Weather

/// Reads the user's own weather station every five minutes, the usual interval of such stations.
public final class OwnStation<C: Clock>: BackgroundService where C.Duration == Duration {
    private let source: @Sendable () -> OwnStationSource?
    private let environment: [String: String]
    private let clock: C
    private let logger: Logger
    private let report: @Sendable (OwnStationReading?) -> Void
    private let files = BlockingWork()
    private let slot = CommandSlot()
    private let turns: AsyncStream<Void>
    private let turn: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - source: called each time, since the configuration can be reloaded; nil without a station.
    ///   - environment: the daemon's, which commands inherit in part.
    ///   - report: takes each reading; nil without a station.
    public init(
        source: @escaping @Sendable () -> OwnStationSource?, environment: [String: String], clock: C, logger: Logger,
        report: @escaping @Sendable (OwnStationReading?) -> Void
    ) {
        self.source = source
        self.environment = environment
        self.clock = clock
        self.logger = logger
        self.report = report
        (turns, turn) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    public static var interval: Duration { .seconds(300) }
    /// The timeout of the command, or of reading the file.
    public static var deadline: Duration { .seconds(10) }

    /// Reads the station now, for example after the configuration was reloaded.
    public func again() {
        turn.yield()
    }

    public func run() async {
        turn.yield()
        await withDiscardingTaskGroup { group in
            var known: OwnStationReading?
            // The deadline of the earliest timer.
            var alarm: C.Instant?
            for await _ in turns {
                let source = source()
                let reading: OwnStationReading? = if let source { await read(source) } else { nil }
                guard !Task.isCancelled else { break }
                log(reading, insteadOf: known)
                known = reading
                report(reading)
                if let set = alarm, set <= clock.now { alarm = nil }
                guard source != nil, alarm == nil else { continue }
                let next = clock.now.advanced(by: Self.interval)
                alarm = next
                group.addTask { [clock, turn] in
                    guard (try? await clock.sleep(until: next, tolerance: nil)) != nil else { return }
                    turn.yield()
                }
            }
            group.cancelAll()
        }
    }

    private func read(_ source: OwnStationSource) async -> OwnStationReading {
        do throws(OwnStationProblem) {
            let bytes: [UInt8] =
                switch source {
                case .file(let path): try await StationFile.bytes(at: path, within: Self.deadline, clock, files)
                case .command(let words):
                    try await StationCommand(words, environment: ChildEnvironment.of(environment), slot: slot)
                        .bytes(within: Self.deadline, clock)
                }
            return try StationDocument.reading(bytes)
        } catch {
            return .failed(error)
        }
    }

    /// Logs each problem once.
    private func log(_ reading: OwnStationReading?, insteadOf known: OwnStationReading?) {
        guard reading != known else { return }
        switch reading {
        case .failed(let problem)?: logger.warning("your own station is not used: \(problem.sentence)")
        case .read(_, _, let unusable)?:
            if case .failed? = known { logger.info("your own station can be read again") }
            // The other values are used.
            for value in unusable where known?.unusable.contains(where: { $0.key == value.key }) != true {
                logger.warning("a value of your own station is not used: \(value.sentence)")
            }
        case nil: break
        }
    }
}

/// The user's own weather station: a file or a command that writes JSON.
public enum OwnStationSource: Sendable, Hashable {
    /// An absolute path.
    case file(String)
    /// The program and its arguments.
    case command([String])
}
