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
            ["%{F\(Self.grey)}\(text) \(message.escapedForPolybar)%{F-}"]
        case .polybar: [text.isEmpty ? "" : "%{F\(Self.grey)}\(text)%{F-}"]
        case .tmux: [text.isEmpty ? "" : "#[fg=\(Self.grey)]\(text)#[default]"]
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
        switch self {
        case .text, .json, .polybar, .tmux: return []
        case .i3blocks where isWatched: return ["{\(block)}"]
        case .i3blocks: return isEmpty ? [""] : [text, text, Self.grey]
        case .i3bar: return ["[{\"name\":\"weather\",\(block)}],"]
        case .waybar:
            return [
                "{\"text\":\"\(pango.escapedForJSON)\",\"alt\":\"\(why)\",\"tooltip\":\"\(message.escapedForPango.escapedForJSON)\","
                    + "\"class\":[\"unavailable\",\"\(why)\"]}"
            ]
        case .eww:
            let shown = [
                "text": text.escapedForEww.escapedForJSON, "markup": pango.escapedForJSON,
                "color": isEmpty ? "" : Self.grey,
            ]
            let texts = Self.ewwTexts.map { "\"\($0)\":\"\(shown[$0] ?? "")\"," }.joined()
            return [
                "{\(texts)\"condition\":\"\(why)\",\"freshness\":\"none\",\"percentage\":0,\"class\":\"unavailable \(why)\","
                    + "\"classes\":[\"unavailable\",\"\(why)\"],\"tooltip\":\"\(message.escapedForJSON)\"}"
            ]
        case .yambar:
            let shown = ["text": text, "color": isEmpty ? "" : Self.grey]
            return Self.yambarTexts.map { "\($0)|string|\(shown[$0] ?? "")" } + [
                "condition|string|\(why)", "class|string|unavailable \(why)", "percentage|range:0-100|0",
                "stale|bool|true",
                "",
            ]
        case .argos:
            return (isEmpty ? [] : [Self.dim(text.escapedForPango.escapedForArgos)])
                + ["---", message.escapedForPango.escapedForArgos]
        }
    }

    /// Dim on a dark bar and on a light one.
    private static let grey = "#808080"

    /// - Parameter markup: of Pango.
    private static func dim(_ markup: String) -> String { "<span fgalpha='60%'>\(markup)</span>" }

    private static func block(_ text: String) -> String {
        "\"full_text\":\"\(text)\",\"short_text\":\"\(text)\",\"color\":\"\(grey)\""
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
    var escapedForJSON: String {
        escaped { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            default: nil
            }
        }
    }

    fileprivate var escapedForPango: String {
        escaped { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: nil
            }
        }
    }

    /// For a label's `:text` in eww, which undoes escapes once more.
    fileprivate var escapedForEww: String { escaped { $0 == "\\" ? "\\\\" : nil } }

    /// Polybar has no escape for a literal `%{`: a tag between the two that moves nothing keeps them from beginning one.
    package var escapedForPolybar: String {
        // A percent sign may also be the end of what comes before this text.
        var previous: Unicode.Scalar = "%"
        return escaped { scalar in
            defer { previous = scalar }
            return scalar == "{" && previous == "%" ? "%{O0}{" : nil
        }
    }

    /// What Argos reads before it reads Pango's entities: attributes behind a bar, escapes, names of emoji.
    fileprivate var escapedForArgos: String {
        escaped { scalar in
            switch scalar {
            case "|": "&#124;"
            case "\\": "&#92;"
            case ":": "&#58;"
            default: nil
            }
        }
    }

    /// Scalars, since a sign and an accent behind it are one character. Control characters, which no format takes, are left out.
    private func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in unicodeScalars where scalar.value >= 0x20 {
            if let other = replacement(scalar) {
                result += other
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
