/// The parts of a `show` card. The title, warnings, the current weather, age and source are always shown.
struct ShowContents {
    var hours = 8
    var days = 7
    var hasSummary = true
    var hasPicture = true
    /// Whether there are empty lines between parts, and an empty line or a rule at the top and bottom.
    var hasGaps = true
    /// Whether to show the apparent temperature and the day's extremes.
    var hasDetails = true

    /// From the fullest to the smallest; each is for a terminal too low for the one before.
    ///
    /// - Parameter isWide: whether hours and days are next to the current weather, which then limits the height.
    static func fromFullest(isWide: Bool) -> [ShowContents] {
        var contents = ShowContents()
        var all = [contents]
        func leave(_ change: (inout ShowContents) -> Void) {
            change(&contents)
            all.append(contents)
        }
        if isWide {
            // Hours and days shrink together until the current weather is higher.
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
