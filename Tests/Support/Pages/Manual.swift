/// Reads mdoc(7), as far as the manual pages use it.
extension Page {
    mutating func readManual(_ lines: [String]) {
        var heading = ""
        var item = ""
        var literal: Block?
        for (index, line) in lines.enumerated() {
            let place = "\(path):\(index + 1)"
            if var block = literal {
                if line == ".Ed" {
                    blocks.append(block)
                    literal = nil
                } else {
                    block.lines.append(Code(text: Self.plain(line), place: place, heading: heading))
                    literal = block
                }
                continue
            }
            guard line.hasPrefix(".") else { continue }
            let words = line.dropFirst().split(separator: " ").map(String.init)
            switch words.first {
            case "Sh", "Ss":
                heading = words.dropFirst().joined(separator: " ")
                item = ""
            case "Bd" where words.contains("-literal"):
                literal = Block(language: "", lines: [])
            case "Dl":
                let code = Code(text: Self.plain(String(line.dropFirst(4))), place: place, heading: heading)
                blocks.append(Block(language: "", lines: [code]))
            case "It" where words.count > 1 && !["Sy", "Li"].contains(words[1]):
                item = Self.synopsis(words.dropFirst())
                items.append(Code(text: item, place: place, heading: heading))
            default:
                add(words, Code(text: "", place: place, heading: heading, item: item))
            }
        }
    }

    /// Macros of what a user writes.
    private static let code: Set<String> = ["Cm", "Ic", "Ql", "Ev", "Pa", "Li"]
    private static let others: Set<String> = ["Ar", "Fl", "Op", "Oo", "Oc", "Ns", "No", "Pq", "Sy", "Ta", "Xr", "Dv"]
    private static let punctuation: Set<String> = [".", ",", ";", ":", "(", ")", "|"]

    /// Adds the code spans of a line of macros: the words between a macro and the next one or a punctuation mark.
    private mutating func add(_ words: [String], _ empty: Code) {
        var isCode = false
        var span: [String] = []
        func end() -> [Code] {
            var code = empty
            code.text = span.joined(separator: " ")
            return span.isEmpty ? [] : [code]
        }
        for word in words {
            if Self.code.contains(word) || Self.others.contains(word) || Self.punctuation.contains(word) {
                spans += end()
                span = []
                // A mark of punctuation separates the words of one macro.
                if !Self.punctuation.contains(word) { isCode = Self.code.contains(word) }
            } else if isCode {
                span.append(Self.plain(word))
            }
        }
        spans += end()
    }

    /// The words of an item without macros, as in `places add NAME LAT LON` and `map [LAT LON]`.
    private static func synopsis(_ words: ArraySlice<String>) -> String {
        var text = ""
        var isGlued = true
        var open = 0
        var isOption = false
        func append(_ word: String) {
            text += isGlued || word == "|" || text.hasSuffix("|") ? word : " " + word
            isGlued = false
        }
        for word in words {
            switch word {
            case "Op", "Oo":
                append("[")
                isGlued = true
                open += word == "Op" ? 1 : 0
            case "Oc": text += "]"
            case "Ns": isGlued = true
            case "Fl": isOption = true
            case _ where code.contains(word) || others.contains(word): break
            default:
                append(isOption ? "-" + word : plain(word))
                isOption = false
            }
        }
        return text + String(repeating: "]", count: open)
    }

    /// The text without escapes of roff.
    private static func plain(_ text: String) -> String {
        let escapes = [
            ("\\(dq", "\""), ("\\(aq", "'"), ("\\(de", "°"), ("\\(mi", "−"), ("\\(en", "–"), ("\\&", ""), ("\\e", "\\"),
            ("\\[u26C5]", "⛅"),
        ]
        return escapes.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
