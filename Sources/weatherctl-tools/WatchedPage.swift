import Client
import Wire

/// What a terminal shows of a page that is watched: the lines of the last reply that fit, or why there is none.
struct WatchedPage {
    /// The request, fitted to the terminal.
    private(set) var words: [String]
    private var reply: [String] = []
    /// Why the reply is not newer, or why there is none; nil when all is well.
    private var trouble: String?
    private var columns = 80
    private var height = 24
    /// The options that are set to the terminal's size.
    private let fitted: [Command.Option]

    /// - Parameter typed: the words that the user typed. A width or height in them stays as it is.
    init(words: [String], typed: [String] = []) {
        self.words = words
        let sizes: [Command.Option] = [.width, .height]
        fitted = sizes.filter { Invocation.value(of: $0, in: typed) == nil }
    }

    /// What becomes of the connection.
    enum Step: Equatable {
        case stay
        /// The daemon may get over its trouble.
        case reconnect
        /// There will never be another reply to this request.
        case end(String)
    }

    /// Takes the terminal's size, and puts it into the request where weatherctl added a width or height.
    mutating func resize(columns: Int, lines: Int) {
        self.columns = max(1, columns)
        height = max(1, lines)
        set(.width, to: min(self.columns, Request.widthLimit))
        set(.height, to: min(height, Request.heightLimit))
    }

    private mutating func set(_ option: Command.Option, to value: Int) {
        guard fitted.contains(option), let index = words.lastIndex(of: option.rawValue), index + 1 < words.count
        else { return }
        words[index + 1] = String(value)
    }

    mutating func take(_ reply: Reply) -> Step {
        switch reply {
        case .ok(let lines):
            (self.reply, trouble) = (lines, nil)
            return .stay
        case .error(.noData, let message), .error(.noLocation, let message):
            // The weather comes on the same connection as soon as there is any.
            (self.reply, trouble) = ([], message)
            return .stay
        case .error(.busy, let message), .error(.internal, let message):
            trouble = message
            return .reconnect
        case .error(_, let message):
            return .end(message)
        }
    }

    /// Takes all replies that have arrived, up to the first after which the connection is closed.
    ///
    /// - Parameter backoff: reset only by a reply that keeps the connection, so that a busy daemon is not asked too often.
    mutating func takeAll(
        _ backoff: inout Backoff, _ next: () throws(ConnectionFailure) -> Reply?
    ) throws(ConnectionFailure) -> Step {
        while let reply = try next() {
            let step = take(reply)
            guard step == .stay else { return step }
            backoff.reset()
        }
        return .stay
    }

    /// The connection has failed; what was shown stays.
    mutating func fail(_ sentence: String) {
        trouble = sentence
    }

    /// No more lines than the terminal has. The last one says what is wrong, in one line: a wrapped one would scroll the page.
    var lines: [String] {
        let notes = trouble.map { ["weatherctl: \($0)".cut(to: columns)] } ?? []
        return Array(reply.prefix(height - notes.count)) + notes
    }
}

extension String {
    /// The beginning of the text that fits into that many columns. Every character that may be two columns wide counts as
    /// two; the first of those is U+1100.
    fileprivate func cut(to columns: Int) -> String {
        var width = 0
        let beginning = unicodeScalars.prefix { scalar in
            width += scalar.value < 0x1100 ? 1 : 2
            return width <= columns
        }
        return String(beginning)
    }
}
