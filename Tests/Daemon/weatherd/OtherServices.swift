import Foundation
import HTTP
import Weather

/// Responses of the services other than forecasts during a simulated day, in their documented formats.
enum OtherServices {
    /// nil for another service.
    static func answer(to url: String, at now: UnixTime) -> HTTPAnswer? {
        let text: String? =
            if url.contains("aviationweather.gov") {
                airport(at: now)
            } else if url.contains("/nowcast/") {
                radar(at: now)
            } else if url.contains("archive-api.") {
                archive
            } else if url.contains("ensemble-api.") {
                ensemble(at: now)
            } else {
                nil
            }
        return text.map { HTTPAnswer(status: 200, body: Array($0.utf8)) }
    }

    /// A report every half hour, published after ten minutes.
    private static func airport(at now: UnixTime) -> String {
        let time = now.seconds - 600 - (now.seconds - 600) % 1800
        return #"[{"icaoId":"ENGM","obsTime":\#(time),"lat":59.95,"lon":10.8,"elev":20,"temp":5}]"#
    }

    /// Steady rain.
    private static func radar(at now: UnixTime) -> String {
        let first = now.seconds - now.seconds % 300
        let steps = (0..<23).map { step in
            let time = UnixTime(first + step * 300).utc
            return #"{"time":"\#(time)","data":{"instant":{"details":{"precipitation_rate":1.2}}}}"#
        }
        return #"""
            {"properties":{"meta":{"updated_at":"\#(now.utc)","radar_coverage":"ok",
              "units":{"precipitation_rate":"mm/h"}},"timeseries":[\#(steps.joined(separator: ","))]}}
            """#
    }

    /// Ten years from 2016 on.
    private static let archive: String = {
        let days = (0..<3653).map { String(1_451_606_400 + $0 * 86_400) }.joined(separator: ",")
        let values = Array(repeating: "5", count: 3653).joined(separator: ",")
        return #"""
            {"utc_offset_seconds":0,"timezone":"GMT","daily_units":{"time":"unixtime"},
             "daily":{"time":[\#(days)],"temperature_2m_max":[\#(values)],"temperature_2m_min":[\#(values)]}}
            """#
    }()

    private static func ensemble(at now: UnixTime) -> String {
        let midnight = now.seconds - now.seconds % 86_400
        let members = (0..<51).map { member in
            let name = member == 0 ? "" : "_member\(member < 10 ? "0" : "")\(member)"
            return "\"temperature_2m_max\(name)\":[\(member),\(member)]"
        }
        return #"""
            {"utc_offset_seconds":0,"timezone":"GMT","daily_units":{"time":"unixtime"},
             "daily":{"time":[\#(midnight),\#(midnight + 86_400)],\#(members.joined(separator: ","))}}
            """#
    }
}

extension UnixTime {
    /// `2026-11-21T15:00:00Z`
    fileprivate var utc: String { Date(timeIntervalSince1970: Double(seconds)).ISO8601Format() }
}
