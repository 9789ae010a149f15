import Client
import ClientProtocol
import Formats
import Glibc

/// Formats diagnostics: one line each, with advice below.
struct DoctorReport {
    /// The capabilities of the output.
    struct Look: Equatable {
        var hasColors = false
        /// Whether characters beyond ASCII are supported.
        var isUnicode = false
        /// The line width; nil for unlimited.
        var columns: Int?

        /// The capabilities of standard output; a pipe gets ASCII.
        static var current: Look {
            guard let terminal = Terminal.current else { return Look() }
            let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
            let charset = locale.lowercased()
            return Look(
                hasColors: terminal.colors != .none, isUnicode: charset.hasSuffix("utf-8") || charset.hasSuffix("utf8"),
                columns: terminal.columns)
        }
    }

    var look: Look

    func lines(of findings: [Diagnostic]) -> [String] {
        let width = findings.map(\.subject.count).max() ?? 0
        let lines = findings.flatMap { finding -> [String] in
            let subject = finding.subject + String(repeating: " ", count: width - finding.subject.count)
            let indentation = markWidth + width + 4
            let found = fitted(
                finding.found.withControlsReplaced, after: "\(mark(finding.state))  \(subject)  ", of: indentation)
            guard let advice = finding.advice else { return found }
            let arrow = look.isUnicode ? "→ " : "-> "
            let beginning = String(repeating: " ", count: indentation) + arrow
            return found + fitted(advice.withControlsReplaced, after: beginning, of: indentation + arrow.count)
        }
        return lines + fitted(summary(findings), after: "", of: 0)
    }

    /// Narrower columns are not wrapped.
    private static let leastRoom = 16

    /// Wraps a sentence between words. Words longer than a line, such as paths, are left to the terminal.
    ///
    /// - Parameters:
    ///   - beginning: the beginning of the first line.
    ///   - width: the width of the beginning, columns, by which the other lines are indented.
    private func fitted(_ sentence: String, after beginning: String, of width: Int) -> [String] {
        guard let columns = look.columns, columns - width >= Self.leastRoom else { return [beginning + sentence] }
        var lines: [String] = []
        for word in sentence.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= columns - width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        let indentation = String(repeating: " ", count: width)
        return lines.enumerated().map { ($0 == 0 ? beginning : indentation) + $1 }
    }

    private func summary(_ findings: [Diagnostic]) -> String {
        switch findings.filter({ $0.state == .wrong }).count {
        case 0 where findings.contains { $0.state == .note && $0.advice != nil }:
            "No problems found; suggestions are optional."
        case 0: "No problems found."
        case 1: "1 problem found."
        case let count: "\(count) problems found."
        }
    }

    private var markWidth: Int { look.isUnicode ? 1 : 2 }

    private func mark(_ state: Diagnostic.State) -> String {
        let (sign, plain, color) =
            switch state {
            case .ok: ("✓", "ok", 32)
            case .note: ("!", "! ", 33)
            case .wrong: ("✗", "x ", 31)
            case .skipped: ("–", "- ", 2)
            }
        let mark = look.isUnicode ? sign : plain
        return look.hasColors ? "\u{1B}[\(color)m\(mark)\u{1B}[0m" : mark
    }
}
