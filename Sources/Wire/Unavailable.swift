/// Why a status bar has no weather to show.
public enum Unavailable: String, Sendable, Hashable, CaseIterable {
    /// Nothing has been fetched yet, or the forecast has ended.
    case noWeather = "no-weather"
    /// Nobody answers at the socket.
    case noDaemon = "no-daemon"
    /// Nobody knows where this machine is.
    case noLocation = "no-location"
    /// Something else, which the message tells.
    case error
}

extension Reading.Output {
    /// The lines that show a bar that there is no weather: the placeholder, dim where the format has a way to say so, and
    /// the message where there is room for more. None for text and JSON, which no bar reads.
    ///
    /// - Parameters:
    ///   - message: one plain sentence.
    ///   - isWatched: as for the weather itself: whether the bar takes one update after the other.
    public func unavailable(
        _ state: Unavailable, message: String, placeholder: Placeholder = .standard, isWatched: Bool = false
    ) -> [String] {
        let text = placeholder.text
        return switch self {
        // It has no tooltip, and the user has to correct a mistake before there is anything else to show.
        case .polybar where state == .error && !text.isEmpty:
            [["%{F", Self.grey, "}", text, " ", message.escapedForPolybar, "%{F-}"].joined()]
        case .polybar: [text.isEmpty ? "" : ["%{F", Self.grey, "}", text, "%{F-}"].joined()]
        case .tmux: [text.isEmpty ? "" : ["#[fg=", Self.grey, "]", text, "#[default]"].joined()]
        default: unavailable(state, message: message, showing: text, isWatched: isWatched)
        }
    }

    /// The same with another text in place of the placeholder, such as the name of a place whose weather is being fetched.
    /// None for Polybar and tmux, whose markup is the renderer's, and for text and JSON.
    ///
    /// - Parameter text: any text; signs of the bar's markup in it are escaped.
    public func unavailable(
        _ state: Unavailable, message: String, showing text: String, isWatched: Bool = false
    ) -> [String] {
        let why = state.rawValue
        let isEmpty = text.isEmpty
        let pango = isEmpty ? "" : Self.dim(text.escapedForPango)
        let block = isEmpty ? "\"full_text\":\"\"" : Self.block(text.escapedForJSON)
        // Put together from pieces, since interpolations would make a tenth of the client's code.
        switch self {
        case .text, .json, .polybar, .tmux: return []
        case .i3blocks where isWatched: return [["{", block, "}"].joined()]
        case .i3blocks: return isEmpty ? [""] : [text, text, Self.grey]
        case .i3bar: return [["[{\"name\":\"weather\",", block, "}],"].joined()]
        case .waybar:
            let tooltip = message.escapedForPango.escapedForJSON
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
            return (isEmpty ? [] : [Self.dim(text.escapedForPango.escapedForArgos)])
                + ["---", message.escapedForPango.escapedForArgos]
        }
    }

    /// Dim on a dark bar and on a light one.
    private static let grey = "#808080"

    /// - Parameter markup: of Pango.
    private static func dim(_ markup: String) -> String { ["<span fgalpha='60%'>", markup, "</span>"].joined() }

    private static func block(_ text: String) -> String {
        ["\"full_text\":\"", text, "\",\"short_text\":\"", text, "\",\"color\":\"", grey, "\""].joined()
    }

    /// What expressions and templates of the bar may name, and would complain of or show when it was not there.
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

extension String {
    /// As in the text of a JSON string (RFC 8259).
    var escapedForJSON: String { escaped([("\"", "\\\""), ("\\", "\\\\")]) }

    fileprivate var escapedForPango: String { escaped([("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")]) }

    /// For a label's `:text` in eww, which undoes escapes once more.
    fileprivate var escapedForEww: String { escaped([("\\", "\\\\")]) }

    /// Polybar has no escape for a literal `%{`: a tag between the two that moves nothing keeps them from beginning one. A
    /// percent sign may also be the end of what comes before this text.
    package var escapedForPolybar: String { escaped([("{", "%{O0}{")], after: UInt8(ascii: "%")) }

    /// What Argos reads before it reads Pango's entities: attributes behind a bar, escapes, names of emoji.
    fileprivate var escapedForArgos: String { escaped([("|", "&#124;"), ("\\", "&#92;"), (":", "&#58;")]) }

    /// Without control characters, which no format takes. Bytes, since all that is replaced is ASCII.
    ///
    /// - Parameter predecessor: what stands before a sign that is replaced, if only there; also before the text.
    private func escaped(_ replacements: [(Unicode.Scalar, String)], after predecessor: UInt8? = nil) -> String {
        var result: [UInt8] = []
        var previous = predecessor
        for byte in utf8 where byte >= 0x20 {
            let isReplaced = predecessor == nil || previous == predecessor
            if isReplaced, let other = replacements.first(where: { $0.0.value == byte })?.1 {
                result += other.utf8
            } else {
                result.append(byte)
            }
            previous = byte
        }
        return String(decoding: result, as: UTF8.self)
    }
}
