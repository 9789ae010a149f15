import HTTP
import Synchronization
public import Weather
import WorkerProtocol

/// The parameters of a request to one of Open-Meteo's services, from which names that a server does not know are left out.
struct OpenMeteoRequest: Sendable {
    /// A parameter with a list of names.
    struct List: Sendable {
        var parameter: String
        var names: [String]
    }

    private(set) var lists: [List]
    /// Parameters with one value each.
    private(set) var options: [(name: String, value: String)]
    /// The names that a report requires: a value, or any value of a list. All others are optional.
    private let required: Set<UnknownName>
    private(set) var leftOut: [UnknownName] = []
    /// Whether it requests the required names alone.
    private(set) var isReduced = false

    /// - Parameters:
    ///   - lists: those without names are not sent.
    ///   - required: names without a `value` stand for any value of that list, or for that option.
    init(_ lists: [List], _ options: [(name: String, value: String)], required: Set<UnknownName>) {
        self.lists = lists.filter { !$0.names.isEmpty }
        self.options = options
        self.required = required
    }

    func names(of parameter: String) -> [String] { lists.first { $0.parameter == parameter }?.names ?? [] }

    /// In the order of the query.
    var parameters: [(String, String)] {
        lists.map { ($0.parameter, $0.names.joined(separator: ",")) } + options.map { ($0.name, $0.value) }
    }

    /// Whether the report would be useless without the name.
    func requires(_ name: UnknownName) -> Bool {
        required.contains(name)
            || required.contains(UnknownName(parameter: name.parameter))
                && (name.value == nil || names(of: name.parameter) == [name.text])
    }

    /// Without effect on a required name, and on one that the request does not have.
    mutating func leaveOut(_ name: UnknownName) {
        guard has(name), !requires(name) else { return }
        if let value = name.value, let index = lists.firstIndex(where: { $0.parameter == name.parameter }) {
            lists[index].names.removeAll { $0 == value }
        } else {
            lists.removeAll { $0.parameter == name.parameter }
            options.removeAll { $0.name == name.parameter }
        }
        lists.removeAll(where: \.names.isEmpty)
        leftOut.append(name)
    }

    /// Leaves out the list that has most of the rejected names, as a server without it would reject each; without effect on a
    /// list with a required name.
    mutating func leaveOutMostRejectedList() {
        let rejected = Dictionary(grouping: leftOut, by: \.parameter)
        guard let (parameter, names) = rejected.max(by: { $0.value.count < $1.value.count }),
            names.count > leftOut.count / 2, !required.contains(where: { $0.parameter == parameter })
        else { return }
        leaveOut(UnknownName(parameter: parameter))
    }

    private func has(_ name: UnknownName) -> Bool {
        guard let value = name.value else {
            return lists.contains { $0.parameter == name.parameter } || options.contains { $0.name == name.parameter }
        }
        return names(of: name.parameter).contains(value)
    }

    /// The same request for the required names alone, for a server that rejects more names than can be tried.
    var core: OpenMeteoRequest {
        var core = self
        core.isReduced = true
        let values = Dictionary(grouping: required.filter { $0.value != nil }, by: \.parameter)
        core.lists = lists.compactMap { list in
            if let values = values[list.parameter] {
                return List(parameter: list.parameter, names: values.map(\.text).filter(list.names.contains).sorted())
            }
            return required.contains(UnknownName(parameter: list.parameter)) ? list : nil
        }
        return core
    }
}

extension OpenMeteoRequest {
    /// The names in the request that a reason rejects, which are to be left out together; empty when it names none.
    ///
    /// The service rejects one name per answer: `Data corrupted at path ''. Cannot initialize ForecastVariableDaily from
    /// invalid String value temperature_2m.` Other servers may quote it, or name a parameter.
    func names(rejectedIn reason: String) -> [UnknownName] {
        let words = RejectionWord.withoutOffers(RejectionWord.words(of: reason))
        let stated = words.firstIndex { $0.text == "value" }.flatMap { index in
            words[..<index].last?.text == "String" ? words[(index + 1)...].first : nil
        }
        for word in stated.map({ [$0] }) ?? words.filter(\.isName) {
            let found = lists.filter { $0.names.contains(word.text) }.map(\.parameter)
            if !found.isEmpty {
                return likely(found, words).map { UnknownName(parameter: $0, value: word.text) }
            }
            if stated != nil, let option = options.first(where: { $0.value == word.text }) {
                return [UnknownName(parameter: option.name)]
            }
        }
        // A value that was not requested: the path names its list, but the list is not at fault.
        guard stated == nil else { return [] }
        let parameters = lists.map(\.parameter) + options.map(\.name)
        return words.first { $0.isName && parameters.contains($0.text) }.map { [UnknownName(parameter: $0.text)] } ?? []
    }

    /// The lists in which the server rejected the name. The service has one type for hourly, current and quarter-hourly values,
    /// so the name is unknown in all of them; days have another type.
    private func likely(_ parameters: [String], _ words: [RejectionWord]) -> [String] {
        let named = parameters.filter { parameter in words.contains { $0.isName && $0.text == parameter } }
        if !named.isEmpty { return named }
        let isDaily = words.contains { $0.text.contains("Daily") }
        let days = parameters.filter { $0 == "daily" }
        if isDaily, !days.isEmpty { return days }
        let others = parameters.filter { $0 != "daily" }
        // The least valuable list first: the quarter hours may be the reason alone.
        if others.count > 1, others.contains("minutely_15") { return ["minutely_15"] }
        return others.isEmpty ? days : others
    }
}

/// A word of a reason.
private struct RejectionWord {
    var text: String
    /// Whether it is a name rather than a word: quoted, an identifier, after a word such as "parameter" or "unknown", or before
    /// "is not", "is unknown" and the like.
    var isName: Bool
    /// Whether a colon follows.
    var endsWithColon = false

    private var lowercased: String { text.lowercased() }

    static func words(of reason: String) -> [RejectionWord] {
        var words: [RejectionWord] = []
        var word = ""
        var before: Unicode.Scalar = " "
        var isQuoted = false
        for character in reason.unicodeScalars + [" "] {
            if character.properties.isAlphabetic || isPart(character) {
                if word.isEmpty { isQuoted = quotes.contains(before) }
                word.unicodeScalars.append(character)
            } else if !word.isEmpty {
                let isIdentifier = word.unicodeScalars.contains { $0 != "-" && isPart($0) }
                let isIntroduced = words.last.map { introductions.contains($0.text.lowercased()) } ?? false
                words.append(
                    RejectionWord(
                        text: word, isName: isQuoted || isIdentifier || isIntroduced, endsWithColon: character == ":"))
                word = ""
            }
            before = character
        }
        for index in words.indices.dropFirst(2) {
            let (verb, rest) = (words[index - 1].lowercased, words[index].lowercased)
            if verb == "is", denials.contains(rest) { words[index - 2].isName = true }
        }
        return words
    }

    /// Without what a server offers instead of the rejected name: "Available variables: …", "must be one of …".
    static func withoutOffers(_ words: [RejectionWord]) -> [RejectionWord] {
        var isOffer = false
        return words.indices.filter { index in
            if ends.contains(words[index].lowercased) {
                isOffer = false
            } else if beginsOffer(index, words) {
                isOffer = true
            }
            return !isOffer
        }.map { words[$0] }
    }

    private static func beginsOffer(_ index: Int, _ words: [RejectionWord]) -> Bool {
        let word = words[index].lowercased
        let before = words[..<index].suffix(2).map(\.lowercased)
        if word == "expected" || before.last.map({ phrases.contains([$0, word]) }) == true { return true }
        return offers.contains(word) && !before.contains("not")
            && words[index...].prefix(3).contains(where: \.endsWithColon)
    }

    private static let offers: Set<String> = [
        "available", "allowed", "supported", "possible", "accepted", "permitted", "valid", "known", "options",
        "choices",
    ]
    private static let phrases: Set<[String]> = [
        ["one", "of"], ["should", "be"], ["must", "be"], ["choose", "from"],
    ]
    private static let ends: Set<String> = [
        "got", "given", "received", "found", "but", "unknown", "invalid", "rejected",
    ]
    private static let denials: Set<String> = ["not", "unknown", "invalid", "unsupported", "unavailable", "no"]

    /// Digits and signs that are part of a name.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || scalar == "_" || scalar == "-"
    }

    private static let quotes: Set<Unicode.Scalar> = ["'", "\"", "`", "\u{2018}", "\u{201C}"]
    private static let introductions: Set<String> = [
        "parameter", "variable", "model", "value", "unknown", "invalid", "unsupported", "unrecognized", "got", "given",
        "received",
    ]
}

/// The names in requests that an Open-Meteo server does not know, shared by the requests of a job.
public final class OpenMeteoUnknownNames: Sendable {
    private struct State {
        var names: [UnknownName]
        var repeats = 0
    }

    private let state: Mutex<State>
    private let notice: @Sendable (ProviderNotice) -> Void

    /// - Parameters:
    ///   - known: from earlier jobs.
    ///   - notice: receives each further one.
    public init(_ known: [UnknownName] = [], notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }) {
        state = Mutex(State(names: known))
        self.notice = notice
    }

    var all: [UnknownName] { state.withLock { $0.names } }

    func insert(_ name: UnknownName, at host: String) {
        let isNew = state.withLock { state in
            if state.names.contains(name) { return false }
            state.names.append(name)
            return true
        }
        if isNew { notice(.unknown(name, host: host)) }
    }

    /// Counts a repeated request.
    ///
    /// - Returns: how many more the job may send; nil when this one is not allowed.
    func repeats() -> Int? {
        state.withLock { state in
            guard state.repeats < ProviderFacts.openMeteoRepeats else { return nil }
            state.repeats += 1
            return ProviderFacts.openMeteoRepeats - state.repeats
        }
    }
}

extension OpenMeteoRequest {
    /// What the reports lack; a variable in several lists is listed once.
    func missing(at host: String) -> [ReportGap] {
        var texts: Set<String> = []
        let unknown = leftOut.filter { texts.insert($0.text).inserted }.map { ReportGap.unknown($0, host: host) }
        guard isReduced else { return unknown }
        let reason = "it rejects too many variables"
        return unknown + [.failed(part: "other variables", .refused(host: host, status: 400, reason: reason))]
    }
}

extension HTTPAnswer {
    /// Why the service rejects the request itself; nil for any other answer.
    /// Other servers with the same interface may have another status, or another form of the answer.
    func openMeteoRejection(from host: String) -> String? {
        let isSuccess = (200..<300).contains(status)
        guard isSuccess || [400, 404, 422].contains(status), body.count < Self.longestRejection else { return nil }
        let json = try? JSONValue(self, from: host)
        if isSuccess, json?["error"].bool != true { return nil }
        let texts = [json?["reason"], json?["detail"], json?["detail"][0]["msg"], json?["message"], json?["error"]]
        let text = texts.lazy.compactMap { $0?.text }.first
        let plain = json == nil && body.first != UInt8(ascii: "<") ? String(decoding: body, as: UTF8.self) : nil
        // The names of the service's types are long, and the rejected name is at the end.
        return (text ?? plain)?.oneLine(upTo: 2000)
    }

    /// Bytes; a report is longer.
    private static let longestRejection = 8192
}
