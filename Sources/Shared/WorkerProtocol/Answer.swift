public import Weather

/// A worker's answer to a job: one answer, or one for each position of a job for reports, and then `done`.
public enum Answer: Sendable, Hashable {
    case report(PlaceAnswer)
    case notice(ProviderNotice)
    case cities([City])
    case resolution(CityResolution)
    /// nil when no name is similar to the query.
    case correction(String?)
    /// nil when there is none.
    case locality(Locality?)
    case fix(LocationFix)
    /// The connection was established.
    case connected
    /// The result of the request to the server with this index.
    case probed(index: Int, Result<ServerProbe, FetchFailure>)
    case failed(FetchFailure)
    case notLocated(LocationFailure)
    case noGazetteer(GazetteerError)
    /// - Parameter borders: why the borders cannot be used; nil when they can.
    case gazetteer(GazetteerStatus, borders: GazetteerError? = nil)
    /// The worker could not parse the job; the reason completes a sentence. This is the last answer.
    case rejected(reason: String)
    /// The job is done; the number of requests that were sent.
    case done(requests: Int)

    /// The most cities of one answer.
    public static let mostCities = 100
    /// The longest reason of a rejection, Unicode scalars.
    private static let longestReason = 300
}

extension Job {
    /// The number of answers that complete the job, without notices.
    public var answers: Int {
        switch self {
        case .reports(let job): job.positions.count
        case .probe(let urls, _): urls.count
        case .geocode, .reverse, .locate, .connect, .gazetteer: 1
        }
    }

    /// More answers than a correct worker sends: a report and a few notices per position, and one for each unknown name.
    public var mostAnswers: Int {
        switch self {
        case .reports(let job): job.positions.count * 10 + Service.mostUnknownNames
        case .probe(let urls, _): urls.count
        case .geocode, .reverse, .locate, .connect, .gazetteer: 1
        }
    }
}

/// The response of a server.
public struct ServerProbe: Sendable, Hashable {
    /// The round-trip time, ms.
    public var milliseconds: Int
    /// The time by the server's clock; nil when the response did not contain it.
    public var date: UnixTime?

    public init(milliseconds: Int, date: UnixTime?) {
        (self.milliseconds, self.date) = (milliseconds, date)
    }
}

/// The result for one position of a job for reports.
public struct PlaceAnswer: Sendable, Hashable {
    public var kind: ReportKind
    /// The index of the position in the job.
    public var index: Int
    public var result: Result<AnyReport, FetchFailure>
    /// State for the next job for this position.
    public var hint: [UInt8]
    /// The country of the position, and others nearby (ISO 3166-1 alpha-2); empty when unknown, and for reports that do not
    /// depend on the country.
    public var countries: [String]

    public init<Content: FetchedReport>(
        index: Int, result: Result<Content, FetchFailure>, hint: [UInt8] = [], countries: [String] = []
    ) {
        self.init(Content.kind, index: index, result: result.map(AnyReport.init), hint: hint, countries: countries)
    }

    /// A failure for a position of a job of that kind.
    public init(_ kind: ReportKind, index: Int, failure: FetchFailure, hint: [UInt8] = []) {
        self.init(kind, index: index, result: .failure(failure), hint: hint)
    }

    private init(
        _ kind: ReportKind, index: Int, result: Result<AnyReport, FetchFailure>, hint: [UInt8] = [],
        countries: [String] = []
    ) {
        self.kind = kind
        self.index = index
        self.result = result
        self.hint = hint
        self.countries = countries
    }

    /// More than there are at any place.
    private static let mostCountries = 20

    /// The same position with a failure.
    public func failed(_ failure: FetchFailure) -> PlaceAnswer {
        PlaceAnswer(kind, index: index, result: .failure(failure), countries: countries)
    }
}

extension PlaceAnswer: Message {
    public func write(to writer: inout MessageWriter) {
        writer.oneOf(kind)
        writer.int(index)
        writer.result(result) { $1.write(to: &$0) }
        writer.byteString(Array(hint.prefix(longestHint)))
        writer.texts(Array(countries.prefix(Self.mostCountries)))
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        let kind = try reader.oneOf(ReportKind.self)
        self.init(
            kind, index: try reader.int(in: 0...ReportJob.mostPositions - 1),
            result: try reader.result { reader throws(Malformed) in try reader.report(kind) },
            hint: try reader.byteString(upTo: longestHint),
            countries: try reader.texts(upTo: Self.mostCountries, ofUpTo: longestCountry))
    }
}

extension Answer: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .report(let answer): writer.answer(0, answer)
        case .notice(let notice): writer.answer(3, notice)
        case .cities(let cities):
            writer.byte(4)
            writer.values(Array(cities.prefix(Self.mostCities)))
        case .resolution(let resolution): writer.answer(5, resolution)
        case .correction(let text):
            writer.byte(6)
            writer.text(text)
        case .locality(let locality):
            writer.byte(7)
            writer.value(locality)
        case .fix(let fix): writer.answer(8, fix)
        case .connected: writer.byte(9)
        case .probed(let index, let result):
            writer.byte(10)
            writer.int(index)
            writer.result(result) { $1.write(to: &$0) }
        case .failed(let failure): writer.answer(11, failure)
        case .notLocated(let failure): writer.answer(12, failure)
        case .noGazetteer(let error): writer.answer(13, error)
        case .gazetteer(let status, let borders):
            writer.answer(15, status)
            writer.value(borders)
        case .rejected(let reason):
            writer.byte(16)
            writer.text(reason, upTo: Self.longestReason)
        case .done(let requests):
            writer.byte(14)
            writer.int(requests)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .report(try reader.value())
        case 3: self = .notice(try reader.value())
        case 4: self = .cities(try reader.values(upTo: Self.mostCities))
        case 5: self = .resolution(try reader.value())
        case 6: self = .correction(try reader.optionalText(upTo: Locality.longestName))
        case 7: self = .locality(try reader.optionalValue())
        case 8: self = .fix(try reader.value())
        case 9: self = .connected
        case 10:
            self = .probed(
                index: try reader.int(in: 0...1000),
                try reader.result { reader throws(Malformed) in try reader.value() })
        case 11: self = .failed(try reader.value())
        case 12: self = .notLocated(try reader.value())
        case 13: self = .noGazetteer(try reader.value())
        case 14: self = .done(requests: try reader.int(in: 0...1_000_000))
        case 15: self = .gazetteer(try reader.value(), borders: try reader.optionalValue())
        case 16: self = .rejected(reason: try reader.text(upTo: Self.longestReason))
        default: throw Malformed("no answer")
        }
    }
}

extension GazetteerStatus: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .complete(let path):
            writer.byte(0)
            writer.text(path)
        case .citiesOnly(let path, let error):
            writer.byte(1)
            writer.text(path)
            writer.value(error)
        case .unusable(let error):
            writer.byte(2)
            writer.value(error)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .complete(path: try reader.path())
        case 1: self = .citiesOnly(path: try reader.path(), try reader.value())
        case 2: self = .unusable(try reader.value())
        default: throw Malformed("an invalid gazetteer state")
        }
    }
}

extension ServerProbe: Message {
    public func write(to writer: inout MessageWriter) {
        writer.int(milliseconds)
        writer.value(date)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(milliseconds: try reader.int(in: 0...3_600_000), date: try reader.optionalValue())
    }
}

extension MessageReader {
    fileprivate mutating func result<Content>(
        _ read: (inout MessageReader) throws(Malformed) -> Content
    ) throws(Malformed) -> Result<Content, FetchFailure> {
        try bool() ? .success(try read(&self)) : .failure(try value())
    }
}

extension MessageWriter {
    fileprivate mutating func result<Content>(
        _ result: Result<Content, FetchFailure>, _ write: (inout MessageWriter, Content) -> Void
    ) {
        switch result {
        case .success(let content):
            bool(true)
            write(&self, content)
        case .failure(let failure):
            bool(false)
            value(failure)
        }
    }

    fileprivate mutating func answer(_ kind: UInt8, _ message: some Message) {
        byte(kind)
        value(message)
    }
}
