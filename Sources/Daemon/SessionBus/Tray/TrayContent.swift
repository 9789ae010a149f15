import ClientProtocol
import Formats
import Languages
import Rendering
import Server
import Weather

/// What the tray item shows at one moment, from the replies of the line protocol.
struct TrayContent: Sendable, Hashable {
    /// The place, the temperature and the weather: `Lisbon: 21°C, partly cloudy`, with what is in doubt about them.
    private(set) var title: String
    /// The lines of the tooltip of bars.
    private(set) var details: [String]
    /// Whole degrees for the icon: `−3°`; nil when unknown.
    private(set) var temperature: String?
    /// The icon of the weather in the icon theme; nil when unknown.
    private(set) var iconName: String?
    /// Whether the weather is not certainly that of now and here: it is old or made up, or there is no network.
    private(set) var isDoubtful: Bool
    /// The worst severity of the warnings in force; nil without one.
    private(set) var severity: Alert.Severity?
    /// Whether `toggle` has selected the other icon.
    private(set) var isAlternate: Bool
    private(set) var menu: [TrayMenu.Item]
    /// The time at which the clock alone changes any of this; nil for never.
    private(set) var next: UnixTime?

    /// The replies that only the tray item needs.
    struct Replies: Sendable {
        /// `short` for eww, whose tooltip is plain text.
        var bar: Reply
        var hourly: Reply
        var next: UnixTime?
        var isAlternate: Bool
        var units: Units
        var words: any Words

        init(
            bar: Reply, hourly: Reply, next: UnixTime? = nil, isAlternate: Bool = false, units: Units = .metric,
            words: any Words
        ) {
            (self.bar, self.hourly, self.next) = (bar, hourly, next)
            (self.isAlternate, self.units, self.words) = (isAlternate, units, words)
        }

        init(_ views: Views, _ glance: Glance) {
            let bar = views.lastingReply(to: ViewRequest(.short(format: nil), output: .eww))
            var hours = ViewRequest(.hourly(hours: TrayMenu.mostHours), output: .json)
            hours.hasTexts = true
            self.init(
                bar: bar.reply, hourly: views.reply(to: hours), next: bar.next, isAlternate: glance.isAlternate,
                units: glance.unitsInEffect, words: glance.words)
        }
    }

    init(_ properties: PropertyValues.Replies, _ trees: PropertyValues.Trees, _ replies: Replies) {
        let words = replies.words
        let (current, status) = (trees.current, trees.status)
        let place = (current?["place"] ?? status?["place"])?["name"]?.text.map { TrayText.name($0) }
        let freshness = status?["freshness"]?.text.flatMap(Freshness.init(rawValue:)) ?? .none
        let isKnown = current != nil && freshness != .expired && freshness != .none
        temperature = isKnown ? current?["texts"]?["temperature"]?.text : nil
        iconName =
            isKnown
            ? current?["condition"]?["code"]?.text.flatMap {
                IconName.name(of: $0, isDay: current?["isDay"]?.bool)
            } : nil
        let doubts = [
            status?["offline"]?.bool == true ? words.phrase(.offline) : nil,
            freshness == .stale || freshness == .expired ? words.freshness(freshness) : nil,
            status?["sample"]?.bool == true ? words.phrase(.sampleData) : nil,
        ].compactMap(\.self)
        isDoubtful = !doubts.isEmpty || !isKnown
        let weather = [isKnown ? properties.temperature : nil, isKnown ? current?["condition"]?["text"]?.text : nil]
            .compactMap(\.self)
        let present = weather.isEmpty ? words.phrase(.noWeather) : weather.joined(separator: words.listSeparator)
        title =
            (place.map { "\($0): \(present)" } ?? present)
            + (doubts.isEmpty ? "" : words.parenthesized(doubts.joined(separator: words.listSeparator)))
        switch replies.bar {
        case .ok(let lines): details = Self.lines(of: lines, at: place)
        case .error(_, let sentence): details = [sentence]
        }
        let alerts = (trees.alerts?["alerts"]?.elements ?? [])
        severity =
            alerts.filter { $0["inForce"]?.bool == true }
            .compactMap { $0["severity"]?.text.flatMap(Alert.Severity.init(rawValue:)) }.max()
        isAlternate = replies.isAlternate
        next = [properties.next, replies.next].compactMap(\.self).min()
        menu = TrayMenu.items(
            title: title, alerts: alerts, hours: isKnown ? replies.hourly.tree?["hours"]?.elements ?? [] : [],
            places: trees.places?["places"]?.elements ?? [], units: replies.units, words)
        title = TrayText.withoutMarkup(title)
        details = details.map(TrayText.withoutMarkup)
    }

    /// The tooltip in the JSON for eww, without its header with the place, which the title has: some hosts show few lines.
    private static func lines(of reply: [String], at place: String?) -> [String] {
        guard let text = Reply.ok(reply).tree?["tooltip"]?.text else { return [] }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { TrayText.line(String($0)) }
        if let place, lines.count > 2, lines[0].hasPrefix(place), lines[1].isEmpty { lines.removeFirst(2) }
        return lines.count > mostLines ? lines.prefix(mostLines) + ["…"] : lines
    }

    /// More than any tooltip of weatherd has, unless the user's own template has them.
    private static let mostLines = 40
}

/// Texts for hosts, which interpret them differently.
enum TrayText {
    /// The most characters of a name.
    private static let longestName = 40
    /// The most characters of a line.
    private static let longestLine = 160

    /// A name, cut by an ellipsis, and isolated if it is written from right to left.
    static func name(_ name: String) -> String {
        let cut = cut(name, to: longestName)
        let isRightToLeft = cut.unicodeScalars.contains {
            (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFEFC).contains($0.value)
        }
        return isRightToLeft ? "\u{2068}\(cut)\u{2069}" : cut
    }

    static func cut(_ text: String, to length: Int) -> String {
        text.count > length ? text.prefix(length - 1) + "…" : text
    }

    /// A line of a table: the spaces between its columns and the bars of ranges, which only line up in a monospaced font,
    /// become one wide space.
    static func line(_ line: String) -> String {
        var text = ""
        var spaces = 0
        for character in line {
            guard character != " ", character.unicodeScalars.first.map({ (0x2580...0x259F).contains($0.value) }) != true
            else {
                spaces += 1
                continue
            }
            if !text.isEmpty, spaces > 0 { text += spaces > 1 ? "\u{2003}" : " " }
            spaces = 0
            text.append(character)
        }
        return cut(text, to: longestLine)
    }

    /// The same text for all hosts: Waybar reads the title of a tooltip as markup and Xfce as plain text, both read the
    /// rest as markup, and Qt guesses. Signs of markup are therefore replaced by similar ones.
    static func withoutMarkup(_ text: String) -> String {
        String(
            text.map { character -> Character in
                switch character {
                case "<": "‹"
                case ">": "›"
                case "&": "+"
                default: character
                }
            }
        ).withoutInvalidCharacters
    }

    /// A label of a menu, in which an underscore marks the letter after it as a shortcut.
    static func label(_ text: String) -> String {
        var label = ""
        for character in text.withoutInvalidCharacters {
            if character == "_" { label += "__" } else { label.append(character == "\n" ? " " : character) }
        }
        return label
    }
}
