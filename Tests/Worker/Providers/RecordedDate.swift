import Foundation
import Weather

extension UnixTime {
    /// The local components of a date that Foundation parsed.
    init(_ date: Date) {
        self.init(Int(date.timeIntervalSince1970.rounded(.down)))
    }
}
