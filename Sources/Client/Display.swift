import Wire

/// What is in the bar: decides what of a watch's replies is to be printed.
struct Display {
    /// What was printed last; nil when nothing was yet.
    private var shown: String?
    /// What the reader understands.
    private let output: Reading.Output

    /// What the daemon has in its configuration for a bar without weather.
    private let placeholder: () -> Placeholder

    init(_ output: Reading.Output = .text, placeholder: @escaping () -> Placeholder = { .standard }) {
        self.output = output
        self.placeholder = placeholder
    }

    enum Step: Equatable {
        case print(String)
        /// Nothing has changed.
        case keep
        /// The daemon has trouble of its own and may get over it.
        case retry(String)
        /// There will never be another reply to this request.
        case end(String)
    }

    mutating func show(_ reply: Reply) -> Step {
        switch reply {
        case .ok(let lines):
            return change(to: lines.isEmpty ? "\n" : lines.text)
        case .error(.noData, let message):
            // The weather comes on the same connection as soon as there is any.
            return clear(.noWeather, message)
        case .error(.noLocation, let message):
            return clear(.noLocation, message)
        case .error(.busy, let message), .error(.internal, let message):
            return .retry(message)
        case .error(_, let message):
            return .end(message)
        }
    }

    /// What clears the bar and tells why, where it can; elsewhere an empty line.
    mutating func clear(_ state: Unavailable, _ message: String) -> Step {
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
