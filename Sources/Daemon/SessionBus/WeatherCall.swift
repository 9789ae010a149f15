import ClientProtocol
import Languages
import Server
import SystemBus

/// What a call on the bus asks for, decided from its names, types and arguments alone.
enum WeatherCall: Sendable, Hashable {
    case introspect(xml: String)
    case getAll
    case get(WeatherInterface.Property)
    /// A request of the line protocol, and the form of its reply.
    case request(Request, Form)

    /// How a reply becomes the result of a method.
    enum Form: Sendable, Hashable {
        /// The JSON object as a dictionary.
        case object
        /// The objects in an array of the JSON object.
        case objects(key: String)
        /// The lines.
        case text
        /// No result.
        case nothing
    }

    /// The error that a caller receives.
    struct Failure: Error, Sendable, Hashable {
        let name: String
        let sentence: String

        /// An error of D-Bus itself: `InvalidArgs`.
        static func standard(_ name: String, _ sentence: String) -> Failure {
            Failure(name: "org.freedesktop.DBus.Error." + name, sentence: sentence)
        }

        /// An error of the line protocol.
        init(_ code: Reply.Code, _ sentence: String) {
            // `no-data` is NoData.
            let words = code.rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            self.init(name: WeatherInterface.errors + words.joined(), sentence: sentence)
        }

        init(name: String, sentence: String) {
            (self.name, self.sentence) = (name, sentence)
        }
    }

    static let properties = "org.freedesktop.DBus.Properties"
    static let introspectable = "org.freedesktop.DBus.Introspectable"

    /// - Parameter hasTray: whether there is a tray item on the connection, too.
    init(_ call: BusService.Call, hasTray: Bool = false) throws(Failure) {
        guard let xml = Introspection.xml(of: call.path, withTray: hasTray) else {
            throw .standard("UnknownObject", "unknown object \(call.path); use \(WeatherInterface.path)")
        }
        // The interface may be omitted.
        let interface = call.interface
        if interface == nil || interface == Self.introspectable, call.method == "Introspect" {
            try Self.require("", call)
            self = .introspect(xml: xml)
            return
        }
        guard call.path == WeatherInterface.path else {
            throw .standard("UnknownMethod", "\(call.path) has no methods; use \(WeatherInterface.path)")
        }
        if interface == nil || interface == WeatherInterface.name,
            let method = WeatherInterface.Method(rawValue: call.method)
        {
            try Self.require(method.inputs.map(\.kind.rawValue).joined(), call)
            self = try Self.request(method, try Self.arguments(call))
            return
        }
        if interface == nil || interface == Self.properties, let access = try Self.property(call) {
            self = access
            return
        }
        switch interface {
        case nil, WeatherInterface.name, Self.properties, Self.introspectable:
            let owner = interface.map { " of \($0)" } ?? ""
            throw .standard("UnknownMethod", "unknown method \(call.method)\(owner); a newer weatherd may have it")
        case let interface?:
            throw .standard("UnknownInterface", "unknown interface \(interface); use \(WeatherInterface.name)")
        }
    }

    // MARK: - Properties

    /// What a method of `org.freedesktop.DBus.Properties` reads or writes.
    struct Access: Sendable, Hashable {
        /// nil for all.
        let property: String?
        let isWriting: Bool
    }

    /// - Parameter owner: the interface with the properties.
    /// - Returns: nil for a method that the interface does not have.
    static func access(_ call: BusService.Call, to owner: String) throws(Failure) -> Access? {
        let signature: String
        switch call.method {
        case "Get": signature = "ss"
        case "GetAll": signature = "s"
        case "Set": signature = "ssv"
        default: return nil
        }
        try require(signature, call)
        let names = try arguments(call).prefix(2).compactMap(\.text)
        let interface = names.first ?? ""
        // D-Bus allows an empty interface.
        guard interface.isEmpty || interface == owner else {
            throw .standard("UnknownInterface", "\(shown(interface)) has no properties; use \(owner)")
        }
        return Access(property: signature == "s" ? nil : names.last ?? "", isWriting: signature == "ssv")
    }

    /// nil for a method that the interface does not have.
    private static func property(_ call: BusService.Call) throws(Failure) -> WeatherCall? {
        guard let access = try access(call, to: WeatherInterface.name) else { return nil }
        guard let name = access.property else { return .getAll }
        guard let property = WeatherInterface.Property(rawValue: name) else {
            throw .standard("UnknownProperty", "unknown property \(shown(name)); a newer weatherd may have it")
        }
        guard !access.isWriting else {
            throw .standard("PropertyReadOnly", "\(name) is read-only; use the methods")
        }
        return .get(property)
    }

    // MARK: - Arguments

    static func require(_ signature: String, _ call: BusService.Call) throws(Failure) {
        guard call.signature == signature else {
            let given = shown(call.signature)
            throw .standard(
                "InvalidArgs", "\(call.method) requires arguments of the types \"\(signature)\", not \(given)")
        }
    }

    static func arguments(_ call: BusService.Call) throws(Failure) -> [BusValue] {
        switch call.arguments {
        case .success(let values): return values
        case .failure(let error):
            throw .standard("InvalidArgs", "cannot read the arguments of \(call.method): \(error.message)")
        }
    }

    /// Text of a caller in an error, quoted and bounded.
    static func shown(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(80)
        return "\"\(String(String.UnicodeScalarView(start)))\"" + (start.count == 80 ? "…" : "")
    }

    // MARK: - Requests

    private static func request(
        _ method: WeatherInterface.Method, _ values: [BusValue]
    ) throws(Failure) -> WeatherCall {
        let texts = values.compactMap(\.text)
        func options(_ names: Set<CallOptions.Name> = []) throws(Failure) -> CallOptions {
            guard let values = values.last?.dictionary else { return CallOptions() }
            return try CallOptions(values, of: method.rawValue, also: names)
        }
        switch method {
        case .getCurrent: return try view(.current, try options([.place, .texts]), .object)
        case .getHourly: return try view(.hourly, try options([.place, .hours, .texts]), .object)
        case .getDaily: return try view(.daily, try options([.place, .days, .texts]), .object)
        case .getAir: return try view(.air, try options([.place, .texts]), .object)
        case .getJSON:
            guard let view = Command(rawValue: texts[0]), CallOptions.views.contains(view) else {
                let views = CallOptions.views.map(\.rawValue).joined(separator: ", ")
                throw Failure(.badArgument, "unknown view \(shown(texts[0])): must be one of \(views)")
            }
            return try Self.view(view, try options(CallOptions.names(of: view)), .text)
        case .search:
            let words = try ["search", "--output", "json"] + options().words(for: .search)
            return try line(words + ["--", texts[0]], .objects(key: "cities"))
        case .setLocation:
            _ = try options()
            return try line(["set-location", "--"] + words(texts[0]), .text)
        case .setUnits:
            _ = try options()
            return try line(["set-units", "--"] + texts[0].split(separator: " ").map(String.init), .text)
        case .addPlace:
            _ = try options()
            return try line(["places", "--", "add"] + named(texts[0], texts[1]), .nothing)
        case .removePlace: return try line(["places", "--", "remove", texts[0]], .nothing)
        case .movePlace:
            guard case .uint32(let position)? = values.last else { throw .standard("InvalidArgs", "no position") }
            return try line(["places", "--", "move", texts[0], String(position)], .nothing)
        case .renamePlace: return try line(["places", "--", "rename", texts[0], texts[1]], .nothing)
        case .next: return try line(["next"] + options().words(for: .next), .text)
        case .previous: return try line(["previous"] + options().words(for: .previous), .text)
        case .select:
            guard case .uint32(let position)? = values.first else { throw .standard("InvalidArgs", "no position") }
            // The line protocol has names instead, since the numbers that users see are those of favourites.
            let call = try line(["next"] + options().words(for: .next), .text)
            guard case .request(.step(_, let reading), let form) = call else { return call }
            return .request(.step(.position(Int(position)), reading), form)
        case .refresh: return try line(["refresh"] + options([.place]).words(for: .refresh), .nothing)
        }
    }

    private static func view(
        _ view: Command, _ options: CallOptions, _ form: Form
    ) throws(Failure) -> WeatherCall {
        let call = try line([view.rawValue, "--output", "json"] + options.words(for: view), form)
        guard options.hasTexts, case .request(.read(var reading), let form) = call else { return call }
        // The line protocol has no such option: its clients get text, or format JSON themselves.
        reading.hasTexts = true
        return .request(.read(reading), form)
    }

    /// The words of a place as they would be typed; a name with several spaces in a row remains one word.
    private static func words(_ place: String) -> [String] {
        let words = place.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        return words.contains("") ? [place] : words
    }

    private static func named(_ place: String, _ name: String) throws(Failure) -> [String] {
        guard !name.isEmpty else { return words(place) }
        guard case .coordinate = PlaceReference(place) else {
            throw Failure(
                .badArgument,
                "a name requires coordinates, not \(shown(place)); use those from Search, or rename the place later"
            )
        }
        return [name] + words(place)
    }

    /// The request of a line, which is parsed as if it came from the socket.
    private static func line(_ words: [String], _ form: Form) throws(Failure) -> WeatherCall {
        do throws(RequestError) {
            return .request(try Request(line: try RequestLine.encode(words).utf8.dropLast()), form)
        } catch {
            throw Failure(error)
        }
    }
}

/// The options of a method.
struct CallOptions: Sendable, Hashable {
    /// The raw values are the keys.
    enum Name: String, CaseIterable {
        case place, units, language, hours, days, texts
    }

    /// The views of GetJson.
    static let views: [Command] = [
        .current, .show, .hourly, .daily, .alerts, .air, .marine, .sun, .places, .status,
    ]

    private var values: [Name: String] = [:]
    /// Whether JSON has ready texts beside its numbers.
    private(set) var hasTexts = false

    init() {}

    /// - Parameters:
    ///   - method: the method's name, for errors.
    ///   - names: the options that it has besides `units` and `language`, which all methods accept.
    init(_ given: [String: BusValue], of method: String, also names: Set<Name>) throws(WeatherCall.Failure) {
        let known = names.union([.units, .language])
        for (key, value) in given.sorted(by: { $0.key < $1.key }) {
            guard let name = Name(rawValue: key), known.contains(name) else {
                let all = Name.allCases.filter(known.contains).map(\.rawValue).joined(separator: ", ")
                let shown = String(String.UnicodeScalarView(key.unicodeScalars.prefix(80)))
                throw .standard("InvalidArgs", "unknown option \"\(shown)\" of \(method): must be one of \(all)")
            }
            switch (name, value) {
            case (.place, .string(let text)), (.units, .string(let text)), (.language, .string(let text)):
                values[name] = text
            case (.hours, .uint32(let count)), (.days, .uint32(let count)): values[name] = String(count)
            // What gdbus and JavaScript send for a plain number.
            case (.hours, .int32(let count)), (.days, .int32(let count)): values[name] = String(count)
            case (.texts, .bool(let isRequested)): hasTexts = isRequested
            default:
                let type = name == .texts ? "b" : name == .hours || name == .days ? "u" : "s"
                throw .standard("InvalidArgs", "invalid type of option \(key): must be \(type)")
            }
        }
    }

    /// The options that a view of GetJson has besides `units` and `language`.
    static func names(of view: Command) -> Set<Name> {
        switch view {
        case .places: [.texts]
        case .hourly: [.place, .hours, .texts]
        case .daily: [.place, .days, .texts]
        default: [.place, .texts]
        }
    }

    /// The words of a command, which omits options that do not affect its reply.
    func words(for command: Command) -> [String] {
        let options: [(Name, Command.Option)] = [(.place, .place), (.units, .units), (.language, .language)]
        let given = options.flatMap { name, option in
            command.options.contains(option) ? values[name].map { [option.rawValue, $0] } ?? [] : []
        }
        return ([values[.hours], values[.days]].compactMap(\.self)) + given
    }
}

extension WeatherCall.Failure {
    /// Why a request is not valid.
    fileprivate init(_ error: RequestError) {
        self.init(error.code, error.sentence)
    }
}
