import Testing

@testable import SessionBus
@testable import SystemBus

/// What hosts ask for, and which calls are rejected.
struct TrayCallTests {
    private static func call(
        _ method: String, _ signature: String, _ values: [BusValue], on object: TrayInterface = .item,
        interface: String? = nil
    ) -> BusService.Call {
        BusService.Call(
            id: 1, sender: ":1.7", path: object.path, interface: interface ?? object.name, method: method,
            signature: signature, arguments: .success(values))
    }

    private static func failure(_ call: BusService.Call, _ object: TrayInterface = .item) -> String? {
        do throws(WeatherCall.Failure) {
            _ = try TrayCall(call, object)
            return nil
        } catch {
            return error.name.split(separator: ".").last.map(String.init)
        }
    }

    @Test func clicksAndTheWheel() throws {
        let position: [BusValue] = [.int32(3), .int32(4)]
        #expect(try TrayCall(Self.call("Activate", "ii", position), .item) == .activate)
        #expect(try TrayCall(Self.call("SecondaryActivate", "ii", position), .item) == .secondaryActivate)
        #expect(try TrayCall(Self.call("ContextMenu", "ii", position), .item) == .nothing)
        #expect(
            try TrayCall(Self.call("Scroll", "is", [.int32(-120), .string("Vertical")]), .item)
                == .scroll(delta: -120, direction: "Vertical"))
        #expect(try TrayCall(Self.call("ProvideXdgActivationToken", "s", [.string("x")]), .item) == .nothing)
    }

    @Test func menuCalls() throws {
        func menu(_ method: String, _ signature: String, _ values: BusValue...) throws -> TrayCall {
            try TrayCall(Self.call(method, signature, values, on: .menu), .menu)
        }
        #expect(
            try menu("GetLayout", "iias", .int32(0), .int32(-1), .array([.string("label")]))
                == .layout(parent: 0, depth: -1, names: ["label"]))
        #expect(
            try menu("GetGroupProperties", "aias", .array([.int32(1), .int32(2)]), .array([]))
                == .groupProperties(ids: [1, 2], names: []))
        #expect(try menu("GetProperty", "is", .int32(1), .string("label")) == .property(id: 1, name: "label"))
        #expect(
            try menu("Event", "isvu", .int32(5), .string("clicked"), .string(""), .uint32(0))
                == .event(id: 5, name: "clicked"))
        // An empty variant has no value.
        #expect(
            try menu("Event", "isvu", .int32(5), .string("clicked"), .uint32(0)) == .event(id: 5, name: "clicked"))
        let event = BusValue.structure([.int32(5), .string("clicked"), .int32(0), .uint32(0)])
        #expect(
            try menu("EventGroup", "a(isvu)", .array([event, event]))
                == .eventGroup([TrayCall.Event(id: 5, name: "clicked"), TrayCall.Event(id: 5, name: "clicked")]))
        #expect(try menu("AboutToShow", "i", .int32(0)) == .aboutToShow(id: 0))
        #expect(try menu("AboutToShowGroup", "ai", .array([.int32(0)])) == .aboutToShowGroup([0]))
    }

    @Test func properties() throws {
        let properties = "org.freedesktop.DBus.Properties"
        func access(_ method: String, _ signature: String, _ values: BusValue...) -> BusService.Call {
            Self.call(method, signature, values, interface: properties)
        }
        let name = BusValue.string(TrayInterface.item.name)
        #expect(try TrayCall(access("GetAll", "s", name), .item) == .getAll(.item))
        #expect(try TrayCall(access("Get", "ss", name, .string("Status")), .item) == .get(.item, property: "Status"))
        #expect(Self.failure(access("Get", "ss", name, .string("Colour"))) == "UnknownProperty")
        #expect(
            Self.failure(access("Set", "ssv", name, .string("Status"), .string("x"))) == "PropertyReadOnly")
        #expect(Self.failure(access("GetAll", "s", .string("org.example"))) == "UnknownInterface")
        #expect(Self.failure(access("GetAll", "", name)) == "InvalidArgs")
    }

    @Test func wrongCallsAreRejected() {
        #expect(Self.failure(Self.call("Activate", "s", [.string("x")])) == "InvalidArgs")
        #expect(Self.failure(Self.call("Activate", "", [])) == "InvalidArgs")
        #expect(Self.failure(Self.call("Explode", "", [])) == "UnknownMethod")
        #expect(Self.failure(Self.call("Activate", "ii", [], interface: "org.example")) == "UnknownInterface")
        var large = Self.call("Scroll", "is", [])
        large = BusService.Call(
            id: 1, sender: ":1.7", path: large.path, interface: large.interface, method: "Scroll", signature: "is",
            arguments: .failure(BusError(message: "the arguments are longer than 16384 bytes")))
        #expect(Self.failure(large) == "InvalidArgs")
        // Never a crash, even if the arguments and their types do not fit.
        for method in TrayInterface.menu.methods {
            _ = try? TrayCall(Self.call(method.name, method.signature, [], on: .menu), .menu)
        }
    }

    @Test func introspectionListsEverything() throws {
        for object in TrayInterface.allCases {
            let xml = try #require(Introspection.xml(of: object.path, withTray: true))
            for method in object.methods { #expect(xml.contains("<method name=\"\(method.name)\"")) }
            for property in object.properties {
                #expect(xml.contains("<property name=\"\(property.name)\" type=\"\(property.type)\""))
            }
            #expect(Introspection.xml(of: object.path) == nil)
        }
        let parent = try #require(Introspection.xml(of: "/org/weatherd", withTray: true))
        #expect(parent.contains("\"Weather1\"") && parent.contains("\"Tray\""))
        #expect(
            try #require(Introspection.xml(of: "/org/weatherd/Tray", withTray: true)).contains("<node name=\"Menu\"/>"))
    }
}
