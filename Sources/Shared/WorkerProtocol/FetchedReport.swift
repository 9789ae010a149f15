public import Weather

/// A report that workers fetch. This file contains everything about its type that the messages need.
public protocol FetchedReport: ProviderReport, Hashable, Message {
    static var kind: ReportKind { get }
    static func job(_ job: ReportJob<Self>) -> ReportJobs
    static func answer(_ answer: PlaceAnswer<Self>) -> ReportAnswer
    /// nil for an answer of another type.
    static func content(of answer: ReportAnswer) -> PlaceAnswer<Self>?
}

/// A job for reports of one type.
public enum ReportJobs: Sendable, Hashable {
    case forecasts(ReportJob<Report>)
    case alerts(ReportJob<AlertReport>)
    case air(ReportJob<AirReport>)
    case observations(ReportJob<ObservationReport>)
    case radar(ReportJob<RadarReport>)
    case normals(ReportJob<NormalsReport>)
    case ensemble(ReportJob<EnsembleReport>)

    /// The number of positions.
    public var count: Int {
        switch self {
        case .forecasts(let job): job.positions.count
        case .alerts(let job): job.positions.count
        case .air(let job): job.positions.count
        case .observations(let job): job.positions.count
        case .radar(let job): job.positions.count
        case .normals(let job): job.positions.count
        case .ensemble(let job): job.positions.count
        }
    }
}

/// The result for one position of a job for reports.
public enum ReportAnswer: Sendable, Hashable {
    case forecast(PlaceAnswer<Report>)
    case alerts(PlaceAnswer<AlertReport>)
    case air(PlaceAnswer<AirReport>)
    case observations(PlaceAnswer<ObservationReport>)
    case radar(PlaceAnswer<RadarReport>)
    case normals(PlaceAnswer<NormalsReport>)
    case ensemble(PlaceAnswer<EnsembleReport>)

    /// The same position with a failure.
    public func failed(_ failure: FetchFailure) -> ReportAnswer {
        switch self {
        case .forecast(let answer): .forecast(answer.failed(failure))
        case .alerts(let answer): .alerts(answer.failed(failure))
        case .air(let answer): .air(answer.failed(failure))
        case .observations(let answer): .observations(answer.failed(failure))
        case .radar(let answer): .radar(answer.failed(failure))
        case .normals(let answer): .normals(answer.failed(failure))
        case .ensemble(let answer): .ensemble(answer.failed(failure))
        }
    }
}

extension Report: FetchedReport {
    public static var kind: ReportKind { .forecast }
    public static func job(_ job: ReportJob<Report>) -> ReportJobs { .forecasts(job) }
    public static func answer(_ answer: PlaceAnswer<Report>) -> ReportAnswer { .forecast(answer) }
    public static func content(of answer: ReportAnswer) -> PlaceAnswer<Report>? {
        if case .forecast(let answer) = answer { answer } else { nil }
    }
}

extension AlertReport: FetchedReport {
    public static var kind: ReportKind { .alerts }
    public static func job(_ job: ReportJob<AlertReport>) -> ReportJobs { .alerts(job) }
    public static func answer(_ answer: PlaceAnswer<AlertReport>) -> ReportAnswer { .alerts(answer) }
    public static func content(of answer: ReportAnswer) -> PlaceAnswer<AlertReport>? {
        if case .alerts(let answer) = answer { answer } else { nil }
    }
}

extension AirReport: FetchedReport {
    public static var kind: ReportKind { .air }
    public static func job(_ job: ReportJob<AirReport>) -> ReportJobs { .air(job) }
    public static func answer(_ answer: PlaceAnswer<AirReport>) -> ReportAnswer { .air(answer) }
    public static func content(of answer: ReportAnswer) -> PlaceAnswer<AirReport>? {
        if case .air(let answer) = answer { answer } else { nil }
    }
}

extension ObservationReport: FetchedReport {
    public static var kind: ReportKind { .observations }
    public static func job(_ job: ReportJob<ObservationReport>) -> ReportJobs { .observations(job) }
    public static func answer(_ answer: PlaceAnswer<ObservationReport>) -> ReportAnswer { .observations(answer) }
    public static func content(of answer: ReportAnswer) -> PlaceAnswer<ObservationReport>? {
        if case .observations(let answer) = answer { answer } else { nil }
    }
}

extension RadarReport: FetchedReport {
    public static var kind: ReportKind { .radar }
    public static func job(_ job: ReportJob<RadarReport>) -> ReportJobs { .radar(job) }
    public static func answer(_ answer: PlaceAnswer<RadarReport>) -> ReportAnswer { .radar(answer) }
    public static func content(of answer: ReportAnswer) -> PlaceAnswer<RadarReport>? {
        if case .radar(let answer) = answer { answer } else { nil }
    }
}

extension NormalsReport: FetchedReport {
    public static var kind: ReportKind { .normals }
    public static func job(_ job: ReportJob<NormalsReport>) -> ReportJobs { .normals(job) }
    public static func answer(_ answer: PlaceAnswer<NormalsReport>) -> ReportAnswer { .normals(answer) }
    public static func content(of answer: ReportAnswer) -> PlaceAnswer<NormalsReport>? {
        if case .normals(let answer) = answer { answer } else { nil }
    }
}

extension EnsembleReport: FetchedReport {
    public static var kind: ReportKind { .ensemble }
    public static func job(_ job: ReportJob<EnsembleReport>) -> ReportJobs { .ensemble(job) }
    public static func answer(_ answer: PlaceAnswer<EnsembleReport>) -> ReportAnswer { .ensemble(answer) }
    public static func content(of answer: ReportAnswer) -> PlaceAnswer<EnsembleReport>? {
        if case .ensemble(let answer) = answer { answer } else { nil }
    }
}

// MARK: - Messages

extension ReportJobs: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .forecasts(let job): writer.kind(.forecast, job)
        case .alerts(let job): writer.kind(.alerts, job)
        case .air(let job): writer.kind(.air, job)
        case .observations(let job): writer.kind(.observations, job)
        case .radar(let job): writer.kind(.radar, job)
        case .normals(let job): writer.kind(.normals, job)
        case .ensemble(let job): writer.kind(.ensemble, job)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.oneOf(ReportKind.self) {
        case .forecast: self = .forecasts(try reader.value())
        case .alerts: self = .alerts(try reader.value())
        case .air: self = .air(try reader.value())
        case .observations: self = .observations(try reader.value())
        case .radar: self = .radar(try reader.value())
        case .normals: self = .normals(try reader.value())
        case .ensemble: self = .ensemble(try reader.value())
        }
    }
}

extension ReportAnswer: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .forecast(let answer): writer.kind(.forecast, answer)
        case .alerts(let answer): writer.kind(.alerts, answer)
        case .air(let answer): writer.kind(.air, answer)
        case .observations(let answer): writer.kind(.observations, answer)
        case .radar(let answer): writer.kind(.radar, answer)
        case .normals(let answer): writer.kind(.normals, answer)
        case .ensemble(let answer): writer.kind(.ensemble, answer)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.oneOf(ReportKind.self) {
        case .forecast: self = .forecast(try reader.value())
        case .alerts: self = .alerts(try reader.value())
        case .air: self = .air(try reader.value())
        case .observations: self = .observations(try reader.value())
        case .radar: self = .radar(try reader.value())
        case .normals: self = .normals(try reader.value())
        case .ensemble: self = .ensemble(try reader.value())
        }
    }
}

extension MessageWriter {
    fileprivate mutating func kind(_ kind: ReportKind, _ message: some Message) {
        oneOf(kind)
        value(message)
    }
}
