public import Weather

// What comes of trying to fetch.
extension Store {
    /// Keeps new reports, in memory at once and on disk when this returns.
    public func keep<Content>(_ reports: [Content], as part: any PlaceWeather.Part<Content>, at now: UnixTime) async {
        update { snapshot in
            for report in reports where snapshot.weather[report.coordinate] != nil {
                snapshot.weather[report.coordinate]?[keyPath: part].content = report
                snapshot.weather[report.coordinate]?[keyPath: part].failure = nil
                snapshot.weather[report.coordinate]?[keyPath: part].triedAt = now
            }
        }
        await save()
    }

    /// Notes why tries brought nothing. The last good reports stay.
    public func note<Content>(
        _ failures: [Coordinate: FetchFailure], of part: any PlaceWeather.Part<Content>, at now: UnixTime
    ) {
        update { snapshot in
            for (coordinate, failure) in failures {
                snapshot.weather[coordinate]?[keyPath: part].failure = failure
                snapshot.weather[coordinate]?[keyPath: part].triedAt = now
            }
        }
    }

    /// Notes when the next try of every place is due; nil, and no entry, while one is under way or none is planned.
    public func plan<Content>(_ times: [Coordinate: UnixTime], of part: any PlaceWeather.Part<Content>) {
        let news = snapshot.weather.filter { !Self.isSame($0.value[keyPath: part].nextRefresh, times[$0.key]) }
        guard !news.isEmpty else { return }
        update { snapshot in
            for coordinate in news.keys {
                snapshot.weather[coordinate]?[keyPath: part].nextRefresh = times[coordinate]
            }
        }
    }

    /// Notes for which places the way to who is asked is in doubt, and for no others.
    public func doubtWay<Content>(for places: Set<Coordinate>, of part: any PlaceWeather.Part<Content>) {
        let news = snapshot.weather.filter { $0.value[keyPath: part].isWayInDoubt != places.contains($0.key) }
        guard !news.isEmpty else { return }
        update { snapshot in
            for coordinate in news.keys {
                snapshot.weather[coordinate]?[keyPath: part].isWayInDoubt = places.contains(coordinate)
            }
        }
    }

    /// Whether two reckonings mean one moment. The clocks that it is reckoned by are read by the second, so that it comes
    /// out a second earlier or later each time, which is nothing to tell anybody.
    private static func isSame(_ left: UnixTime?, _ right: UnixTime?) -> Bool {
        guard let left, let right else { return left == right }
        return abs(left.seconds(since: right)) <= 1
    }

    /// Notes whether there is a way to who gives the forecasts.
    public func setNetwork(_ hasNetwork: Bool) {
        guard snapshot.hasNetwork != hasNetwork else { return }
        update { $0.hasNetwork = hasNetwork }
    }

    /// Gives up reports with made-up numbers, once the real weather is asked for.
    public func forgetSamples() {
        update { snapshot in
            for (coordinate, weather) in snapshot.weather where weather.report?.provider.isSample == true {
                snapshot.weather[coordinate]?.forecast.content = nil
            }
        }
    }

    /// Forgets that nobody covered a place, once others are asked.
    public func forgetUncovered() {
        update { snapshot in
            for coordinate in snapshot.weather.keys {
                snapshot.weather[coordinate]?.forecast.forgetUncovered()
                snapshot.weather[coordinate]?.alerts.forgetUncovered()
                snapshot.weather[coordinate]?.air.forgetUncovered()
            }
        }
    }
}
