import Endpoints
import Jobs
import Keeping
import Providers
import Synchronization
import Weather
import Wire
import Workers

/// The services that can be asked, each with its address, its key and its share of requests. Workers do the asking.
struct Services: Sendable {
    let store: Store
    /// Has a job done.
    let run: RunJob
    let now: @Sendable () -> UnixTime
    /// Whether there is a way to a web address, as far as the kernel knows.
    let hasWay: @Sendable (String) -> Bool
    /// Told what whoever looks after the daemon should know of an answer.
    let notice: @Sendable (ProviderNotice) -> Void
    let hints = Hints()

    /// For one exchange with a service.
    static let exchangeDeadline = Duration.seconds(20)

    init(
        store: Store, run: @escaping RunJob, now: @escaping @Sendable () -> UnixTime,
        hasWay: @escaping @Sendable (String) -> Bool = { _ in true },
        notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }
    ) {
        self.store = store
        self.run = run
        self.now = now
        self.hasWay = hasWay
        self.notice = notice
    }

    /// Whose requests are counted, and how a worker goes out.
    struct Access: Sendable {
        /// By which requests are counted.
        var id: String
        /// Requests a day; nil for any number.
        var budget: Int?
        /// Whether they are of the requests to providers that `status` shows.
        var isTallied = true
        /// Whom failures name.
        var host: String
        var userAgent: String
        var settings: NetworkSettings
        var deadline = Services.exchangeDeadline
    }

    /// How long a job may take for which so many requests may go out, s.
    static func patience(requests: Int, deadline: Duration = exchangeDeadline) -> Int {
        min(300, 15 + Int(deadline.components.seconds) * max(1, requests))
    }

    /// Has a job done for which requests go out: they are counted before, and taken back as far as they did not. Of those of a
    /// worker that does not end its job well, none is, unless it has not begun.
    ///
    /// - Parameter count: the most that the job needs; 0 for one that needs no network.
    func request(
        upTo count: Int, _ access: Access, seconds: Int, job: (Passage) -> Job,
        take: @escaping @Sendable (Answer) throws(Malformed) -> Void
    ) async throws(FetchFailure) {
        let granted = count == 0 ? 0 : try await granted(count, access)
        let passage = Passage(
            userAgent: access.userAgent, settings: access.settings, deadline: access.deadline, allowance: granted,
            now: now())
        let sent: Int
        do throws(WorkerFailure) {
            sent = try await run(job(passage), seconds, take)
        } catch {
            if !error.mayHaveBegun { await takeBack(granted, access, at: passage.now) }
            throw .worker(error)
        }
        await takeBack(granted - min(sent, granted), access, at: passage.now)
    }

    private func takeBack(_ count: Int, _ access: Access, at time: UnixTime) async {
        if access.isTallied, count > 0 { await store.uncountRequests(count, to: access.id, at: time) }
    }

    private func granted(_ count: Int, _ access: Access) async throws(FetchFailure) -> Int {
        let now = now()
        switch await store.countRequests(
            to: access.id, upTo: count, within: access.budget, isTallied: access.isTallied, at: now)
        {
        case .granted(let count): return count
        case .budgetSpent: throw access.spent(at: now)
        case .resting(let end): throw .interrupted(host: access.host, retryAfter: end.seconds(since: now))
        }
    }

    /// The same for a job with one answer.
    func answer(
        _ access: Access, _ job: (Passage) -> Job
    ) async throws(FetchFailure) -> Answer {
        let only = OnlyAnswer()
        try await request(
            upTo: 1, access, seconds: Self.patience(requests: 1, deadline: access.deadline), job: job, take: only.take)
        guard let answer = only.answer else { throw .worker(.malformed(reason: "no answer")) }
        if case .failed(let failure) = answer { throw failure }
        return answer
    }

    /// What is known of a place that the services are asked about.
    func position<Content>(
        _ coordinate: Coordinate, previous: Content?, hint: [UInt8]
    ) -> ReportJob<Content>.Position {
        let snapshot = store.snapshot
        return ReportJob.Position(
            coordinate: coordinate, timeZone: snapshot.timeZone(of: coordinate),
            altitude: snapshot.altitude(of: coordinate), previous: previous, hint: hint)
    }
}

extension Services.Access {
    func spent(at now: UnixTime) -> FetchFailure {
        .budgetSpent(host: host, limit: budget ?? 0, retryAfter: 86_400 - now.seconds % 86_400)
    }
}

extension WorkerFailure {
    /// Whether the worker was given its job.
    fileprivate var mayHaveBegun: Bool {
        switch self {
        case .missing, .notStarted, .otherVersion: false
        default: true
        }
    }
}

/// The answer of a job that has one.
final class OnlyAnswer: Sendable {
    private let taken = Mutex<Answer?>(nil)

    var answer: Answer? { taken.withLock { $0 } }

    @Sendable func take(_ answer: Answer) throws(Malformed) {
        let isFirst = taken.withLock { taken in
            defer { taken = answer }
            return taken == nil
        }
        guard isFirst else { throw Malformed("two answers to one question") }
    }
}

extension Configuration {
    /// Who asks: the program, the project's address, and the user's, where `contact` has one.
    var userAgent: String {
        let comments = ["+\(Release.address)"] + [contact.map { "contact: \($0)" }].compactMap(\.self)
        return "weatherd/\(Release.version) (\(comments.joined(separator: "; ")))"
    }
}
