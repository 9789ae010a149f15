/// How much of the forecast is on a card of `show`. The title, warnings, the current weather and the last lines (age and
/// source) are always on it.
struct ShowContents {
    var hours = 8
    var days = 7
    var hasSummary = true
    var hasPicture = true
    /// Whether empty lines stand between its parts, and an empty line or a rule above and below them.
    var hasGaps = true
    /// Whether what it feels like and the extremes of the day stand below the condition.
    var hasDetails = true

    /// The fullest first; each is for a terminal that is too low for the one before.
    ///
    /// - Parameter isWide: whether hours and days are beside the current weather, which then decides the height in the end.
    static func fromFullest(isWide: Bool) -> [ShowContents] {
        var contents = ShowContents()
        var all = [contents]
        func leave(_ change: (inout ShowContents) -> Void) {
            change(&contents)
            all.append(contents)
        }
        if isWide {
            // Hours and days shrink together, until the current weather beside them is higher.
            for hours in stride(from: 7, through: leastBeside, by: -1) {
                leave { $0.hours = hours }
                leave { $0.days = min($0.days, hours) }
            }
            leave { $0.hours = 0 }
        } else {
            for days in stride(from: 6, through: 0, by: -1) { leave { $0.days = days } }
        }
        leave { $0.hasSummary = false }
        leave { $0.hasPicture = false }
        leave { $0.hasGaps = false }
        if isWide { leave { $0.days = 0 } }
        leave { $0.hasDetails = false }
        return all
    }

    private static let leastBeside = 2
}
