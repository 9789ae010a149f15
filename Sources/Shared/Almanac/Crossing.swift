import Weather

/// Finds when a body crosses a given elevation.
struct Crossing {
    /// Elevation of the body above that threshold, degrees; negative below it.
    let height: (UnixTime) -> Double

    /// The moment of the crossing between two moments, to the second; nil when the body is on the same side at both.
    func between(_ start: UnixTime, _ end: UnixTime) -> UnixTime? {
        let isAbove = height(start) > 0
        guard isAbove != (height(end) > 0) else { return nil }
        var (before, after) = (start.seconds, end.seconds)
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if (height(UnixTime(middle)) > 0) == isAbove { before = middle } else { after = middle }
        }
        return UnixTime(after)
    }

    /// The first upward and the first downward crossing in [`start`, `end`).
    ///
    /// The body may cross twice between two samples; near the threshold, its highest or lowest point in between is
    /// sampled too.
    func first(from start: UnixTime, to end: UnixTime) -> (up: UnixTime?, down: UnixTime?) {
        let step = 1200
        var moments = Array(stride(from: start.seconds, to: end.seconds, by: step)).map(UnixTime.init) + [end]
        let heights = moments.map(height)
        for index in moments.indices.dropFirst().dropLast().reversed() {
            let (left, middle, right) = (heights[index - 1], heights[index], heights[index + 1])
            let isTurning = (middle - left) * (right - middle) <= 0
            guard isTurning, (left > 0) == (middle > 0), (middle > 0) == (right > 0) else { continue }
            let turning = turningPoint(between: moments[index - 1], moments[index + 1], isHighest: middle >= left)
            let place = turning < moments[index] ? index : index + 1
            if turning != moments[index] { moments.insert(turning, at: place) }
        }
        var (up, down): (UnixTime?, UnixTime?)
        for (earlier, later) in zip(moments, moments.dropFirst()) {
            guard let moment = between(earlier, later), moment < end else { continue }
            if height(moment) > 0 { up = up ?? moment } else { down = down ?? moment }
        }
        return (up, down)
    }

    /// The moment of the highest or lowest elevation between two moments, to the minute, by ternary search.
    private func turningPoint(between start: UnixTime, _ end: UnixTime, isHighest: Bool) -> UnixTime {
        var (left, right) = (start, end)
        while right.seconds(since: left) > 60 {
            let third = right.seconds(since: left) / 3
            let (near, far) = (left.advanced(by: third), right.advanced(by: -third))
            if (height(near) < height(far)) == isHighest { left = near } else { right = far }
        }
        return left
    }
}
