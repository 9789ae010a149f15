import Rendering
import Wire

extension Style {
    /// A watched page, which cannot be scrolled, fitted to the height of its terminal; what programs and bars read as it is.
    func fitted(_ lines: [String], of reading: Reading) -> [String] {
        guard reading.output == .text, !reading.view.isShort else { return lines }
        var style = self
        // The keys of `status` are English.
        if reading.view == .status { style.language = .english }
        return style.fittedToHeight(
            lines, command: reading.place == nil ? "weatherctl \(reading.view.request)" : nil)
    }
}

extension Reading.View {
    /// The words that ask for it, without options.
    fileprivate var request: String {
        func words(_ command: Command, _ count: Int?) -> String {
            [command.rawValue, count.map(String.init)].compactMap(\.self).joined(separator: " ")
        }
        return switch self {
        case .short: words(.short, nil)
        case .current: words(.current, nil)
        case .show: words(.show, nil)
        case .hourly(let hours): words(.hourly, hours)
        case .daily(let days): words(.daily, days)
        case .alerts: words(.alerts, nil)
        case .air: words(.air, nil)
        case .sun: words(.sun, nil)
        case .places: words(.places, nil)
        case .status: words(.status, nil)
        }
    }
}
