import ClientProtocol
import Testing
import Weather

@testable import SessionBus
@testable import SystemBus

/// The properties, from replies of the line protocol.
struct PropertyValuesTests {
    private static let now = UnixTime(1_763_740_860)

    private static let replies = PropertyValues.Replies(
        current: .ok([
            #"{"place":{"name":"Oslo","approximate":true},"temperatureC":-1.4,"condition":{"code":"mostly-clear","#
                + #""text":"mostly sunny"},"isDay":false,"summary":"Tonight: dry.","attribution":"by X","ageSeconds":60}"#
        ]),
        short: .ok(["🌤️ −1°C"]),
        status: .ok([
            #"{"place":{"name":"Oslo"},"freshness":"fresh","offline":false,"sample":false,"version":"1.2.3","#
                + #""fetchedAt":"2025-11-21T17:00:00+01:00","lastErrorCode":null,"lastError":null}"#
        ]),
        alerts: .ok([#"{"alerts":[{"id":"a","inForce":true},{"id":"b","inForce":false}],"ageSeconds":5}"#]),
        places: .ok([#"{"places":[{"place":{"name":"Oslo"},"ageSeconds":60,"localTime":"18:00"}]}"#]),
        temperature: "−1°C", units: "temperature in °C", next: nil)

    private func values(_ change: (inout PropertyValues.Replies) -> Void = { _ in }) -> PropertyValues {
        var replies = Self.replies
        change(&replies)
        return PropertyValues(replies, listing: true)
    }

    @Test func allValues() {
        let all = values().all(at: Self.now)
        #expect(
            all == [
                "Place": .string("Oslo"), "Approximate": .bool(true), "TemperatureC": .double(-1.4),
                "Temperature": .string("−1°C"), "ConditionCode": .string("mostly-clear"),
                "ConditionText": .string("mostly sunny"), "IconName": .string("weather-clear-night"),
                "IsDay": .bool(false), "Freshness": .string("fresh"), "Offline": .bool(false), "Sample": .bool(false),
                "FetchedAt": .uint64(1_763_740_800), "AgeSeconds": .uint64(60), "Summary": .string("Tonight: dry."),
                "ShortText": .string("🌤️ −1°C"), "Units": .string("temperature in °C"), "Attribution": .string("by X"),
                "WarningCount": .uint32(1),
                "Warnings": .dictionaries([
                    ["id": .string("a"), "inForce": .bool(true)], ["id": .string("b"), "inForce": .bool(false)],
                ]),
                "Places": .dictionaries([
                    [
                        "place": .options(["name": .string("Oslo")]), "ageSeconds": .double(60),
                        "localTime": .string("18:00"),
                    ]
                ]),
                "Version": .string("1.2.3"),
            ])
        // Only ErrorCode and Error are not known.
        #expect(all.count == WeatherInterface.Property.allCases.count - 2)
        for (name, value) in all {
            let property = WeatherInterface.Property(rawValue: name)
            #expect(property.map { $0.kind.rawValue == value.signature } == true, "\(name)")
        }
    }

    @Test func withoutWeatherTheStateIsKnown() {
        let values = values {
            $0.current = .error(.noData, "no weather yet")
            $0.short = .error(.noData, "no weather yet")
            $0.alerts = .error(.noData, "no weather yet")
            $0.temperature = nil
            $0.status = .ok([
                #"{"place":{"name":"Oslo"},"freshness":"none","offline":true,"sample":false,"fetchedAt":null,"#
                    + #""lastErrorCode":"no-network","lastError":"no network"}"#
            ])
        }
        let all = values.all(at: Self.now)
        #expect(
            Set(all.keys) == [
                "Place", "Freshness", "Offline", "Sample", "ErrorCode", "Error", "Units", "Places",
            ])
        #expect(all["ErrorCode"] == .string("no-network") && all["Offline"] == .bool(true))
    }

    @Test func agesAndTimesAreNoChange() {
        let later = values {
            $0.current = .ok([Self.replies.current.text(replacing: "\"ageSeconds\":60", by: "\"ageSeconds\":120")])
            $0.alerts = .ok([Self.replies.alerts.text(replacing: "\"ageSeconds\":5", by: "\"ageSeconds\":9")])
            $0.places = .ok([Self.replies.places.text(replacing: "18:00", by: "18:01")])
        }
        #expect(later.changes(from: values()).isEmpty)
    }

    @Test func changesAreOnlyWhatChanged() {
        let warmer = values { $0.temperature = "0°C" }
        #expect(warmer.changes(from: values()).changed == ["Temperature": .string("0°C")])
        #expect(warmer.changes(from: values()).invalidated.isEmpty)
        let unmeasured = values { $0.temperature = nil }
        #expect(unmeasured.changes(from: values()).changed.isEmpty)
        #expect(unmeasured.changes(from: values()).invalidated == ["Temperature"])
        let calm = values { $0.alerts = .ok([#"{"alerts":[],"alertsKnown":true}"#]) }
        #expect(calm.changes(from: values()).changed == ["WarningCount": .uint32(0)])
        #expect(calm.changes(from: values()).invalidated == ["Warnings"])
        let unknown = values { $0.alerts = .ok([#"{"alerts":[],"alertsKnown":false}"#]) }
        #expect(unknown.changes(from: values()).changed.isEmpty, "not known is not none")
        #expect(unknown.changes(from: values()).invalidated == ["WarningCount", "Warnings"])
        let moved = values { $0.places = .ok([#"{"places":[]}"#]) }
        #expect(moved.changes(from: values()).invalidated == ["Places"])
    }

    @Test func listsAreNotKept() {
        let kept = values().withoutLists
        #expect(kept.value(of: .places, at: Self.now) == nil)
        #expect(kept.value(of: .place, at: Self.now) == .string("Oslo"))
        #expect(kept.changes(from: values()).isEmpty)
        #expect(PropertyValues(Self.replies, listing: false).value(of: .warnings, at: Self.now) == nil)
    }
}

extension Reply {
    /// Its first line with other words.
    fileprivate func text(replacing words: String, by others: String) -> String {
        guard case .ok(let lines) = self else { return "" }
        return lines[0].replacing(words, with: others)
    }
}
