public import Weather

// The results of fetches.
extension Store {
    /// Stores new reports, in memory at once and on disk when this returns.
    ///
    /// - Parameter correction: `clockCorrection` at the start of the fetch, in case the clock was set since; nil for now.
    public func keep<Content>(
        _ reports: [Content], as part: any PlaceWeather.Part<Content>, at now: UnixTime, since correction: Int? = nil
    ) async {
        // Follows the clock first, or the step would be missed.
        _ = snapshot
        let step = correction.map { clockCorrection - $0 } ?? 0
        update(.reports) { [boot = clock?().boot] snapshot in
            for var report in reports where snapshot.weather[report.coordinate] != nil {
                if let boot, report.clock == nil {
                    report.clock = ClockRecord(boot: boot)
                    if step != 0 { report.redate(by: step, at: moment(at: now)) }
                }
                let former = snapshot.weather[report.coordinate]?.report
                snapshot.weather[report.coordinate]?[keyPath: part].content = report
                snapshot.weather[report.coordinate]?[keyPath: part].failure = nil
                snapshot.weather[report.coordinate]?[keyPath: part].triedAt = now
                if Content.self == Report.self {
                    snapshot.weather[report.coordinate]?.recordTemperatures(replacing: former, at: now)
                }
            }
        }
        await save()
    }

    /// Stores why refreshes failed. The last successful reports stay.
    public func note<Content>(
        _ failures: [Coordinate: FetchFailure], of part: any PlaceWeather.Part<Content>, at now: UnixTime
    ) {
        update(.reports) { snapshot in
            for (coordinate, failure) in failures {
                snapshot.weather[coordinate]?[keyPath: part].failure = failure
                snapshot.weather[coordinate]?[keyPath: part].triedAt = now
            }
        }
    }

    /// Stores when the next refresh of each place is due; no entry while one is running or when none is scheduled.
    public func plan<Content>(_ times: [Coordinate: UnixTime], of part: any PlaceWeather.Part<Content>) {
        let news = snapshot.weather.filter { !Self.isSame($0.value[keyPath: part].nextRefresh, times[$0.key]) }
        guard !news.isEmpty else { return }
        update(.schedule) { snapshot in
            for coordinate in news.keys {
                snapshot.weather[coordinate]?[keyPath: part].nextRefresh = times[coordinate]
            }
        }
    }

    /// Sets exactly the places whose failures may be caused by the connection.
    public func suspectConnection<Content>(for places: Set<Coordinate>, of part: any PlaceWeather.Part<Content>) {
        let news = snapshot.weather.filter { $0.value[keyPath: part].isConnectionSuspect != places.contains($0.key) }
        guard !news.isEmpty else { return }
        update(.reports) { snapshot in
            for coordinate in news.keys {
                snapshot.weather[coordinate]?[keyPath: part].isConnectionSuspect = places.contains(coordinate)
            }
        }
    }

    /// Whether two times mean the same moment. They are converted between clocks with a resolution of a second, so a
    /// difference of one second is no change.
    private static func isSame(_ left: UnixTime?, _ right: UnixTime?) -> Bool {
        guard let left, let right else { return left == right }
        return abs(left.seconds(since: right)) <= 1
    }

    /// Sets whether there is a route to the forecast services.
    public func setNetwork(_ hasNetwork: Bool) {
        guard snapshot.hasNetwork != hasNetwork else { return }
        update(.network) { $0.hasNetwork = hasNetwork }
    }

    /// Removes the reports of a type that are from other providers than these, by `id`, and without any also the failures.
    public func forget<Content>(_ part: any PlaceWeather.Part<Content>, unlessFrom providers: [String]) {
        update(.reports) { snapshot in
            for (coordinate, weather) in snapshot.weather {
                if providers.isEmpty { snapshot.weather[coordinate]?[keyPath: part] = CachedReport() }
                guard let provider = weather[keyPath: part].content?.provider.id, !providers.contains(provider)
                else { continue }
                snapshot.weather[coordinate]?[keyPath: part].content = nil
            }
        }
    }

    /// Removes sample reports after another provider was configured.
    public func forgetSamples() {
        update(.reports) { snapshot in
            for (coordinate, weather) in snapshot.weather where weather.report?.provider.isSample == true {
                snapshot.weather[coordinate]?.forecast.content = nil
            }
        }
    }

    /// Clears "not covered" failures after the providers have changed.
    public func forgetUncovered() {
        update(.reports) { snapshot in
            for coordinate in snapshot.weather.keys {
                snapshot.weather[coordinate]?.forgetUncovered()
            }
        }
    }
}
