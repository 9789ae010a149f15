import Weather

/// Limits the rate of moves. Pure.
struct MoveAllowance<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    /// The last moves, which still count.
    private var moves: [Instant] = []

    /// - Returns: whether a move is accepted now; it counts then.
    mutating func take(at now: Instant) -> Bool {
        moves.removeAll { $0.advanced(by: LocationLimits.moveInterval * LocationLimits.mostMoves) <= now }
        guard next(after: now) == nil else { return false }
        moves.append(now)
        return true
    }

    /// When the next move is accepted; nil for now.
    func next(after now: Instant) -> Instant? {
        guard moves.count >= LocationLimits.mostMoves, let last = moves.last else { return nil }
        let next = last.advanced(by: LocationLimits.moveInterval)
        return next > now ? next : nil
    }
}

extension LocationPolicy {
    /// The last fix of the first source in order that has a valid one.
    func bestFix(now: UnixTime) -> LocationFix? {
        sources.first { counts($0, now: now) }.flatMap { fixes[$0] }
    }

    /// Whether the machine has moved, but the limit of moves is reached.
    func awaitsMove(now: UnixTime) -> Bool {
        guard isActive, let current, let fix = bestFix(now: now), fix.source == current.source else { return false }
        return fix.isMove(from: current)
    }
}

extension LocationFix {
    /// Whether the distance exceeds both the least move of a place and what both accuracies together allow without a move. A fix
    /// that is at least twice as accurate as the former one also corrects it.
    func isMove(from former: LocationFix) -> Bool {
        let (own, others) = (accuracy ?? 0, former.accuracy ?? 0)
        let isCorrection = accuracy != nil && own <= others / 2
        let noise = isCorrection ? own : own + others
        return former.coordinate.distance(to: coordinate) >= max(LocationLimits.move, noise)
    }
}
