import Foundation

extension Page {
    mutating func readMarkdown(_ lines: [String]) {
        var heading = ""
        var fence: Block?
        /// The lines of a paragraph or of an item of a list, whose code spans and links may continue on the next line.
        var paragraph: [String] = []
        for (index, line) in (lines + [""]).enumerated() {
            let place = "\(path):\(index + 1)"
            if var block = fence {
                if line == "```" {
                    blocks.append(block)
                    fence = nil
                } else {
                    block.lines.append(Code(text: line, place: place, heading: heading))
                    fence = block
                }
                continue
            }
            let isRow = line.hasPrefix("|")
            let isApart = line.isEmpty || isRow || ["```", "#", "- "].contains { line.hasPrefix($0) }
            if isApart {
                read(paragraph, from: index - paragraph.count, below: heading)
                paragraph = []
            }
            if line.hasPrefix("```") {
                fence = Block(language: String(line.dropFirst(3)), lines: [])
            } else if line.hasPrefix("#") {
                heading = String(line.drop { $0 == "#" }.dropFirst())
                anchors.insert(Self.anchor(of: heading))
                read([line], from: index, below: heading)
            } else if isRow {
                readRow(line, place, isFirst: index == 0 || !lines[index - 1].hasPrefix("|"), below: heading)
            } else if !line.isEmpty {
                paragraph.append(line)
            }
        }
    }

    /// Adds the code spans and links of a text.
    private mutating func read(_ lines: [String], from start: Int, below heading: String, column: Int? = nil) {
        var number = start + 1
        var prose = ""
        for (index, part) in lines.joined(separator: "\n").components(separatedBy: "`").enumerated() {
            if !index.isMultiple(of: 2) {
                let text = part.replacing("\n", with: " ")
                spans.append(Code(text: text, place: "\(path):\(number)", heading: heading, column: column))
            } else {
                prose += part
            }
            number += part.count { $0 == "\n" }
        }
        for part in prose.components(separatedBy: "](").dropFirst() {
            links.append(Link(target: String(part.prefix { $0 != ")" }), place: "\(path):\(start + 1)"))
        }
    }

    private mutating func readRow(_ line: String, _ place: String, isFirst: Bool, below heading: String) {
        // A bar within a cell is escaped.
        let cells = line.replacing("\\|", with: "\u{0}").dropFirst().dropLast().split(
            separator: "|", omittingEmptySubsequences: false
        ).map { String($0).replacing("\u{0}", with: "|") }.map(\.trimmed)
        guard !cells.allSatisfy({ $0.allSatisfy { $0 == "-" } }) || isFirst else { return }
        if isFirst {
            tables.append(Table(heading: heading, titles: cells, rows: []))
        } else {
            tables[tables.count - 1].rows.append(cells)
        }
        let number = Int(place.split(separator: ":").last ?? "") ?? 1
        for (column, cell) in cells.enumerated() { read([cell], from: number - 1, below: heading, column: column) }
    }

    /// As GitHub forms it.
    private static func anchor(of heading: String) -> String {
        heading.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.replacing(" ", with: "-")
    }
}

extension String {
    var trimmed: String {
        let rest = drop { $0 == " " }
        return String(rest.reversed().drop { $0 == " " }.reversed())
    }
}
