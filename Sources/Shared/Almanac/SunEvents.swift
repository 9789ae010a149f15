public import Weather

extension Sun {
    /// Sunrises, sunsets and civil dawns and dusks of the solar days around a moment, in order: all within 24 hours before and
    /// after it. Empty in the midnight sun and in deep polar night.
    public func events(around moment: UnixTime) -> [SunEvent] {
        var events: [SunEvent] = []
        // Solar days instead of dates, which need a time zone.
        for day in -2...2 {
            let start = moment.advanced(by: day * 86_400 - 43_200)
            let end = start.advanced(by: 86_400)
            let daylight = daylight(from: start, to: end)
            let twilight = twilight(.civil, from: start, to: end)
            let times: [(SunEvent.Kind, UnixTime?)] = [
                (.dawn, twilight.dawn), (.sunrise, daylight.sunrise), (.sunset, daylight.sunset),
                (.dusk, twilight.dusk),
            ]
            events += times.compactMap { kind, time in time.map { SunEvent(kind, at: $0) } }
        }
        return Set(events).sorted { $0.time < $1.time }
    }
}
