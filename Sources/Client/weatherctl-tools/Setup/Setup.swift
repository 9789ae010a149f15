import Client
import ClientProtocol
import Glibc

/// Sets weatherd up for the user, step by step, and reports each step as a line like those of `doctor`.
struct Setup {
    /// A signal, such as SIGINT from Control-C, interrupted a question.
    struct Interruption: Error {
        var signal: Int32
    }

    /// The daemon's socket.
    let path: String
    /// nil without a terminal, or if every question is answered already.
    let questions: Questions?
    /// Whether the answer to every question is yes.
    let isConfirmed: Bool
    /// The number of things that the user still has to do.
    private(set) var left = 0
    private let report = DoctorReport(look: .current)

    init(path: String, questions: Questions?, isConfirmed: Bool) {
        (self.path, self.questions, self.isConfirmed) = (path, questions, isConfirmed)
    }

    mutating func run() throws(Interruption) -> ExitStatus {
        if setUpService() {
            try setUpPlace()
            setUpWeather()
            try setUpUnits()
        }
        let hasChangedBars = try setUpBars()
        if left == 0 {
            say(hasChangedBars ? "All set up. To revert: weatherctl setup --undo" : "All set up.")
        } else {
            say(left == 1 ? "1 thing is left to do." : "\(left) things are left to do.")
        }
        return left == 0 ? .done : .refused
    }

    mutating func undo() -> ExitStatus {
        var ledger: SetupLedger
        do throws(SetupLedger.Failure) {
            ledger = try SetupLedger()
        } catch {
            show(.wrong, "setup", error.sentence())
            return .refused
        }
        guard !ledger.record.isEmpty else {
            say("Nothing to undo: setup has changed nothing here.")
            return .done
        }
        undoBars(&ledger)
        undoService(&ledger)
        do throws(SetupLedger.Failure) {
            try ledger.save()
        } catch {
            show(.wrong, "setup", error.sentence())
        }
        return left == 0 ? .done : .refused
    }

    // MARK: - Output

    /// The width of the subjects: `i3blocks`.
    private static let subjectWidth = 8

    mutating func show(_ state: Diagnostic.State, _ subject: String, _ found: String, advice: String? = nil) {
        if state == .wrong { left += 1 }
        let finding = Diagnostic(state, subject, found, advice: advice)
        _ = StandardOutput.show(report.lines(of: finding, subjectWidth: Self.subjectWidth))
    }

    mutating func leave(_ subject: String, _ found: String, advice: String) {
        left += 1
        show(.note, subject, found, advice: advice)
    }

    func say(_ sentence: String) {
        _ = StandardOutput.show(sentence.fitted(to: STDOUT_FILENO).split(separator: "\n").map(String.init))
    }

    /// Lines to copy, which are not wrapped.
    func show(lines: [String]) {
        _ = StandardOutput.show([""] + lines + [""])
    }

    // MARK: - Questions

    /// Whether the user agrees; false without a terminal.
    func consent(_ question: String) throws(Interruption) -> Bool {
        if isConfirmed { return true }
        switch questions?.consent(question) {
        case .value(let isAgreed)?: return isAgreed
        case .signal(let number)?: throw Interruption(signal: number)
        case nil: return false
        }
    }

    // MARK: - The daemon

    /// The lines of a reply, or why there are none.
    func ask(_ words: [String], milliseconds: Int = 2_000) -> Reply {
        do throws(ConnectionFailure) {
            return try Query(
                line: QuotedWords.join(words) + "\n", path: path, output: .text, milliseconds: milliseconds
            ).reply()
        } catch {
            return .error(.internal, error.sentence)
        }
    }

    var status: StatusReply? {
        if case .ok(let lines) = ask(["status"]) { StatusReply(lines) } else { nil }
    }

    /// Watches a request until a reply is as expected, for a limited time.
    func awaitReply(to words: [String], milliseconds: Int, where isExpected: (Reply) -> Bool) -> Bool {
        let deadline = MonotonicDeadline(milliseconds: milliseconds)
        do throws(ConnectionFailure) {
            let connection = try DaemonConnection.open(path, by: deadline)
            try connection.send(QuotedWords.join(["watch"] + words) + "\n", by: deadline)
            while deadline.millisecondsLeft > 0 {
                if isExpected(try connection.reply(by: deadline)) { return true }
            }
        } catch {
            return false
        }
        return false
    }
}
