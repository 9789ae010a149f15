import ClientProtocol
import Rendering
import Store
import Weather

/// What answering a view takes.
struct ViewTraits {
    let command: Command
    /// The count in the request's words; nil for none.
    var count: Int?
    /// The estimated rendering time, milliseconds.
    let cost: Double
    /// The types of reports that the first client waits for, besides the forecast. Some forecasts include warnings.
    var awaited: Set<ReportKind> = []
    /// The types of reports that the view shows.
    var shown: Set<ReportKind> = [.forecast, .alerts]
}

extension ViewRequest.View {
    /// A row for each view.
    var traits: ViewTraits {
        switch self {
        case .short(let format): ViewTraits(command: .short, cost: 0.2 + Double(format?.utf8.count ?? 0) / 500)
        case .current: ViewTraits(command: .current, cost: 0.5)
        case .show: ViewTraits(command: .show, cost: 1)
        case .hourly(let hours): ViewTraits(command: .hourly, count: hours, cost: 1 + Double(hours ?? 48) / 100)
        case .daily(let days): ViewTraits(command: .daily, count: days, cost: 1)
        case .alerts: ViewTraits(command: .alerts, cost: 0.5, awaited: [.alerts, .forecast])
        case .air: ViewTraits(command: .air, cost: 0.5, awaited: [.air], shown: [.air])
        case .sun: ViewTraits(command: .sun, cost: 1, shown: [])
        case .places: ViewTraits(command: .places, cost: 1)
        case .status: ViewTraits(command: .status, cost: 0.5)
        }
    }

    /// Whether the view tells a warning of the place, and is asked for rarely enough to wait for it.
    fileprivate var tellsWarnings: Bool {
        switch self {
        case .current, .show: true
        default: false
        }
    }

    /// The lines of a view of one place; none of the others, which need more than a scene.
    func lines(of scene: Scene, as output: ViewRequest.Output, in style: Style) throws(NoWeather) -> [String] {
        switch self {
        case .short: try ShortView.lines(of: scene, as: output, in: style)
        case .current: try CurrentView.lines(of: scene, as: output, in: style)
        case .show: try ShowView.lines(of: scene, as: output, in: style)
        case .hourly(let hours): try HourlyView.lines(of: scene, hours: hours, as: output, in: style)
        case .daily(let days): try DailyView.lines(of: scene, days: days, as: output, in: style)
        case .alerts: try AlertsView.lines(of: scene, as: output, in: style)
        case .air: try AirView.lines(of: scene, as: output, in: style)
        case .sun: SunView.lines(of: scene, as: output, in: style)
        case .places, .status: []
        }
    }

    /// The request's words, without options.
    var words: String {
        [traits.command.rawValue, traits.count.map(String.init)].compactMap(\.self).joined(separator: " ")
    }

    /// The reports to fetch when a client shows the view.
    ///
    /// - Parameter isCurrent: whether it is the current place, whose forecast and warnings are always kept fresh.
    func kinds(isCurrent: Bool) -> Set<ReportKind> {
        isCurrent ? traits.shown.subtracting([.forecast, .alerts]) : traits.shown
    }
}

extension ViewRequest {
    /// The reports that the first client waits for: also the warnings of a place that it names, which are not asked for before, while those
    /// of the current place are always kept fresh.
    var awaited: Set<ReportKind> {
        guard place != nil, !output.isBar, view.tellsWarnings else { return view.traits.awaited }
        return view.traits.awaited.union([.forecast, .alerts])
    }
}
