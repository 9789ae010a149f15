import Synchronization
public import Weather

// The clock that the store's times use.
extension Store {
    /// The present moment by both clocks.
    ///
    /// - Parameter now: by the wall clock, for a store without a boot clock.
    public func moment(at now: UnixTime) -> Moment { clock?() ?? Moment(now) }

    /// Converts all times if the wall clock was set. Every read of the snapshot does this too, so no reader sees times of the
    /// former clock.
    ///
    /// - Returns: whether it was set.
    @discardableResult
    public func followSetClock() -> Bool {
        guard let step = state.withLock({ followClock(in: &$0) }) else { return false }
        notify(ofStep: step)
        return true
    }

    /// The present moment by the snapshot's clock, even if the wall clock has just been set; nil without a boot clock.
    func moment(of state: State) -> Moment? {
        clock?().byClock(aheadBy: state.offset)
    }

    /// By how much the wall clock was set since the start, s.
    public var clockCorrection: Int { state.withLock { $0.clockCorrection } }

    /// Yields each step of the wall clock, s.
    public func clockSteps() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        state.withLock { $0.clockObservers.append(continuation) }
        return stream
    }

    func notify(ofStep step: Int) {
        wake(state.withLock { Array($0.observers.values) }, by: .everything)
        report(step)
        // The machine may reboot before the next request.
        writeRequestsLater()
    }

    func report(_ step: Int) {
        for observer in state.withLock({ $0.clockObservers }) { observer.yield(step) }
    }

    /// - Returns: by how much the clock was set, s; nil when it was not.
    func followClock(in state: inout State) -> Int? {
        guard let clock else { return nil }
        let now = clock()
        // The sum of all steps not yet followed, so that none is lost. Slewing affects both clocks alike.
        let step = now.offset - state.offset
        guard abs(step) > Moment.resolution else { return nil }
        state.offset = now.offset
        state.clockCorrection += step
        state.snapshot.redate(by: step, at: now)
        return step
    }
}

extension Snapshot {
    /// Moves the times read from the wall clock after it was set.
    ///
    /// - Parameter now: the present moment by the new clock.
    mutating func redate(by step: Int, at now: Moment) {
        for key in weather.keys { weather[key]?.redate(by: step, at: now) }
        located?.fix.redate(by: step, at: now)
        for source in fixes.keys { fixes[source]?.redate(by: step, at: now) }
        requests.redate(by: step, boot: now.boot)
    }

    /// Converts the times in the cache to the present clock.
    ///
    /// - Parameter written: when the cache was written; nil from version 0.2.0 and earlier.
    mutating func date(writtenAt written: Moment?, at now: Moment) {
        let step = written.map { $0.boot == now.boot ? now.correction(ofWritten: $0) : 0 } ?? 0
        redate(by: step, at: now)
    }
}

extension PlaceWeather {
    fileprivate mutating func redate(by step: Int, at now: Moment) {
        apply(Redating(step: step, now: now))
        requestTimes = requestTimes.mapValues { $0.advanced(by: step) }
        requestedAt = min(requestedAt.advanced(by: step), now.wall)
    }
}

/// Moves the times of a cached report after the wall clock was set.
private struct Redating: CachedReportChange {
    let step: Int
    let now: Moment

    func apply<Content>(to report: inout CachedReport<Content>) {
        report.content?.redate(by: step, at: now)
        report.triedAt = report.triedAt?.advanced(by: step)
        report.nextRefresh = report.nextRefresh?.advanced(by: step)
    }
}
