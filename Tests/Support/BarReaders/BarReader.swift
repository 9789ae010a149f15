package import ClientProtocol
import Foundation

/// The text that a bar shows for the lines that it receives.
package struct BarReading {
    package var text = ""
    /// The tooltip, or the lines of the menu; nil if the bar has none.
    package var details: String?
    /// Other values, by their name in the bar's format.
    package var values: [String: String] = [:]
    package var classes: [String] = []
    package var percentage: Int?
    /// Pango markup that is not parsed yet: all markup is parsed at once.
    private var markups: [String: String] = [:]
}

/// Lines that the bar cannot read.
struct Malformed: Error {
    var lines: [String]
}

extension BarReading {
    /// - Parameter isWatched: whether the lines are one of many updates.
    package static func all(_ replies: [(output: ViewRequest.Output, lines: [String])], isWatched: Bool = false) throws
        -> [BarReading]
    {
        var readings = try replies.map { try BarReading($0.lines, of: $0.output, isWatched: isWatched) }
        // One document is much faster to parse than many.
        let markups = readings.indices.flatMap { index in readings[index].markups.map { (index, $0.key, $0.value) } }
        let texts = try PangoReader.texts(markups.map(\.2))
        for (markup, text) in zip(markups, texts) { readings[markup.0].take(text, as: markup.1) }
        return readings
    }

    private init(_ lines: [String], of output: ViewRequest.Output, isWatched: Bool) throws {
        guard !lines.contains(where: { $0.utf8.contains { $0 < 0x20 } }) else { throw Malformed(lines: lines) }
        switch output {
        case .text, .json, .names: throw Malformed(lines: lines)
        case .waybar: try readWaybar(lines)
        case .polybar: text = try PolybarReader(Self.only(lines)).text
        case .tmux: text = try TmuxReader(Self.only(lines)).text
        case .i3bar: try readI3bar(lines)
        case .i3blocks where isWatched: try readBlock(try Self.object(lines))
        case .i3blocks: try readI3blocks(lines)
        case .eww: try readEww(lines)
        case .yambar: try readYambar(lines)
        case .argos: try readArgos(lines)
        }
    }

    private static func only(_ lines: [String]) throws -> String {
        guard lines.count == 1 else { throw Malformed(lines: lines) }
        return lines[0]
    }

    private static func object(_ lines: [String]) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(only(lines).utf8))
        guard let object = value as? [String: Any], !object.values.contains(where: { $0 is NSNull }) else {
            throw Malformed(lines: lines)
        }
        return object
    }

    private mutating func readWaybar(_ lines: [String]) throws {
        let object = try Self.object(lines)
        guard let text = object["text"] as? String, let alt = object["alt"] as? String,
            let tooltip = object["tooltip"] as? String, let classes = object["class"] as? [String],
            Set(object.keys).isSubset(of: ["text", "alt", "tooltip", "class", "percentage"])
        else { throw Malformed(lines: lines) }
        markups = ["text": text, "alt": alt, "tooltip": tooltip]
        self.classes = classes
        percentage = object["percentage"] as? Int
    }

    private mutating func readI3bar(_ lines: [String]) throws {
        // The stream's header, two status lines, and the beginning of a next one.
        let line = try Self.only(lines)
        let stream = try JSONSerialization.jsonObject(with: Data("[\(line)\(line)[]]".utf8)) as? [[[String: Any]]]
        guard line.hasPrefix("["), line.hasSuffix("],"), let stream, stream.count == 3, stream[1].count == 1,
            stream[1][0]["name"] as? String == "weather"
        else { throw Malformed(lines: lines) }
        try readBlock(stream[1][0])
    }

    private mutating func readBlock(_ block: [String: Any]) throws {
        guard let full = block["full_text"] as? String else { throw Malformed(lines: ["\(block)"]) }
        let short = block["short_text"] as? String
        if block["markup"] as? String == "pango" {
            markups = ["text": full, "short": short ?? ""]
        } else {
            text = full
            values["short"] = short
        }
        guard let color = block["color"] else { return }
        guard let color = color as? String, color.isColor else { throw Malformed(lines: ["\(block)"]) }
        values["color"] = color
    }

    private mutating func readI3blocks(_ lines: [String]) throws {
        guard (1...3).contains(lines.count), lines.count < 3 || lines[2].isColor else { throw Malformed(lines: lines) }
        text = lines[0]
        if lines.count > 1 { values["short"] = lines[1] }
        if lines.count > 2 { values["color"] = lines[2] }
    }

    private mutating func readEww(_ lines: [String]) throws {
        for (key, value) in try Self.object(lines) {
            switch value {
            case let value as String where key == "markup": markups["markup"] = value
            case let value as String where key == "tooltip": details = value
            case let value as String: values[key] = try Self.unescaped(value)
            case let value as [String] where key == "classes": classes = value
            case let value as Int where key == "percentage": percentage = value
            default: throw Malformed(lines: lines)
            }
        }
        text = values["text"] ?? ""
    }

    /// Unescapes text as a label of eww does.
    private static func unescaped(_ text: String) throws -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\\", rest.popFirst() != "\\" { throw Malformed(lines: [text]) }
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    private mutating func readYambar(_ lines: [String]) throws {
        guard lines.last == "", !lines.dropLast().contains("") else { throw Malformed(lines: lines) }
        for line in lines.dropLast() {
            // Scalars: a separator followed by a combining accent would be one character.
            let parts = line.unicodeScalars.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false)
                .map { String($0) }
            guard parts.count == 3, values[parts[0]] == nil else { throw Malformed(lines: lines) }
            let isGood =
                switch parts[1] {
                case "string": true
                case "bool": ["true", "false"].contains(parts[2])
                case "range:0-100": Int(parts[2]).map((0...100).contains) ?? false
                default: false
                }
            guard isGood else { throw Malformed(lines: lines) }
            values[parts[0]] = parts[2]
        }
        text = values["text"] ?? ""
        classes = (values["class"] ?? "").split(separator: " ").map(String.init)
        percentage = values["percentage"].flatMap(Int.init)
    }

    private mutating func readArgos(_ lines: [String]) throws {
        let read = try ArgosReader(lines)
        guard read.button.count <= 1 else { throw Malformed(lines: lines) }
        markups["text"] = read.button.first?.markup ?? ""
        markups["tooltip"] = read.menu.map { $0?.markup ?? "" }.joined(separator: "\n")
    }

    private mutating func take(_ text: String, as name: String) {
        switch name {
        case "text": self.text = text
        case "tooltip": details = text
        default: values[name] = text
        }
    }
}
