import Formats

/// The result of one check of `doctor`, with advice.
public struct Diagnostic: Sendable, Hashable {
    /// The raw values are the words of the protocol.
    public enum State: String, Sendable, Hashable, CaseIterable {
        case ok
        /// Worth knowing: harmless, or recovers without user action.
        case note
        /// A problem that the user must solve.
        case wrong
        /// The check was not possible.
        case skipped
    }

    /// The subject of what both `weatherctl doctor` and the daemon find of the clock.
    public static let clock = "clock"

    public var state: State
    /// What was checked, in a word or two: `socket`.
    public var subject: String
    /// The result, a sentence without a period.
    public var found: String
    /// What to do, with a command if there is one; nil for nothing.
    public var advice: String?

    public init(_ state: State, _ subject: String, _ found: String, advice: String? = nil) {
        self.state = state
        self.subject = subject
        self.found = found
        self.advice = advice
    }

    /// The diagnostic as a line of a reply, without its line end: `note place "Oslo, by the time zone" "set yours with
    /// …"`.
    public var line: String {
        QuotedWords.join([state.rawValue, subject, found] + (advice.map { [$0] } ?? []))
    }

    /// nil if the line is invalid. Ignores words that later versions may add.
    public init?(line: String) {
        guard let words = try? QuotedWords.split(line.utf8), words.count >= 3, let state = State(rawValue: words[0])
        else {
            return nil
        }
        self.init(state, words[1], words[2], advice: words.count > 3 ? words[3] : nil)
    }

    /// All diagnostics as a JSON object on one line.
    public static func json(_ findings: [Diagnostic]) -> String {
        let objects = findings.map { finding in
            let advice = finding.advice.map { "\"\($0.escapedForJSON)\"" } ?? "null"
            return "{\"state\":\"\(finding.state.rawValue)\",\"subject\":\"\(finding.subject.escapedForJSON)\","
                + "\"found\":\"\(finding.found.escapedForJSON)\",\"advice\":\(advice)}"
        }
        let isWell = !findings.contains { $0.state == .wrong }
        return "{\"schema\":1,\"well\":\(isWell),\"findings\":[\(objects.joined(separator: ","))]}"
    }
}
