public import Almanac
import Glibc

extension TimeZoneError {
    /// What fails without tzdata, as one sentence without a period.
    public var sentence: String { "time zones \(fault)" }

    /// Completes a sentence about time zones.
    var fault: String {
        let reason =
            switch self {
            case .invalidName, .unknown: "tzdata is not installed"
            case .unreadable(let reason): "tzdata cannot be read: \(String(cString: strerror(reason)))"
            case .damaged: "the files of tzdata are damaged"
            }
        return "are unknown, so times use the UTC offset of the forecast, or UTC; \(reason)"
    }
}
