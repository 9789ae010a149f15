import ClientProtocol
import Testing

@testable import SessionBus
@testable import SystemBus

/// What each call asks for, and which calls are rejected.
struct WeatherCallTests {
    private static func call(
        _ method: String, _ signature: String, _ values: [BusValue], interface: String? = WeatherInterface.name,
        path: String = WeatherInterface.path
    ) -> BusService.Call {
        BusService.Call(
            id: 1, sender: ":1.7", path: path, interface: interface, method: method, signature: signature,
            arguments: .success(values))
    }

    /// A dictionary as it is received.
    private static func received(_ options: [String: BusValue]) -> BusValue {
        .array(options.map { .structure([.string($0.key), $0.value]) })
    }

    /// The line that asks for the same.
    private static func expect(
        _ call: BusService.Call, _ line: String, _ form: WeatherCall.Form,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let request = try Request(line: Array(line.utf8))
        #expect(try WeatherCall(call) == .request(request, form), sourceLocation: sourceLocation)
    }

    private static func failure(_ call: BusService.Call) -> WeatherCall.Failure? {
        do throws(WeatherCall.Failure) {
            _ = try WeatherCall(call)
            return nil
        } catch {
            return error
        }
    }

    @Test func viewsAreRequestsForJSON() throws {
        let none = Self.received([:])
        try Self.expect(Self.call("GetCurrent", "a{sv}", [none]), "current --output json", .object)
        try Self.expect(Self.call("GetAir", "a{sv}", [none]), "air --output json", .object)
        let options = Self.received([
            "place": .string("Paris, Texas"), "units": .string("wind=kn,temperature=f"), "language": .string("de"),
            "hours": .uint32(24),
        ])
        try Self.expect(
            Self.call("GetHourly", "a{sv}", [options]),
            #"hourly 24 --output json --place "Paris, Texas" --units wind=kn,temperature=f --language de"#, .object)
        try Self.expect(
            Self.call("GetDaily", "a{sv}", [Self.received(["days": .int32(3)])]), "daily 3 --output json", .object)
        for view in ["current", "show", "hourly", "daily", "alerts", "air", "marine", "sun", "places", "status"] {
            try Self.expect(
                Self.call("GetJson", "sa{sv}", [.string(view), none]), "\(view) --output json", .text)
        }
    }

    @Test func readyTextsAreAnOptionOfViews() throws {
        for (method, signature, arguments) in [
            ("GetCurrent", "a{sv}", []), ("GetDaily", "a{sv}", []), ("GetAir", "a{sv}", []),
            ("GetJson", "sa{sv}", [BusValue.string("sun")]),
        ] {
            for isRequested in [true, false] {
                let options = Self.received(["texts": .bool(isRequested)])
                guard
                    case .request(.read(let reading), _) = try WeatherCall(
                        Self.call(method, signature, arguments + [options]))
                else {
                    Issue.record("\(method) reads no view")
                    continue
                }
                #expect(reading.hasTexts == isRequested)
            }
        }
    }

    /// Clients pass the same options to all methods.
    @Test func unitsAndLanguageAreIgnoredWhereTheReplyHasNone() throws {
        let options = Self.received(["units": .string("metric"), "language": .string("de")])
        try Self.expect(
            Self.call("GetJson", "sa{sv}", [.string("status"), options]), "status --output json --units metric", .text)
        try Self.expect(
            Self.call("Search", "sa{sv}", [.string("Paris"), options]), "search --output json --language de -- Paris",
            .objects(key: "cities"))
        try Self.expect(Self.call("Refresh", "a{sv}", [options]), "refresh", .nothing)
        try Self.expect(Self.call("SetUnits", "sa{sv}", [.string("metric"), options]), "set-units metric", .text)
        try Self.expect(Self.call("Next", "a{sv}", [options]), "next --units metric --language de", .text)
    }

    @Test func changesAreRequests() throws {
        let none = Self.received([:])
        for place in ["auto", "default", "Oslo", "59.91 10.75 Home", "59.91,10.75"] {
            try Self.expect(
                Self.call("SetLocation", "sa{sv}", [.string(place), none]), "set-location \(place)", .text)
        }
        try Self.expect(
            Self.call("SetLocation", "sa{sv}", [.string("two  spaces"), none]), #"set-location "two  spaces""#, .text)
        try Self.expect(
            Self.call("SetUnits", "sa{sv}", [.string("imperial wind=kn"), none]), "set-units imperial wind=kn", .text)
        try Self.expect(Self.call("Previous", "a{sv}", [none]), "previous", .text)
        try Self.expect(
            Self.call("Refresh", "a{sv}", [Self.received(["place": .string("Oslo")])]), "refresh --place Oslo", .nothing
        )
        try Self.expect(
            Self.call("AddPlace", "ssa{sv}", [.string("Santa Cruz"), .string(""), none]), "places add Santa Cruz",
            .nothing)
        try Self.expect(
            Self.call("AddPlace", "ssa{sv}", [.string("59.91,10.75"), .string("My home"), none]),
            #"places add "My home" 59.91 10.75"#, .nothing)
        try Self.expect(Self.call("RemovePlace", "s", [.string("--wait")]), "places -- remove --wait", .nothing)
        try Self.expect(
            Self.call("MovePlace", "su", [.string("My home"), .uint32(2)]), #"places move "My home" 2"#, .nothing)
        try Self.expect(
            Self.call("RenamePlace", "ss", [.string("a"), .string("b \"c\"")]), #"places rename a "b \"c\"""#, .nothing)
    }

    /// By position, also where the line protocol has the numbers of favourites.
    @Test func selectionIsAStep() throws {
        let options = Self.received(["units": .string("metric"), "language": .string("de")])
        let call = try WeatherCall(Self.call("Select", "ua{sv}", [.uint32(7), options]))
        let short = try Request(line: Array("next --units metric --language de".utf8))
        guard case .request(.step(.position(7), let reading), .text) = call, case .step(_, let expected) = short else {
            Issue.record("\(call)")
            return
        }
        #expect(reading == expected)
        #expect(
            Self.failure(Self.call("Select", "ia{sv}", [.int32(1), options]))?.name.hasSuffix("InvalidArgs") == true)
    }

    /// A text cannot become an option or a second line.
    @Test func textsRemainArguments() throws {
        let none = Self.received([:])
        try Self.expect(
            Self.call("Search", "sa{sv}", [.string("--output text"), none]),
            #"search --output json -- "--output text""#, .objects(key: "cities"))
        let failure = try #require(Self.failure(Self.call("Search", "sa{sv}", [.string("Oslo\nversion"), none])))
        #expect(failure.name == "org.weatherd.Error.BadRequest")
        let place = Self.received(["place": .string("--units metric")])
        try Self.expect(
            Self.call("GetCurrent", "a{sv}", [place]), #"current --output json --place "--units metric""#, .object)
    }

    @Test func propertiesAndIntrospection() throws {
        let properties = "org.freedesktop.DBus.Properties"
        let own = BusValue.string(WeatherInterface.name)
        #expect(try WeatherCall(Self.call("GetAll", "s", [own], interface: properties)) == .getAll)
        #expect(try WeatherCall(Self.call("GetAll", "s", [.string("")], interface: nil)) == .getAll)
        for property in WeatherInterface.Property.allCases {
            let call = Self.call("Get", "ss", [own, .string(property.rawValue)], interface: properties)
            #expect(try WeatherCall(call) == .get(property))
        }
        let introspect = Self.call("Introspect", "", [], interface: "org.freedesktop.DBus.Introspectable", path: "/org")
        #expect(try WeatherCall(introspect) == .introspect(xml: try #require(Introspection.xml(of: "/org"))))
    }

    @Test(
        arguments: [
            // Wrong types.
            (call("GetCurrent", "s", [.string("")]), "InvalidArgs"),
            (call("GetCurrent", "", []), "InvalidArgs"),
            (call("MovePlace", "si", [.string("a"), .int32(1)]), "InvalidArgs"),
            (call("GetCurrent", "a{sv}", [received(["place": .uint32(1)])]), "InvalidArgs"),
            (call("GetHourly", "a{sv}", [received(["hours": .string("24")])]), "InvalidArgs"),
            // Options that a method does not have.
            (call("GetCurrent", "a{sv}", [received(["colour": .string("red")])]), "InvalidArgs"),
            (call("GetCurrent", "a{sv}", [received(["hours": .uint32(1)])]), "InvalidArgs"),
            (call("GetJson", "sa{sv}", [.string("places"), received(["place": .string("a")])]), "InvalidArgs"),
            // Names that do not exist.
            (call("GetTomorrow", "a{sv}", [received([:])]), "UnknownMethod"),
            (call("GetTomorrow", "a{sv}", [received([:])], interface: nil), "UnknownMethod"),
            (call("GetCurrent", "a{sv}", [received([:])], path: "/org"), "UnknownMethod"),
            (call("GetCurrent", "a{sv}", [received([:])], path: "/com"), "UnknownObject"),
            (call("GetCurrent", "a{sv}", [received([:])], interface: "org.weatherd.Weather2"), "UnknownInterface"),
            (call("Get", "ss", [.string("com.example.X"), .string("Place")], interface: nil), "UnknownInterface"),
            (
                call("Get", "ss", [.string("org.weatherd.Weather1"), .string("Colour")], interface: nil),
                "UnknownProperty"
            ),
            (
                call(
                    "Set", "ssv", [.string("org.weatherd.Weather1"), .string("Place"), .string("Oslo")], interface: nil),
                "PropertyReadOnly"
            ),
        ] as [(BusService.Call, String)])
    func errorsOfDBus(call: BusService.Call, name: String) throws {
        let failure = try #require(Self.failure(call))
        #expect(failure.name == "org.freedesktop.DBus.Error." + name)
        #expect(!failure.sentence.isEmpty && failure.sentence.count < 300)
    }

    @Test(
        arguments: [
            (call("GetJson", "sa{sv}", [.string("map"), received([:])]), "BadArgument"),
            (call("GetHourly", "a{sv}", [received(["hours": .uint32(100_000)])]), "BadArgument"),
            (call("SetUnits", "sa{sv}", [.string(""), received([:])]), "BadArgument"),
            (call("MovePlace", "su", [.string("a"), .uint32(0)]), "BadArgument"),
            (call("AddPlace", "ssa{sv}", [.string("Oslo"), .string("Home"), received([:])]), "BadArgument"),
            (call("Search", "sa{sv}", [.string(String(repeating: "x", count: 2000)), received([:])]), "TooLong"),
        ] as [(BusService.Call, String)])
    func errorsOfTheLineProtocol(call: BusService.Call, name: String) throws {
        #expect(try #require(Self.failure(call)).name == "org.weatherd.Error." + name)
    }

    @Test func unreadableArgumentsAreRejected() throws {
        let call = BusService.Call(
            id: 1, sender: ":1.7", path: WeatherInterface.path, interface: nil, method: "Search", signature: "sa{sv}",
            arguments: .failure(BusError(message: "the arguments are longer than 16384 bytes")))
        let failure = try #require(Self.failure(call))
        #expect(failure.name == "org.freedesktop.DBus.Error.InvalidArgs")
        #expect(failure.sentence.hasSuffix("longer than 16384 bytes"))
    }

    @Test func everyCodeHasAnErrorName() {
        let names = Reply.Code.allCases.map { WeatherCall.Failure($0, "").name.dropFirst("org.weatherd.Error.".count) }
        #expect(
            names == [
                "BadRequest", "TooLong", "UnknownCommand", "BadArgument", "NotFound", "NoData", "NoLocation", "Busy",
                "Internal",
            ])
    }
}
