/// What `doctor` found of one thing, and what is to be done about it.
public struct Finding: Sendable, Hashable {
    /// The raw values are the words of the protocol.
    public enum State: String, Sendable, Hashable, CaseIterable {
        case ok
        /// Worth knowing. It mends itself, or does no harm.
        case note
        /// Somebody has to do something.
        case wrong
        /// It could not be looked at.
        case skipped
    }

    public var state: State
    /// What was looked at, in a word or two: `socket`.
    public var subject: String
    /// A plain sentence, without its period.
    public var found: String
    /// What to do, with the command where there is one; nil for nothing.
    public var advice: String?

    public init(_ state: State, _ subject: String, _ found: String, advice: String? = nil) {
        self.state = state
        self.subject = subject
        self.found = found
        self.advice = advice
    }

    /// The finding as a line of a reply, without its line end: `note place "Oslo, by the time zone" "set yours with …"`.
    public var line: String {
        Words.join([state.rawValue, subject, found] + (advice.map { [$0] } ?? []))
    }

    /// nil for a line that is no finding. Words that a later version may add are passed over.
    public init?(line: String) {
        guard let words = try? Words.split(line.utf8), words.count >= 3, let state = State(rawValue: words[0]) else {
            return nil
        }
        self.init(state, words[1], words[2], advice: words.count > 3 ? words[3] : nil)
    }

    /// All of them as one JSON object in one line.
    public static func json(_ findings: [Finding]) -> String {
        let objects = findings.map { finding in
            let advice = finding.advice.map { "\"\($0.escapedForJSON)\"" } ?? "null"
            return "{\"state\":\"\(finding.state.rawValue)\",\"subject\":\"\(finding.subject.escapedForJSON)\","
                + "\"found\":\"\(finding.found.escapedForJSON)\",\"advice\":\(advice)}"
        }
        let isWell = !findings.contains { $0.state == .wrong }
        return "{\"schema\":1,\"well\":\(isWell),\"findings\":[\(objects.joined(separator: ","))]}"
    }
}
