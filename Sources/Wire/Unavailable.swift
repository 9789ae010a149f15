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
    /// The lines that tell a bar that there is nothing to show: valid, and an empty text where the bar has its line. The
    /// message stands where there is a place for more. None for text and JSON, which no bar reads.
    ///
    /// - Parameters:
    ///   - message: one plain sentence.
    ///   - isWatched: as for the weather itself: whether the bar takes one update after the other.
    public func unavailable(_ state: Unavailable, message: String, isWatched: Bool = false) -> [String] {
        let why = state.rawValue
        switch self {
        case .text, .json: return []
        case .polybar, .tmux: return [""]
        case .i3blocks: return [isWatched ? "{\"full_text\":\"\"}" : ""]
        case .i3bar: return ["[{\"name\":\"weather\",\"full_text\":\"\"}],"]
        case .waybar:
            return [
                "{\"text\":\"\",\"alt\":\"\(why)\",\"tooltip\":\"\(message.escapedForPango.escapedForJSON)\","
                    + "\"class\":[\"unavailable\",\"\(why)\"]}"
            ]
        case .eww:
            let texts = Self.ewwTexts.map { "\"\($0)\":\"\"," }.joined()
            return [
                "{\(texts)\"condition\":\"\(why)\",\"freshness\":\"none\",\"percentage\":0,\"class\":\"unavailable \(why)\","
                    + "\"classes\":[\"unavailable\",\"\(why)\"],\"tooltip\":\"\(message.escapedForJSON)\"}"
            ]
        case .yambar:
            return Self.yambarTexts.map { "\($0)|string|" } + [
                "condition|string|\(why)", "class|string|unavailable \(why)", "percentage|range:0-100|0",
                "stale|bool|true",
                "",
            ]
        case .argos:
            return ["---", message.escapedForPango.escapedForArgos]
        }
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
