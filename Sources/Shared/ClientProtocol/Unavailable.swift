import Formats

/// Why a status bar has no weather.
public enum Unavailable: String, Sendable, Hashable, CaseIterable {
    /// Nothing has been fetched yet, or the forecast has ended.
    case noWeather = "no-weather"
    /// The daemon does not answer.
    case noDaemon = "no-daemon"
    /// No location is known.
    case noLocation = "no-location"
    /// Another failure, described by the message.
    case error
}

extension ViewRequest.Output {
    /// A bar's output without weather: the placeholder, dim if the format allows it, and the message in the tooltip if
    /// there is one. Empty for text and JSON.
    ///
    /// - Parameters:
    ///   - message: one sentence.
    ///   - isWatched: whether the bar reads a stream of replies.
    public func unavailable(
        _ state: Unavailable, message: String, placeholder: Placeholder = .standard, isWatched: Bool = false
    ) -> [String] {
        let text = placeholder.text
        return switch self {
        // Polybar has no tooltip, so it shows errors that the user must correct in the bar.
        case .polybar where state == .error && !text.isEmpty:
            [["%{F", Self.grey, "}", text, " ", message.escapedForPolybar, "%{F-}"].joined()]
        case .polybar: [text.isEmpty ? "" : ["%{F", Self.grey, "}", text, "%{F-}"].joined()]
        case .tmux: [text.isEmpty ? "" : ["#[fg=", Self.grey, "]", text, "#[default]"].joined()]
        default: unavailable(state, message: message, showing: text, isWatched: isWatched)
        }
    }

    /// The same with a text instead of the placeholder, such as the name of a place that is loading. Empty for Polybar and
    /// tmux, whose markup only the renderer has, and for text and JSON.
    ///
    /// - Parameter text: any text, which is escaped for the bar's markup.
    public func unavailable(
        _ state: Unavailable, message: String, showing text: String, isWatched: Bool = false
    ) -> [String] {
        let (text, message) = (text.withoutControls, message.withoutControls)
        let why = state.rawValue
        let isEmpty = text.isEmpty
        let pango = isEmpty ? "" : Self.dim(text.escapedForXML)
        let block = isEmpty ? "\"full_text\":\"\"" : Self.block(text.escapedForJSON)
        // Arrays instead of interpolations, which would take a tenth of the client's code.
        switch self {
        case .text, .json, .names, .polybar, .tmux: return []
        case .i3blocks where isWatched: return [["{", block, "}"].joined()]
        case .i3blocks: return isEmpty ? [""] : [text, text, Self.grey]
        case .i3bar: return [["[{\"name\":\"weather\",", block, "}],"].joined()]
        case .waybar:
            let tooltip = message.escapedForXML.escapedForJSON
            let pieces = [
                "{\"text\":\"", pango.escapedForJSON, "\",\"alt\":\"", why, "\",\"tooltip\":\"", tooltip,
                "\",\"class\":[\"unavailable\",\"", why, "\"]}",
            ]
            return [pieces.joined()]
        case .eww:
            var pieces = ["{"]
            for name in Self.ewwTexts {
                let shown =
                    switch name {
                    case "text": text.escapedForEww.escapedForJSON
                    case "markup": pango.escapedForJSON
                    case "color": isEmpty ? "" : Self.grey
                    default: ""
                    }
                pieces += ["\"", name, "\":\"", shown, "\","]
            }
            pieces += [
                "\"condition\":\"", why, "\",\"freshness\":\"none\",\"percentage\":0,\"class\":\"unavailable ", why,
                "\",\"classes\":[\"unavailable\",\"", why, "\"],\"tooltip\":\"", message.escapedForJSON, "\"}",
            ]
            return [pieces.joined()]
        case .yambar:
            let texts = Self.yambarTexts.map { name in
                [name, "|string|", name == "text" ? text : name == "color" && !isEmpty ? Self.grey : ""].joined()
            }
            return texts + [
                ["condition|string|", why].joined(), ["class|string|unavailable ", why].joined(),
                "percentage|range:0-100|0", "stale|bool|true", "",
            ]
        case .argos:
            return (isEmpty ? [] : [Self.dim(text.escapedForXML.escapedForArgos)])
                + ["---", message.escapedForXML.escapedForArgos]
        }
    }

    /// Dim on dark and on light bars.
    private static let grey = "#808080"

    /// - Parameter markup: Pango markup.
    private static func dim(_ markup: String) -> String { ["<span fgalpha='60%'>", markup, "</span>"].joined() }

    private static func block(_ text: String) -> String {
        ["\"full_text\":\"", text, "\",\"short_text\":\"", text, "\",\"color\":\"", grey, "\""].joined()
    }

    /// The variables that eww expressions may use, and which must exist.
    private static var ewwTexts: [String] {
        [
            "text", "markup", "alt", "icon", "description", "place", "temperature", "feelsLike", "high", "low", "wind",
            "humidity", "precipitation", "probability", "nowcast", "alert", "color",
        ]
    }

    private static var yambarTexts: [String] {
        ["text", "icon", "description", "place", "temperature", "high", "low", "alert", "color"]
    }
}

/// The text of a status bar without weather: some bars hide empty texts, and with them the tooltip.
public struct Placeholder: Sendable, Hashable {
    /// It needs no escaping in any bar's markup.
    public let text: String

    public static let standard = Placeholder(unchecked: "–")

    /// The longest text, scalars.
    public static let limit = 20

    /// nil for text that is too long, or contains control characters or characters of a bar's markup.
    public init?(_ text: String) {
        guard text.unicodeScalars.count <= Self.limit,
            !text.unicodeScalars.contains(where: {
                $0.isControl || $0.value == 0x2028 || $0.value == 0x2029 || Self.markup.contains($0)
            })
        else { return nil }
        self.text = text
    }

    private init(unchecked text: String) { self.text = text }

    private static let markup = Array("\"'\\#%{}|<>&:".unicodeScalars)
}

// The special characters of bars, beyond those of Pango and JSON.
extension String {
    /// For `:text` of an eww label, which decodes escapes once more.
    package var escapedForEww: String { escaped([("\\", "\\\\")]) }

    /// Pango markup for Argos, which ends the text at the first `|`, decodes backslash escapes and replaces `:name:` by
    /// emoji, all before it decodes Pango's entities.
    package var escapedForArgos: String { escaped([("|", "&#124;"), ("\\", "&#92;"), (":", "&#58;")]) }

    /// Removes control characters. Polybar has no escape for a literal `%{`; an empty tag between the two characters
    /// separates them. A percent sign may also be the end of the preceding text.
    package var escapedForPolybar: String { escaped([("{", "%{O0}{")], after: "%", controls: .removed) }
}
