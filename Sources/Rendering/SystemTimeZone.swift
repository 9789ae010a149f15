import Foundation

/// The time zone of this machine, for times that are about the daemon rather than about a place.
enum SystemTimeZone {
    /// As tzdata has it. Foundation remembers the zone that it found first, but laptops travel.
    static var name: String {
        NSTimeZone.resetSystemTimeZone()
        return TimeZone.current.identifier
    }
}
