import ClientProtocol

/// What a bar displays: decides which replies of a watch to print.
struct Display {
    /// The last printed text; nil before the first.
    private var shown: String?
    /// Whether a reply is shown, rather than the reason for its absence.
    private(set) var showsReply = false
    /// The bar's format.
    private let output: ViewRequest.Output

    /// The placeholder configured in the daemon.
    private let placeholder: () -> Placeholder

    init(_ output: ViewRequest.Output = .text, placeholder: @escaping () -> Placeholder = { .standard }) {
        self.output = output
        self.placeholder = placeholder
    }

    enum Step: Equatable {
        case print(String)
        case keep
        /// A temporary failure of the daemon.
        case retry(String)
        /// A permanent failure of the request.
        case end(String)
    }

    mutating func show(_ reply: Reply) -> Step {
        switch reply {
        case .ok(let lines):
            showsReply = true
            return change(to: lines.isEmpty ? "\n" : lines.text)
        case .error(.noData, let message):
            // The weather arrives on the same connection once it is fetched.
            return clear(.noWeather, message)
        case .error(.noLocation, let message):
            return clear(.noLocation, message)
        case .error(.busy, let message), .error(.internal, let message):
            return .retry(message)
        case .error(_, let message):
            return .end(message)
        }
    }

    /// The text that clears the bar and gives the reason, if the format allows it; otherwise an empty line.
    mutating func clear(_ state: Unavailable, _ message: String) -> Step {
        showsReply = false
        guard output.isBar else { return change(to: "\n") }
        let lines = output.unavailable(
            state, message: message, placeholder: state == .noDaemon ? .standard : placeholder(), isWatched: true)
        return change(to: lines.text)
    }

    private mutating func change(to text: String) -> Step {
        guard text != shown else { return .keep }
        shown = text
        return .print(text)
    }
}
