/// The parts of `hourly`, fitted to the terminal's height: the chart has all hours, the table as many as fit.
struct HourlyPage {
    var header: [String]
    var heading: [String]
    /// The lines of each hour, with the date before a day's first hour.
    var rows: [[String]]
    var footer: [String]
    /// The chart with this many rows for its curve; empty without a chart.
    var chart: (_ curveRows: Int) -> [String]
    /// The line that counts the hours that are not in the table.
    var more: (_ count: Int) -> [String]

    /// The chart shrinks before the table becomes shorter than this, lines.
    private static let leastTable = 8
    /// Below this table height the chart is omitted, lines.
    private static let leastTableBesideChart = 3
    private static let curveRows = [7, 5, 3]

    /// - Parameters:
    ///   - height: the number of lines; nil for unlimited.
    ///   - keepingRows: whether the table keeps all hours; the chart is then below it if not everything fits.
    func lines(within height: Int?, keepingRows: Bool) -> [String] {
        let table = heading + rows.flatMap(\.self)
        let full = chart(Self.curveRows[0])
        let all = header + full + gap(full) + table + footer
        guard let height, all.count > height else { return all }
        guard !keepingRows else { return header + table + gap(full) + full + footer }
        let room = height - header.count - footer.count - heading.count
        for curveRows in Self.curveRows {
            let chart = chart(curveRows)
            let left = room - chart.count - gap(chart).count
            let least = curveRows == Self.curveRows.last ? Self.leastTableBesideChart : Self.leastTable
            if left >= least { return header + chart + gap(chart) + heading + rows(within: left) + footer }
        }
        return header + heading + rows(within: room) + footer
    }

    private func gap(_ chart: [String]) -> [String] { chart.isEmpty ? [] : [""] }

    /// The first hours, at least one, and the count of the others.
    private func rows(within room: Int) -> [String] {
        guard rows.reduce(0, { $0 + $1.count }) > room else { return rows.flatMap(\.self) }
        var lines: [String] = []
        for (index, row) in rows.enumerated() {
            guard index == 0 || lines.count + row.count + more(rows.count - index).count <= room else {
                return lines + more(rows.count - index)
            }
            lines += row
        }
        return lines
    }
}
