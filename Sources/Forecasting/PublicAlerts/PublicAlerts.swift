public import CAP
import Endpoints
public import HTTP
public import Providers
public import Weather

/// The warnings of the world's authorities, from KDE's
/// [FOSS Public Alert Server](https://invent.kde.org/webapps/foss-public-alert-server) or another of its kind: the identifiers of
/// those near a place, and a CAP file for each.
public struct PublicAlerts: ReportProvider {
    public static let identity = ProviderFacts.publicAlerts.identity

    public var identity: Provider { Self.identity }

    private let baseURL: String
    private let locale: String
    private let country: @Sendable (Coordinate) -> String?
    private let regions: @Sendable () -> RegionTable
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
    ///   - memory: the state from earlier requests.
    ///   - patience: no more files are requested after this time.
    ///   - budget: for the files of a report.
    ///   - notice: receives notices for the log.
    public init(
        baseURL: String, locale: String, country: @escaping @Sendable (Coordinate) -> String?,
        regions: @escaping @Sendable () -> RegionTable, memory: PublicAlertsMemory, exchange: @escaping HTTPExchange,
        patience: Duration = .seconds(15), budget: XMLBudget = XMLBudget(),
        notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }
    ) {
        self.baseURL = baseURL.asBaseURL
        self.locale = locale
        self.country = country
        self.regions = regions
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
            memory.hasFiles(identifiers, for: coordinate, at: now)
        {
            return previous.confirmed(at: now, httpFreshness: nil)
        }
        let files = try await files(identifiers, at: now)
        // A failed request is worth a retry; a file that cannot be read would be the same.
        if files.isFetched { memory.keep(identifiers, for: coordinate, at: now) }
        // The server replaces the geocodes that it knows by polygons.
        let selection = CAPSelection(
            of: files.messages, at: coordinate, now: now, locale: locale,
            regions: RegionsOfPlace(coordinate, in: regions()))
        var report = AlertReport(coordinate: coordinate, provider: identity, fetchedAt: now)
        try report.take(
            selection, unread: files.unread + unusable, from: host, attribution: "via FOSS Public Alert Server")
        report.missing = files.gaps
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

    /// The CAP files of a place.
    private struct Files {
        var messages: [CAPMessage] = []
        /// Number of files that are not among the messages.
        var unread = 0
        /// Why one of them is not.
        var failure: FetchFailure?
        /// Whether the server has sent all of them.
        var isFetched = true
        /// What the server said of all its requests, such as a rate limit.
        var word: FetchFailure?

        var part: String { unread == 1 ? "a warning" : "\(unread) warnings" }

        /// The files that may be there with the next request.
        var gaps: [ReportGap] {
            guard !isFetched, let failure = word ?? failure else { return [] }
            return [.failed(part: part, failure)]
        }
    }

    /// - Throws: when there are files, but none can be read, or they take too much processor time.
    private func files(_ identifiers: [String], at now: UnixTime) async throws(FetchFailure) -> Files {
        let start = ContinuousClock.now
        var files = Files()
        var budget = budget
        var rest = identifiers.prefix(Self.mostFiles)
        while !rest.isEmpty, files.word == nil, start.duration(to: .now) < patience {
            let batch = rest.prefix(Self.concurrency)
            rest = rest.dropFirst(batch.count)
            let results = await withTaskGroup { group in
                for identifier in batch { group.addTask { await file(identifier, at: now) } }
                var results: [Result<[UInt8]?, FetchFailure>] = []
                for await result in group { results.append(result) }
                return results
            }
            for result in results { try read(result, into: &files, within: &budget) }
        }
        if !rest.isEmpty { files.isFetched = false }
        let missing = rest.count + max(0, identifiers.count - Self.mostFiles)
        if missing > 0 {
            files.unread += missing
            files.failure =
                files.failure ?? .malformed(host: host, reason: "it has \(identifiers.count) warnings here")
        }
        guard let failure = files.failure else { return files }
        if files.messages.isEmpty { throw files.word ?? failure }
        notice(.incomplete(part: files.part, files.word ?? failure))
        return files
    }

    private func read(
        _ result: Result<[UInt8]?, FetchFailure>, into files: inout Files, within budget: inout XMLBudget
    ) throws(FetchFailure) {
        switch result {
        case .success(nil): break
        case .success(let file?):
            do throws(XMLFailure) {
                let message = try CAPMessage(xml: file, within: &budget)
                files.messages.append(message)
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

    /// nil when the warning has gone since.
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

extension XMLFailure {
    /// Completes a sentence.
    fileprivate var reason: String {
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
    fileprivate var reason: String {
        switch self {
        case .character(let line): "line \(line) has a character that XML does not allow"
        case .unescaped(let line): "line \(line) has an unescaped & or <"
        case .encoding(let line): "line \(line) has bytes that are not UTF-8"
        case .trailing: "it has text after its end"
        }
    }
}

extension String {
    /// Whether it is a UUID, which alone may become a part of a URL.
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
