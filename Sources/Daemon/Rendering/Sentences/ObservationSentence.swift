import Languages
public import Weather

extension ObservationProblem {
    /// Why the station is not used: `too far (31 km)`.
    public var sentence: String {
        let words = Language.english.words
        return switch self {
        case .tooFar(let distance): "too far (\(Int((distance / 1000).rounded())) km)"
        case .tooOld(let age):
            // The limit is 90 minutes.
            age < 10_800 ? "too old (\(age / 60) min)" : "too old (\(Age(seconds: age).text(in: words)))"
        case .inFuture(let lead): "time is \(Age(seconds: lead).text(in: words)) in the future"
        case .impossible(let value): "impossible value: \(value.key.plain(limit: 40)) \(value.text)"
        case .incomplete: "no temperature"
        }
    }
}

extension UnusableValue {
    /// Why one value is not used: `impossible value: temperatureC -99`.
    public var sentence: String {
        switch self {
        case .impossible(let value): ObservationProblem.impossible(value).sentence
        case .invalid(let key): OwnStationProblem.invalid(key: key).sentence
        }
    }
}

extension ImpossibleValue {
    /// The number, without `.0` if it is an integer: `-99`, `1000000000`.
    fileprivate var text: String {
        value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
    }
}

extension OwnStationProblem {
    /// Why the user's own station is not used.
    public var sentence: String {
        switch self {
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .tooLong(let limit): "longer than \(limit / 1024) KiB"
        case .notJSON: "not a JSON object"
        case .noTime: "no valid time: must be RFC 3339 or Unix seconds, from 2000 to 2100"
        case .noValues: "no value with a known key, such as temperatureC"
        case .invalid(let key): "invalid value of \(key): wrong type or out of range"
        case .invalidPosition: "invalid position: latitude and longitude must be in degrees"
        case .noPosition:
            "no position, and the place is not the location in config.toml: add latitude and longitude to its JSON"
        case .stalled(let seconds): "reading timed out after \(seconds) s"
        case .failed(let status): "the command exited with status \(status)"
        case .killed(let signal): "the command was killed by signal \(signal)"
        case .timedOut(let seconds): "the command timed out after \(seconds) s and was killed"
        case .notStarted(let reason): "the command could not be started: \(reason)"
        }
    }
}
