public import Weather

/// A report that workers fetch. Its type is also its message.
public protocol FetchedReport: ProviderReport, Hashable, Message {
    static var kind: ReportKind { get }
}

extension ReportKind {
    /// The type of its reports.
    public var content: any FetchedReport.Type {
        switch self {
        case .forecast: Report.self
        case .alerts: AlertReport.self
        case .air: AirReport.self
        case .observations: ObservationReport.self
        case .radar: RadarReport.self
        case .normals: NormalsReport.self
        case .ensemble: EnsembleReport.self
        case .marine: MarineReport.self
        }
    }
}

extension Report: FetchedReport { public static var kind: ReportKind { .forecast } }
extension AlertReport: FetchedReport { public static var kind: ReportKind { .alerts } }
extension AirReport: FetchedReport { public static var kind: ReportKind { .air } }
extension ObservationReport: FetchedReport { public static var kind: ReportKind { .observations } }
extension RadarReport: FetchedReport { public static var kind: ReportKind { .radar } }
extension NormalsReport: FetchedReport { public static var kind: ReportKind { .normals } }
extension EnsembleReport: FetchedReport { public static var kind: ReportKind { .ensemble } }
extension MarineReport: FetchedReport { public static var kind: ReportKind { .marine } }

/// A report of any kind.
public struct AnyReport: Sendable, Hashable {
    private let report: any FetchedReport

    public init(_ report: some FetchedReport) {
        self.report = report
    }

    public var kind: ReportKind { type(of: report).kind }

    /// nil for a report of another kind.
    public func content<Content: FetchedReport>(_: Content.Type = Content.self) -> Content? { report as? Content }

    public static func == (left: AnyReport, right: AnyReport) -> Bool {
        func equals(_ report: some FetchedReport) -> Bool { right.content() == report }
        return equals(left.report)
    }

    public func hash(into hasher: inout Hasher) {
        report.hash(into: &hasher)
    }
}

extension AnyReport {
    /// Writes the report without its kind, which the reader knows.
    func write(to writer: inout MessageWriter) { report.write(to: &writer) }
}

extension MessageReader {
    mutating func report(_ kind: ReportKind) throws(Malformed) -> AnyReport {
        try report(of: kind.content)
    }

    private mutating func report<Content: FetchedReport>(of _: Content.Type) throws(Malformed) -> AnyReport {
        AnyReport(try Content(from: &self))
    }
}
