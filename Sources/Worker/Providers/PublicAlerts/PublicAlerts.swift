public import HTTP
public import Weather
public import WorkerProtocol

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

    /// Requests the listed files that were not requested before.
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
