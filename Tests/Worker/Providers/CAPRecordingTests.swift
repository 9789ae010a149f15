import Foundation
import Providers
import Scratch
import Testing
import Weather

private let folder = RecordingFolder("cap")

/// What each recorded message means for a place, read from the files by the rules of CAP 1.2.
struct RecordedMessage: Sendable, CustomStringConvertible {
    var file: String
    /// Latitude and longitude of a place in its area.
    var inside: (Double, Double)
    var outside = (10.0, -30.0)
    /// A moment at which it is in force or announced.
    var now: String
    var locale = "en"
    var event: String
    var severity = Alert.Severity.moderate
    var urgency = Alert.Urgency.future
    var certainty = Alert.Certainty.likely
    var kind: Alert.Kind
    var sender: String?
    var issued: String
    var onset: String
    var ends: String

    var description: String { "\(file) \(locale)" }

    static let all = [
        RecordedMessage(
            file: "br_polygon_trailing_space.xml", inside: (-5.198, -35.892), now: "2022-08-13T00:00:00Z",
            event: "Ventos Costeiros", kind: .coastal, sender: "Instituto Nacional de Meteorologia",
            issued: "2022-08-12T16:22:45Z", onset: "2022-08-12T18:00:00Z", ends: "2022-08-14T13:00:00Z"),
        // Without an end, a warning is in force for a day.
        RecordedMessage(
            file: "ch_alertswiss_landslide.xml", inside: (46.053, 9.012), now: "2025-05-21T10:00:00Z",
            event: "Falling rocks, landslide", urgency: .unknown, certainty: .unknown, kind: .other,
            sender: "Canton Ticino", issued: "2025-05-20T10:41:00Z", onset: "2025-05-20T10:41:00Z",
            ends: "2025-05-21T10:41:00Z"),
        RecordedMessage(
            file: "de_dwd_heavy_rain_mul.xml", inside: (52.493, 12.46), now: "2023-06-23T10:00:00Z", locale: "de_AT",
            event: "STARKREGEN", urgency: .immediate, kind: .rain, sender: "Deutscher Wetterdienst",
            issued: "2023-06-23T09:14:00Z", onset: "2023-06-23T09:14:00Z", ends: "2023-06-23T13:00:00Z"),
        RecordedMessage(
            file: "de_dwd_heavy_rain_mul.xml", inside: (52.493, 12.46), now: "2023-06-23T10:00:00Z", locale: "ja",
            event: "heavy rain", urgency: .immediate, kind: .rain, sender: "Deutscher Wetterdienst",
            issued: "2023-06-23T09:14:00Z", onset: "2023-06-23T09:14:00Z", ends: "2023-06-23T13:00:00Z"),
        RecordedMessage(
            file: "kz_freezing_rain_polygon.xml", inside: (48.541, 82.791), now: "2025-03-07T00:00:00Z",
            event: "Freezing rain, icing", kind: .snowIce, issued: "2025-03-06T13:37:01Z",
            onset: "2025-03-06T15:00:00Z", ends: "2025-03-07T16:00:00Z"),
        RecordedMessage(
            file: "rs_update_sr_latn.xml", inside: (44.149, 20.624), now: "2025-08-17T20:00:00Z",
            event: "Thunderstorm yellow", kind: .thunderstorm, sender: "RHMS Serbia", issued: "2025-08-17T19:00:03Z",
            onset: "2025-08-17T22:00:00Z", ends: "2025-08-18T21:59:59Z"),
        RecordedMessage(
            file: "rs_update_sr_latn.xml", inside: (44.149, 20.624), now: "2025-08-17T20:00:00Z", locale: "sr_RS.UTF-8",
            event: "Грмљавина Умерен ниво", kind: .thunderstorm, sender: "РХМЗ Србија", issued: "2025-08-17T19:00:03Z",
            onset: "2025-08-17T22:00:00Z", ends: "2025-08-18T21:59:59Z"),
        RecordedMessage(
            file: "rs_update_sr_latn.xml", inside: (44.149, 20.624), now: "2025-08-17T20:00:00Z", locale: "sr-Latn",
            event: "Grmljavina Umeren nivo", kind: .thunderstorm, sender: "RHMZ Srbija", issued: "2025-08-17T19:00:03Z",
            onset: "2025-08-17T22:00:00Z", ends: "2025-08-18T21:59:59Z"),
        RecordedMessage(
            file: "standard_example_thunderstorm.xml", inside: (38.494, -119.98), now: "2003-06-17T22:30:00Z",
            event: "SEVERE THUNDERSTORM", severity: .severe, urgency: .immediate, certainty: .observed,
            kind: .thunderstorm, sender: "NATIONAL WEATHER SERVICE SACRAMENTO CA", issued: "2003-06-17T21:57:00Z",
            onset: "2003-06-17T21:57:00Z", ends: "2003-06-17T23:00:00Z"),
        RecordedMessage(
            file: "us_special_weather_statement_ugc.xml", inside: (38.144, -76.087), now: "2025-02-28T20:00:00Z",
            event: "Special Weather Statement", urgency: .expected, certainty: .observed, kind: .other,
            sender: "NWS Wakefield VA", issued: "2025-02-28T19:38:00Z", onset: "2025-02-28T19:38:00Z",
            ends: "2025-03-01T11:00:00Z"),
        // A circle of a kilometre.
        RecordedMessage(
            file: "us_tsunami_circle.xml", inside: (53.405, -165.164), outside: (53.42, -165.164),
            now: "2022-08-01T01:00:00Z", event: "Tsunami Information", severity: .minor, urgency: .unknown,
            certainty: .unlikely, kind: .tsunami, sender: "NWS National Tsunami Warning Center Palmer AK",
            issued: "2022-08-01T00:40:48Z", onset: "2022-08-01T00:40:48Z", ends: "2022-08-01T01:40:48Z"),
    ]
}

@Suite(.enabled(if: folder.exists, "\(RecordingFolder.absence)"))
struct CAPRecordingTests {
    private func moment(_ text: String) throws -> UnixTime {
        UnixTime(Int(try Date(text, strategy: .iso8601).timeIntervalSince1970))
    }

    private func selection(
        _ files: [String], at place: (Double, Double), now: String, locale: String = "en",
        _ table: RegionTable = RegionTable()
    ) throws -> CAPSelection {
        let place = try #require(Coordinate(latitude: place.0, longitude: place.1))
        return CAPSelection(
            of: try files.map { try CAPMessage(xml: folder.body($0)) }, now: try moment(now), locale: locale,
            regions: RegionsOfPlace(place, in: table))
    }

    @Test(arguments: RecordedMessage.all)
    func messageIsReadAsItIs(message: RecordedMessage) throws {
        let selection = try selection([message.file], at: message.inside, now: message.now, locale: message.locale)
        // What is not expected to occur is no warning.
        guard message.certainty != .unlikely else {
            return #expect(selection.alerts.isEmpty && selection.omitted.isEmpty)
        }
        #expect(selection.alerts.count == 1 && selection.omitted.unlocated == 0)
        let alert = try #require(selection.alerts.first)
        #expect(alert.event == message.event)
        #expect(alert.severity == message.severity)
        #expect(alert.urgency == message.urgency)
        #expect(alert.certainty == message.certainty)
        #expect(alert.kind == message.kind)
        #expect(alert.sender == message.sender)
        #expect(alert.issuedAt == (try moment(message.issued)))
        #expect(alert.onset == (try moment(message.onset)))
        #expect(alert.ends == (try moment(message.ends)))
        let points = alert.areas.reduce(0) { $0 + $1.pointCount }
        #expect((1...Alert.mostPoints).contains(points))
    }

    @Test(arguments: RecordedMessage.all)
    func messageIsNotForOtherPlacesAndTimes(message: RecordedMessage) throws {
        #expect(try selection([message.file], at: message.outside, now: message.now).alerts.isEmpty)
        #expect(try selection([message.file], at: message.inside, now: message.ends).alerts.isEmpty)
    }

    @Test(arguments: [
        // A test; the danger has passed, twice; a cancellation; an end that an update reports.
        ("ch_alertswiss_test.xml", (46.0, 8.0), "2025-06-21T06:10:00Z"),
        ("mo_monsoon_update_past.xml", (22.14, 113.594), "2025-04-12T22:30:00Z"),
        ("gdacs_wildfire_garbage_polygon.xml", (8.76, -68.132), "2025-02-28T23:10:00Z"),
        ("de_mowas_cancel_trimmed.xml", (50.992, 9.337), "2025-03-13T10:00:00Z"),
        ("fr_meteoalarm_detail.xml", (44.1, 6.2), "2022-12-07T05:00:30Z"),
    ])
    func messageIsNoWarning(file: String, place: (Double, Double), now: String) throws {
        let selection = try selection([file], at: place, now: now)
        #expect(selection.alerts.isEmpty && selection.omitted.unlocated == 0)
    }

    @Test(arguments: ["au_bom_feed_index.rss.xml", "fr_meteoalarm_atom.xml"])
    func feedIsNoMessage(file: String) throws {
        let body = try folder.body(file)
        #expect(throws: XMLFailure.damaged) { try CAPMessage(xml: body) }
    }

    @Test func textsAreRead() throws {
        let landslide = try #require(
            try selection(["ch_alertswiss_landslide.xml"], at: (46.053, 9.012), now: "2025-05-20T12:00:00Z").alerts
                .first)
        #expect(landslide.id == "POA-1222963954-5" && landslide.replaces == [])
        #expect(landslide.headline == "Landslide")
        #expect(landslide.area == "Sonvico - Denti della vecchia")
        #expect(
            landslide.instruction == "Make a large detour to avoid the affected area.\n"
                + "Follow the instructions given by emergency services and the authorities.")
        #expect(landslide.text?.hasPrefix("There have been falling rocks / landslides") == true)
        #expect(landslide.web == "https://www.alert.swiss")
        let rain = try #require(
            try selection(["de_dwd_heavy_rain_mul.xml"], at: (52.493, 12.46), now: "2023-06-23T10:00:00Z", locale: "de")
                .alerts.first)
        #expect(
            rain.replaces == ["2.49.0.0.276.0.DWD.PVW.1687503060000.fc4f7fd9-80e7-4d71-969a-254be3e27e83.MUL"])
        #expect(rain.headline == "Amtliche WARNUNG vor STARKREGEN")
        #expect(
            rain.text
                == "Es tritt Starkregen auf. Dabei werden Niederschlagsmengen zwischen 20 l/m² und 30 l/m² in 6 Stunden erwartet."
        )
        let ice = try #require(
            try selection(["kz_freezing_rain_polygon.xml"], at: (48.541, 82.791), now: "2025-03-07T00:00:00Z").alerts
                .first)
        #expect(ice.text == nil && ice.instruction == nil && ice.area == "Kokpekti district (Abai oblysy)")
    }

    /// Its polygon was cut to two points, and its municipality is known by a number only.
    @Test func unknownRegionIsCountedAndNotGuessed() throws {
        let selection = try selection(
            ["de_dwd_update_thunderstorm.xml", "kz_freezing_rain_polygon.xml"], at: (51.4377, 13.3222),
            now: "2022-08-26T20:30:00Z")
        #expect(selection.alerts.isEmpty && selection.omitted.unlocated == 1)
        let unknown = try self.selection(
            ["fr_multi_area_nuts3.xml"], at: (43.7, 7.26), now: "2022-08-10T15:00:00Z")
        #expect(unknown.alerts.isEmpty && unknown.omitted.unlocated == 1)
    }

    @Test func regionIsFoundByItsCode() throws {
        let table = RegionTable(path: regionFile)
        let nice = try selection(["fr_multi_area_nuts3.xml"], at: (43.7, 7.26), now: "2022-08-10T15:00:00Z", table)
        let alert = try #require(nice.alerts.first)
        #expect(nice.alerts.count == 1 && nice.omitted.unlocated == 0)
        #expect(alert.event == "Moderate thunderstorm warning" && alert.kind == .thunderstorm)
        #expect(alert.area == "Alpes Maritimes" && !alert.areas.isEmpty)
        #expect(alert.onset == (try moment("2022-08-10T14:11:00Z")))
        #expect(alert.ends == (try moment("2022-08-11T14:00:00Z")))
        let french = try selection(
            ["fr_multi_area_nuts3.xml"], at: (43.7, 7.26), now: "2022-08-10T15:00:00Z", locale: "fr_CA", table)
        #expect(french.alerts.first?.event == "Vigilance jaune orages")
        let paris = try selection(["fr_multi_area_nuts3.xml"], at: (48.86, 2.35), now: "2022-08-10T15:00:00Z", table)
        #expect(paris.alerts.isEmpty && paris.omitted.unlocated == 0)
    }

    /// In the Irish Sea off Dublin and Down.
    @Test func seaAreaIsFoundByItsCode() throws {
        let table = RegionTable(path: regionFile)
        let now = "2025-04-14T10:00:00Z"
        let sea = try selection(["ie_small_craft_emma_only.xml"], at: (54.0, -5.8), now: now, table)
        let alert = try #require(sea.alerts.first)
        #expect(alert.event == "Small Craft" && alert.kind == .wind && alert.severity == .moderate)
        #expect(alert.instruction == nil && alert.sender == "Met Éireann")
        #expect(alert.onset == (try moment("2025-04-14T12:00:00Z")))
        #expect(alert.ends == (try moment("2025-04-14T19:00:00Z")))
        let cork = try selection(["ie_small_craft_emma_only.xml"], at: (51.9, -8.47), now: now, table)
        #expect(cork.alerts.isEmpty && cork.omitted.unlocated == 0)
    }

    @Test func polygonWithBracketsIsRead() throws {
        let message = try CAPMessage(xml: folder.body("gdacs_wildfire_garbage_polygon.xml"))
        let area = try #require(message.infos.first?.areas.first)
        #expect(area.rings.count == 1 && !area.hasDamagedShape)
        let place = try #require(Coordinate(latitude: 8.76, longitude: -68.132))
        #expect(area.rings[0].contains(place))
    }
}

/// The table of the package.
let regionFile = URL(filePath: #filePath).appending(path: "../../../../Sources/Worker/Providers/Regions/regions.dat")
    .standardized.path
