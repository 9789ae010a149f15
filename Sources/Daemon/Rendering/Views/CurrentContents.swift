import Languages

/// The parts of `current`. The header, warnings, the main quantities, age and source are always shown.
struct CurrentContents {
    var hours = 8
    var days = 7
    /// Whether to compare the day with yesterday and with the normals.
    var hasComparison = true
    /// Quantities that are not shown.
    var omitted: Set<Label> = []

    /// The quantities that a tooltip leaves out.
    static let brief: Set<Label> = [
        .highAndLow, .dewPoint, .cloudCover, .pressure, .precipitation, .visibility, .uvIndex,
    ]

    /// From the fullest to the smallest; each is for a terminal too low for the one before. The hours and days go before
    /// anything of the present.
    static let fromFullest: [CurrentContents] = {
        var contents = CurrentContents()
        var all = [contents]
        func leave(_ change: (inout CurrentContents) -> Void) {
            change(&contents)
            all.append(contents)
        }
        for days in stride(from: contents.days - 1, through: leastDays, by: -1) {
            leave { ($0.days, $0.hours) = (days, min($0.hours, days + 2)) }
        }
        leave { ($0.days, $0.hours) = (0, all[0].hours) }
        for hours in stride(from: all[0].hours - 1, through: leastHours, by: -1) { leave { $0.hours = hours } }
        leave { $0.hours = 0 }
        leave { $0.hasComparison = false }
        for labels in leastImportant { leave { $0.omitted.formUnion(labels) } }
        return all
    }()

    /// Fewer lines below a heading say too little.
    private static let leastDays = 3
    private static let leastHours = 2

    private static let leastImportant: [Set<Label>] = [
        [.dewPoint], [.cloudCover], [.visibility], [.sunrise, .sunset, .sun], [.uvIndex], [.pressure], [.humidity],
        [.highAndLow],
    ]
}
