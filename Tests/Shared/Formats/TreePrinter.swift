import Scratch

/// Prints a table as TOML, in a random style for each part.
struct TreePrinter {
    private var random: SplitMix64
    private var text = ""

    static func text(of members: [String: Tree], _ random: SplitMix64) -> String {
        var printer = TreePrinter(random: random)
        printer.printTable(members, at: [])
        return printer.text
    }

    private init(random: SplitMix64) { self.random = random }

    // MARK: - Tables

    /// Values come first: a header ends the table before it.
    private mutating func printTable(_ members: [String: Tree], at path: [String]) {
        var tables: [(String, Tree)] = []
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .table,
                .array where value.isArrayOfTables:
                if random.happens(percent: 60) { tables.append((key, value)) } else { printMember([key], value) }
            default: printMember([key], value)
            }
        }
        for (key, value) in tables {
            if case .table(let inner) = value {
                printHeader("[", path + [key], "]")
                printTable(inner, at: path + [key])
            } else if case .array(let elements) = value {
                for case .table(let inner) in elements {
                    printHeader("[[", path + [key], "]]")
                    printTable(inner, at: path + [key])
                }
            }
        }
    }

    private mutating func printHeader(_ open: String, _ path: [String], _ close: String) {
        text += blank() + open + blank() + keys(path) + blank() + close
        endLine()
    }

    /// As one value, or the members of a table with dotted keys.
    private mutating func printMember(_ path: [String], _ value: Tree) {
        if case .table(let members) = value, !members.isEmpty, random.happens(percent: 50) {
            for (key, value) in members.sorted(by: { $0.key < $1.key }) { printMember(path + [key], value) }
            return
        }
        text += blank() + keys(path) + blank() + "=" + blank() + written(value)
        endLine()
    }

    private mutating func endLine() {
        text += blank()
        if random.happens(percent: 20) { text += "# [x] = 'é' \"" }
        for _ in 0..<Int.random(in: 1...2, using: &random) { text += lineBreak() }
    }

    // MARK: - Values

    private mutating func written(_ value: Tree) -> String {
        switch value {
        case .string(let text): string(text, isKey: false)
        case .integer(let number): integer(number)
        case .float(let bits): float(Double(bitPattern: bits))
        case .boolean(let isTrue): isTrue ? "true" : "false"
        case .offsetDateTime(let text), .localDateTime(let text), .localDate(let text), .localTime(let text): text
        case .array(let elements): array(elements)
        case .table(let members): inlineTable(members)
        }
    }

    private mutating func array(_ elements: [Tree]) -> String {
        var result = "[" + gap()
        for (index, element) in elements.enumerated() {
            let isLast = index == elements.count - 1
            result += written(element) + gap() + (isLast && random.happens(percent: 50) ? "" : ",") + gap()
        }
        return result + "]"
    }

    private mutating func inlineTable(_ members: [String: Tree]) -> String {
        var written: [String] = []
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            written.append(blank() + keys([key]) + blank() + "=" + blank() + self.written(value) + blank())
        }
        return "{" + blank() + written.joined(separator: ",") + blank() + "}"
    }

    private mutating func integer(_ number: Int64) -> String {
        guard number >= 0 else { return underscored(number.description) }
        return switch Int.random(in: 0..<6, using: &random) {
        case 0: "0x" + underscored(String(number, radix: 16, uppercase: random.happens(percent: 50)))
        case 1: "0o00" + underscored(String(number, radix: 8))
        case 2: "0b" + underscored(String(number, radix: 2))
        case 3: "+" + number.description
        default: underscored(number.description)
        }
    }

    private mutating func float(_ number: Double) -> String {
        if number.isNaN { return ["nan", "+nan", "-nan"].randomElement(using: &random) ?? "nan" }
        let sign = number.sign == .plus && random.happens(percent: 20) ? "+" : ""
        let written = sign + number.description
        return number.isFinite && random.happens(percent: 30) ? written.replacing("e", with: "E") : written
    }

    /// Inserts an underscore after some digit.
    private mutating func underscored(_ number: String) -> String {
        guard number.first != "-", number.count > 1, random.happens(percent: 50) else { return number }
        let index = number.index(number.startIndex, offsetBy: Int.random(in: 1..<number.count, using: &random))
        return "\(number[..<index])_\(number[index...])"
    }

    // MARK: - Strings

    private mutating func keys(_ path: [String]) -> String {
        var result = ""
        for (index, key) in path.enumerated() {
            if index > 0 { result += blank() + "." + blank() }
            let isBare =
                !key.isEmpty && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
            result += isBare && random.happens(percent: 70) ? key : string(key, isKey: true)
        }
        return result
    }

    private mutating func string(_ text: String, isKey: Bool) -> String {
        let scalars = text.unicodeScalars
        let isPrintable = !scalars.contains { $0 != "\t" && ($0.value < 0x20 || $0 == "\u{7F}") || $0 == "'" }
        if isPrintable, random.happens(percent: 40) {
            return isKey || random.happens(percent: 50) ? "'\(text)'" : "'''\(lineBreak())\(text)'''"
        }
        guard !isKey, random.happens(percent: 40) else {
            return "\"\(scalars.map { escaped($0, in: "\t") }.joined())\""
        }
        // White space after it would be skipped too.
        let canContinue = !scalars.contains { $0 == " " || $0 == "\t" || $0 == "\n" }
        let separator = canContinue && random.happens(percent: 30) ? "\\ \(lineBreak()) \t" : ""
        let body = scalars.map { escaped($0, in: "\n\t") }.joined(separator: separator)
        return "\"\"\"\(lineBreak())\(body)\"\"\""
    }

    /// - Parameter free: control characters that need no escape.
    private mutating func escaped(_ scalar: Unicode.Scalar, in free: String) -> String {
        let hex = String(scalar.value, radix: 16, uppercase: random.happens(percent: 50))
        let isFree =
            free.unicodeScalars.contains(scalar)
            || scalar.value >= 0x20 && !"\u{7F}\"\\".unicodeScalars.contains(scalar)
        if isFree, random.happens(percent: 85) { return String(scalar) }
        let short: [Unicode.Scalar: String] = ["\u{8}": "b", "\t": "t", "\n": "n", "\"": "\"", "\\": "\\"]
        if let letter = short[scalar], random.happens(percent: 70) { return "\\" + letter }
        let digits = scalar.value > 0xFFFF || random.happens(percent: 20) ? 8 : 4
        return (digits == 8 ? "\\U" : "\\u") + String(repeating: "0", count: digits - hex.count) + hex
    }

    // MARK: - White space

    private mutating func blank() -> String { ["", "", " ", "\t", "  "].randomElement(using: &random) ?? "" }

    private mutating func lineBreak() -> String { random.happens(percent: 70) ? "\n" : "\r\n" }

    /// Between the values of an array.
    private mutating func gap() -> String {
        random.happens(percent: 80)
            ? blank() : blank() + (random.happens(percent: 50) ? "# ]," : "") + lineBreak() + blank()
    }
}

extension Tree {
    fileprivate var isArrayOfTables: Bool {
        guard case .array(let elements) = self, !elements.isEmpty else { return false }
        return elements.allSatisfy { if case .table = $0 { true } else { false } }
    }
}
