/// What the program tells its caller when it ends; the numbers are those of sysexits.h.
package enum ExitStatus: Int32 {
    case done = 0
    /// The daemon refused.
    case refused = 1
    case usage = 64
    case noDaemon = 69
    /// The system refuses what the program needs, such as a file that may be open.
    case system = 71
    /// Standard output could not be written.
    case output = 74
    /// There is no weather yet.
    case noWeather = 75
}
