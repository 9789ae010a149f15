/// Exit statuses, from sysexits.h where it has one.
package enum ExitStatus: Int32 {
    case done = 0
    /// The daemon rejected the request.
    case refused = 1
    case usage = 64
    case noDaemon = 69
    /// A system limit was reached, such as the number of open files.
    case system = 71
    /// Writing to standard output failed.
    case output = 74
    /// No weather has been fetched yet.
    case noWeather = 75
}
