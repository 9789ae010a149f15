import Testing

@testable import SessionBus
@testable import SystemBus

/// The menu as com.canonical.dbusmenu has it.
struct TrayMenuTests {
    private typealias Fixture = TrayContentTests.Fixture

    private func menu(_ fixture: Fixture) -> TrayMenu { TrayMenu(fixture.content.menu) }

    /// All items with their parents' labels.
    private func all(_ items: [TrayMenu.Item]) -> [TrayMenu.Item] { items.flatMap { [$0] + all($0.children) } }

    @Test func numbersAreUnique() {
        let alerts = Array(repeating: TrayContentTests.alert, count: 9).joined(separator: ",")
        for places in [1, 2, 20, 21, 201] {
            let numbers = all(menu(Fixture(alerts: alerts, places: places)).items).map(\.id)
            #expect(Set(numbers).count == numbers.count && !numbers.contains(0))
        }
    }

    @Test func noMenuIsTooLong() throws {
        for places in [2, 20, 21, 201] {
            let menu = menu(Fixture(places: places))
            #expect(all(menu.items).allSatisfy { $0.children.count <= TrayMenu.mostPlaces })
            let shown = all(menu.items).compactMap { item -> Int? in
                if case .show(let index) = item.action { index } else { nil }
            }
            #expect(shown == Array(0..<places))
        }
        let groups = try #require(menu(Fixture(places: 201)).items.first { $0.label == "Places" }).children
        #expect(groups.count == 11 && groups[1].label == "Place 20 – Place 39")
        // One place is nothing to choose from.
        #expect(!menu(Fixture(places: 1)).items.contains { $0.label == "Places" })
    }

    @Test func shownPlaceAndUnitsAreChosen() {
        let items = all(menu(Fixture(places: 3)).items)
        let chosen = items.filter { $0.kind == .choice(isChosen: true) }.map(\.label)
        #expect(chosen == ["Lisbon\u{2003}0°", "°C, km/h, mm"])
    }

    @Test func underscoresAreNoShortcuts() {
        let hour = all(menu(Fixture()).items).first { $0.label.contains("13:00") }
        #expect(hour?.label == "13:00\u{2003}22°\u{2003}dry_, 60%")
        #expect(hour?.properties([])["label"] == .string("13:00\u{2003}22°\u{2003}dry__, 60%"))
    }

    @Test func layoutHasTheDepthAndTheProperties() throws {
        let menu = menu(Fixture(places: 2))
        func children(_ layout: BusValue?) throws -> [BusValue] {
            guard case .structure(let fields)? = layout, case .variants(let children) = fields[2] else {
                throw BusError(message: "no layout: \(String(describing: layout))")
            }
            return children
        }
        let whole = menu.layout(of: 0, depth: -1, names: [])
        #expect(whole?.signature == "(ia{sv}av)")
        let items = try children(whole)
        #expect(items.count == menu.items.count)
        let places = menu.items.firstIndex { $0.label == "Places" } ?? 0
        #expect(try children(items[places]).count == 2)
        let flat = try children(menu.layout(of: 0, depth: 1, names: ["label"]))
        #expect(try children(flat[places]).isEmpty)
        #expect(
            flat[places]
                == .structure([.int32(menu.items[places].id), .options(["label": .string("Places")]), .variants([])]))
        #expect(try children(menu.layout(of: 0, depth: 0, names: [])).isEmpty)
        #expect(menu.layout(of: 77_777, depth: -1, names: []) == nil)
    }

    @Test func groupPropertiesLeaveOutUnknownItems() {
        let menu = menu(Fixture())
        let id = menu.items[0].id
        let one = BusValue.structure([.int32(id), .options(menu.items[0].properties(["label"]))])
        #expect(menu.properties(of: [id, 77_777], names: ["label"]) == .list(of: "(ia{sv})", [one]))
        guard case .list(_, let everything) = menu.properties(of: [], names: []) else { return }
        #expect(everything.count == all(menu.items).count + 1)
    }

    @Test func hostsAreToldWhatIsDifferent() {
        let former = menu(Fixture(places: 2))
        #expect(menu(Fixture(places: 2)).update(from: former) == .nothing)
        #expect(menu(Fixture(places: 3)).update(from: former) == .layout)
        let title = former.items.first { !$0.isEnabled }?.id ?? 0
        let renamed = menu(Fixture(freshness: "stale", places: 2)).update(from: former)
        #expect(
            renamed
                == .items([
                    .list(
                        of: "(ia{sv})",
                        [
                            .structure([
                                .int32(title), .options(["label": .string("Lisbon: 21°C, partly cloudy (stale)")]),
                            ])
                        ]), .list(of: "(ias)", []),
                ]))
    }
}
