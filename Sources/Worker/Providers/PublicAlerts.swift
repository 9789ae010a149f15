import Formats
public import HTTP
import Synchronization
public import Weather
public import WorkerProtocol

/// The warnings of the world's authorities, from KDE's
/// [FOSS Public Alert Server](https://invent.kde.org/webapps/foss-public-alert-server) or another of its kind: the identifiers
/// of those near a place, and a CAP file for each.
public struct PublicAlerts: ReportProvider {
    public static let identity = ProviderFacts.publicAlerts.identity

    public var identity: Provider { Self.identity }

    private let baseURL: String
    private let locale: String
    private let country: @Sendable (Coordinate) -> String?
    private let regions: @Sendable () -> RegionTable
    private let isAshore: @Sendable (Coordinate) -> Bool
    private let memory: PublicAlertsMemory
    private let exchange: HTTPExchange
    private let notice: @Sendable (ProviderNotice) -> Void
    private let patience: Duration
    private let budget: XMLBudget

    /// The most CAP files of a report. Places with more have many small ones, such as river gauges.
    static let mostFiles = 20
    /// The most files at a time.
    private static let concurrency = 4
    /// Bytes; several times the largest known file.
    private static let fileLimit = 6 << 20

    /// - Parameters:
    ///   - baseURL: `https://alerts.kde.org`, or another host with the same API.
    ///   - locale: the user's language.
    ///   - country: the country of a position (ISO 3166-1 alpha-2); nil when unknown, as at sea.
    ///   - regions: what the codes of regions mean.
    ///   - isAshore: whether a position is on land.
    ///   - memory: the state from earlier requests.
    ///   - patience: no more files are requested after this time.
    ///   - budget: for the files of a report.
    ///   - notice: receives notices for the log.
    public init(
        baseURL: String, locale: String, country: @escaping @Sendable (Coordinate) -> String?,
        regions: @escaping @Sendable () -> RegionTable,
        isAshore: @escaping @Sendable (Coordinate) -> Bool = { _ in false }, memory: PublicAlertsMemory,
        exchange: @escaping HTTPExchange, patience: Duration = .seconds(15), budget: XMLBudget = XMLBudget(),
        notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }
    ) {
        self.baseURL = baseURL.asBaseURL
        self.locale = locale
        self.country = country
        self.regions = regions
        self.isAshore = isAshore
        self.memory = memory
        self.exchange = exchange
        self.patience = patience
        self.budget = budget
        self.notice = notice
    }

    private var host: String { HTTPQuery(url: baseURL).host }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: AlertReport?
    ) async throws(FetchFailure) -> AlertReport {
        try await checkCoverage(of: coordinate, at: now)
        let (identifiers, unusable) = try await identifiers(near: coordinate, at: now)
        if let previous, previous.provider.id == identity.id, previous.coordinate == coordinate,
            memory.hasFiles(identifiers, of: previous, at: now)
        {
            return previous.confirmed(at: now, httpFreshness: nil)
        }
        let regions = RegionsOfPlace(coordinate, in: regions(), isAshore: isAshore(coordinate))
        let files = try await files(identifiers, near: coordinate, in: regions, at: now)
        // The server replaces the geocodes that it knows by polygons.
        let selection = CAPSelection(
            of: files.messages, now: now, locale: locale, regions: regions)
        var report = AlertReport(coordinate: coordinate, provider: identity, fetchedAt: now)
        try report.take(
            selection, unread: files.unread + unusable, from: host, attribution: "via FOSS Public Alert Server")
        report.missing = files.gaps
        // A failed request is worth a retry; a file that cannot be read would be the same.
        if files.isFetched { memory.keep(files.identifiers, for: coordinate, at: now) }
        return report
    }

    /// For a box, the server does not distinguish no warnings from no sources, so the country's sources are requested
    /// once a day.
    private func checkCoverage(of coordinate: Coordinate, at now: UnixTime) async throws(FetchFailure) {
        guard !memory.isCovered(coordinate, at: now), let country = country(coordinate) else { return }
        let answer = try await answer("/sources/area_status?country_codes=\(country.lowercased())", at: now)
        guard case .array(let sources) = try JSONValue(answer, from: host)["results"] else {
            throw .malformed(host: host, reason: "the response contains no list of sources")
        }
        guard sources.contains(where: { $0["cap_alert_feed_status"].text == "operating" }) else {
            throw .notCovered(host: host, reason: nil)
        }
        memory.cover(coordinate, at: now)
    }

    /// The identifiers, and how many others are unusable.
    private func identifiers(
        near coordinate: Coordinate, at now: UnixTime
    ) async throws(FetchFailure) -> ([String], unusable: Int) {
        let (south, west) = coordinate.queryDegrees(offset: -0.001)
        let (north, east) = coordinate.queryDegrees(offset: 0.001)
        let answer = try await answer(
            "/alert/area?min_lat=\(south)&max_lat=\(north)&min_lon=\(west)&max_lon=\(east)", at: now)
        guard case .array(let words) = try JSONValue(answer, from: host) else {
            throw .malformed(host: host, reason: "the response contains no list of warnings")
        }
        let identifiers = words.compactMap(\.text).filter(\.isAlertIdentifier)
        return (Set(identifiers).sorted(), words.count - identifiers.count)
    }

    /// - Throws: when there are files, but none can be read, or they take too much processor time.
    private func files(
        _ identifiers: [String], near coordinate: Coordinate, in regions: RegionsOfPlace, at now: UnixTime
    ) async throws(FetchFailure) -> PublicAlertFiles {
        let start = ContinuousClock.now
        var files = PublicAlertFiles(regions: regions, identifiers: identifiers)
        var budget = budget
        try await read(&files, within: &budget, since: start, at: now)
        if !files.gone.isEmpty, files.word == nil {
            // They may have been replaced since they were listed.
            if let listed = try? await self.identifiers(near: coordinate, at: now).0 { files.identifiers = listed }
            try await read(&files, within: &budget, since: start, at: now)
            files.gone.formIntersection(files.identifiers)
        }
        let missing = files.identifiers.count { !files.asked.contains($0) }
        files.unread += missing + files.gone.count
        if !files.gone.isEmpty, files.failure == nil {
            files.failure = .malformed(host: host, reason: "a warning that it lists does not exist")
        }
        if missing > 0, files.failure == nil {
            files.failure = .malformed(host: host, reason: "it has \(files.identifiers.count) warnings here")
        }
        guard let failure = files.failure else { return files }
        if files.messages.isEmpty {
            if let word = files.word { throw word }
            guard case .malformed(_, let reason) = failure else { throw failure }
            throw .unreadableWarnings(host: host, count: files.unread, reason: reason)
        }
        notice(.incomplete(part: files.part, files.word ?? failure))
        return files
    }

    private func read(
        _ files: inout PublicAlertFiles, within budget: inout XMLBudget, since start: ContinuousClock.Instant,
        at now: UnixTime
    ) async throws(FetchFailure) {
        let asked = files.asked
        var rest = files.identifiers.filter { !asked.contains($0) }.prefix(Self.mostFiles - asked.count)
        while !rest.isEmpty, files.word == nil, start.duration(to: .now) < patience {
            let batch = rest.prefix(Self.concurrency)
            rest = rest.dropFirst(batch.count)
            let results = await withTaskGroup { group in
                for identifier in batch { group.addTask { (identifier, await file(identifier, at: now)) } }
                var results: [(String, Result<[UInt8]?, FetchFailure>)] = []
                for await result in group { results.append(result) }
                return results
            }
            files.asked.formUnion(batch)
            for (identifier, result) in results { try take(result, of: identifier, into: &files, within: &budget) }
        }
        if !rest.isEmpty { files.isFetched = false }
    }

    private func take(
        _ result: Result<[UInt8]?, FetchFailure>, of identifier: String, into files: inout PublicAlertFiles,
        within budget: inout XMLBudget
    ) throws(FetchFailure) {
        switch result {
        case .success(nil): files.gone.insert(identifier)
        case .success(let file?):
            do throws(XMLFailure) {
                let message = try CAPMessage(xml: file, within: &budget)
                // Only the warnings of the place are kept in memory with their outlines.
                files.messages.append(message.reduced(to: files.regions))
                if let damage = message.damage {
                    notice(.repaired(part: "a warning", host: host, reason: damage.reason))
                }
            } catch .tooSlow {
                throw .tooComplex(host: host, reason: "a warning is too complex")
            } catch {
                files.unread += 1
                files.failure = .malformed(host: host, reason: error.reason)
            }
        case .failure(let failure):
            files.unread += 1
            files.failure = failure
            if failure.isWordOfService { files.word = failure }
            files.isFetched = false
        }
    }

    /// nil when there is no such file.
    private func file(_ identifier: String, at now: UnixTime) async -> Result<[UInt8]?, FetchFailure> {
        do throws(FetchFailure) {
            // It redirects to a file, which an update replaces.
            let answer = try await exchange(
                HTTPQuery(url: "\(baseURL)/alert/\(identifier)", answerLimit: Self.fileLimit))
            if answer.status == 404 { return .success(nil) }
            if let failure = answer.failure(from: host, at: now, reason: nil) { return .failure(failure) }
            return .success(answer.body)
        } catch {
            return .failure(error)
        }
    }

    private func answer(_ path: String, at now: UnixTime) async throws(FetchFailure) -> HTTPAnswer {
        let answer = try await exchange(HTTPQuery(url: baseURL + path))
        if let failure = answer.failure(from: host, at: now, reason: nil) { throw failure }
        return answer
    }
}

extension String {
    /// Whether it is a UUID; nothing else may become a part of a URL.
    fileprivate var isAlertIdentifier: Bool {
        utf8.count == 36
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
                case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "-"): true
                default: false
                }
            }
    }
}

/// What earlier requests have shown about places: whether the server has sources for them, and which warnings were read.
public final class PublicAlertsMemory: Sendable {
    private struct State {
        /// When the server had sources for the country.
        var coveredAt = UnixTime.distantPast
        /// When the files were read.
        var readAt = UnixTime.distantPast
        /// A checksum of their identifiers.
        var files = 0
    }

    private let states = Mutex<[Coordinate: State]>([:])

    private static let coverageLifetime = 86_400
    /// A file may be replaced under the same identifier, so it is read again after this time, s.
    private static let fileLifetime = 3000

    public init() {}

    func isCovered(_ coordinate: Coordinate, at now: UnixTime) -> Bool {
        let age = self[coordinate].map { now.seconds(since: $0.coveredAt) } ?? -1
        return (0..<Self.coverageLifetime).contains(age)
    }

    func cover(_ coordinate: Coordinate, at now: UnixTime) {
        states.withLock { $0[coordinate.rounded, default: State()].coveredAt = now }
    }

    /// Whether the report contains exactly these warnings' files, and they were read recently.
    func hasFiles(_ identifiers: [String], of report: AlertReport, at now: UnixTime) -> Bool {
        guard let state = self[report.coordinate], state.files == Self.checksum(identifiers),
            state.readAt <= report.fetchedAt
        else { return false }
        return (0..<Self.fileLifetime).contains(now.seconds(since: state.readAt))
    }

    func keep(_ identifiers: [String], for coordinate: Coordinate, at now: UnixTime) {
        states.withLock { states in
            states[coordinate.rounded, default: State()].readAt = now
            states[coordinate.rounded]?.files = Self.checksum(identifiers)
        }
    }

    private subscript(coordinate: Coordinate) -> State? { states.withLock { $0[coordinate.rounded] } }

    private static func checksum(_ identifiers: [String]) -> Int {
        var checksum = Checksum()
        checksum.add(Array(identifiers.joined(separator: "\n").utf8)[...])
        return Int(truncatingIfNeeded: checksum.value)
    }
}

// Persists the memory for a process that lives for only one fetch.
extension PublicAlertsMemory {
    /// The state of a place, for `remember`; empty for none.
    public func hint(for coordinate: Coordinate) -> [UInt8] {
        guard let state = self[coordinate] else { return [] }
        return Array("\(state.coveredAt.seconds) \(state.readAt.seconds) \(state.files)".utf8)
    }

    /// Restores what `hint` returned earlier.
    public func remember(_ hint: [UInt8], for coordinate: Coordinate) {
        let numbers = hint.split(separator: UInt8(ascii: " ")).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == 3 else { return }
        states.withLock {
            $0[coordinate.rounded] = State(
                coveredAt: UnixTime(numbers[0]), readAt: UnixTime(numbers[1]), files: numbers[2])
        }
    }
}

/// The CAP files of a place.
struct PublicAlertFiles {
    let regions: RegionsOfPlace
    /// All listed files.
    var identifiers: [String]
    /// Those already requested.
    var asked: Set<String> = []
    /// Listed, but missing on the server.
    var gone: Set<String> = []
    var messages: [CAPMessage] = []
    /// Number of files that are not among the messages.
    var unread = 0
    /// Why one of them is unread.
    var failure: FetchFailure?
    /// Whether the server has sent all of them.
    var isFetched = true
    /// A failure that concerns all requests to the server, such as a rate limit.
    var word: FetchFailure?

    var part: String { unread == 1 ? "a warning" : "\(unread) warnings" }

    /// The files that a further request may deliver.
    var gaps: [ReportGap] {
        guard !isFetched, let failure = word ?? failure else { return [] }
        return [.failed(part: part, failure)]
    }
}

// Why a CAP file could not be read, or was repaired.

extension XMLFailure {
    /// Completes a sentence.
    var reason: String {
        switch self {
        case .damaged: "a warning is not a CAP file"
        case .hasDoctype: "a warning has a document type declaration, which CAP does not allow"
        case .encoding: "a warning has an encoding other than UTF-8, UTF-16, ISO-8859-1 and US-ASCII"
        case .tooDeep: "a warning is nested too deeply"
        case .tooManyElements, .tooLarge: "a warning is too large"
        case .tooSlow: "a warning is too complex"
        }
    }
}

extension XMLDamage {
    /// Completes a sentence.
    var reason: String {
        switch self {
        case .character(let line): "line \(line) has a character that XML does not allow"
        case .unescaped(let line): "line \(line) has an unescaped & or <"
        case .encoding(let line): "line \(line) has bytes that are not UTF-8"
        case .trailing: "it has text after its end"
        }
    }
}
