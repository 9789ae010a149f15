import Weather

extension Job: Message {
    /// More than there are providers.
    private static let mostServers = 20

    public func write(to writer: inout MessageWriter) {
        switch self {
        case .reports(let jobs):
            writer.byte(0)
            writer.value(jobs)
        case .geocode(let service, let query, let language, let passage):
            writer.byte(3)
            writer.value(service)
            writer.text(query)
            writer.text(language)
            writer.value(passage)
        case .reverse(let service, let coordinate, let language, let passage):
            writer.byte(4)
            writer.value(service)
            writer.value(coordinate)
            writer.text(language)
            writer.value(passage)
        case .locate(let url, let passage): writer.url(5, url, passage)
        case .connect(let url, let throughProxy, let passage):
            writer.url(6, url, passage)
            writer.bool(throughProxy)
        case .probe(let urls, let passage):
            writer.byte(7)
            writer.texts(urls)
            writer.value(passage)
        case .gazetteer(let question):
            writer.byte(8)
            writer.value(question)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .reports(try reader.value())
        case 3:
            self = .geocode(
                try reader.value(), query: try reader.query(), language: try reader.language(), try reader.value())
        case 4:
            self = .reverse(
                try reader.value(), try reader.value(), language: try reader.language(), try reader.value())
        case 5: self = .locate(url: try reader.url(), try reader.value())
        case 6:
            let (url, passage) = (try reader.url(), try reader.value() as NetworkAccess)
            self = .connect(url: url, throughProxy: try reader.bool(), passage)
        case 7: self = .probe(urls: try reader.texts(upTo: Self.mostServers, ofUpTo: 8192), try reader.value())
        case 8: self = .gazetteer(try reader.value())
        default: throw Malformed("no job")
        }
    }
}

extension MessageWriter {
    fileprivate mutating func url(_ kind: UInt8, _ url: String, _ passage: NetworkAccess) {
        byte(kind)
        text(url)
        value(passage)
    }
}

extension MessageReader {
    fileprivate mutating func url() throws(Malformed) -> String { try text(upTo: 8192) }
    fileprivate mutating func query() throws(Malformed) -> String { try text(upTo: 1000) }
    fileprivate mutating func language() throws(Malformed) -> String { try text(upTo: 100) }
    fileprivate mutating func languages() throws(Malformed) -> [String] { try texts(upTo: 100, ofUpTo: 100) }
}

extension Service: Message {
    public func write(to writer: inout MessageWriter) {
        writer.oneOf(kind)
        writer.text(baseURL)
        writer.text(key?.text)
        writer.texts(models)
        writer.values(Array(unknownNames.prefix(Self.mostUnknownNames)))
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(try reader.oneOf(), baseURL: try reader.url())
        if let text = try reader.optionalText(upTo: 1000) {
            guard let key = APIKey(text) else { throw Malformed("no key") }
            self.key = key
        }
        models = try reader.texts(upTo: Self.mostModels, ofUpTo: Self.longestModel)
        unknownNames = try reader.values(upTo: Self.mostUnknownNames)
    }
}

extension NetworkAccess: Message {
    public func write(to writer: inout MessageWriter) {
        writer.text(userAgent)
        writer.value(settings)
        writer.int(deadline)
        writer.int(allowance)
        writer.value(now)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        userAgent = try reader.text(upTo: 1000, as: "a user agent")
        settings = try reader.value()
        deadline = try reader.int(in: 1...600_000)
        allowance = try reader.int(in: 0...1_000_000)
        now = try reader.value()
    }
}

extension ReportJob: Message {
    /// Several times the maximum number of favourites.
    static var mostPositions: Int { 2000 }

    public func write(to writer: inout MessageWriter) {
        writer.value(service)
        writer.values(positions)
        writer.text(locale)
        writer.value(passage)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            service: try reader.value(), positions: try reader.values(upTo: Self.mostPositions),
            locale: try reader.language(), passage: try reader.value())
    }
}

extension ReportJob.Position: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(coordinate)
        writer.text(timeZone)
        writer.optional(altitude) { $0.double($1) }
        writer.text(country)
        writer.value(previous)
        writer.byteString(hint)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(
            coordinate: try reader.value(), timeZone: try reader.optionalText(upTo: 200),
            altitude: try reader.optional { reader throws(Malformed) in try reader.double(in: LocationFix.altitudes) },
            country: try reader.optionalText(upTo: longestCountry), previous: try reader.optionalValue(),
            hint: try reader.byteString(upTo: longestHint))
    }
}

extension GazetteerQuestion: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .search(let query, let language):
            writer.byte(0)
            writer.text(query)
            writer.text(language)
        case .resolve(let query, let language, let keeping, let isCorrecting):
            writer.byte(1)
            writer.text(query)
            writer.text(language)
            writer.texts(keeping)
            writer.bool(isCorrecting)
        case .correction(let query, let language):
            writer.byte(2)
            writer.text(query)
            writer.text(language)
        case .locality(let coordinate, let language, let keeping):
            writer.byte(3)
            writer.value(coordinate)
            writer.text(language)
            writer.texts(keeping)
        case .settlement(let coordinate, let language, let keeping):
            writer.byte(4)
            writer.value(coordinate)
            writer.text(language)
            writer.texts(keeping)
        case .status: writer.byte(5)
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        switch try reader.byte() {
        case 0: self = .search(query: try reader.query(), language: try reader.language())
        case 1:
            self = .resolve(
                query: try reader.query(), language: try reader.language(), keeping: try reader.languages(),
                correcting: try reader.bool())
        case 2: self = .correction(query: try reader.query(), language: try reader.language())
        case 3:
            self = .locality(
                try reader.value(), language: try reader.language(), keeping: try reader.languages())
        case 4:
            self = .settlement(
                try reader.value(), language: try reader.language(), keeping: try reader.languages())
        case 5: self = .status
        default: throw Malformed("no question")
        }
    }
}
