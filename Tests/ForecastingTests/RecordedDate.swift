import Foundation
import Weather

extension UnixTime {
    /// Of a date that Foundation has read.
    init(_ date: Date) {
        self.init(Int(date.timeIntervalSince1970.rounded(.down)))
    }
}
